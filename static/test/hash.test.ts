/** The hash of scenes: the records of a file, with the checksums that the server gave them. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { canonical, checksum, crc32, sceneHash } from "../src/hash";
import type { Scene } from "../src/types";

interface Sample { section: string; id: string; record: Record<string, unknown>; crc: number }
const path = process.env["HASH_SAMPLES"];
const { samples, scene, hash } = path
  ? (JSON.parse(readFileSync(path, "utf8")) as { samples: Sample[]; scene: Scene; hash: number })
  : { samples: [], scene: {}, hash: 0 };

test("CRC-32 of the usual check text", () => assert.equal(crc32("123456789"), 0xcbf43926));

test("canonical JSON sorts keys at every depth and has no spaces", () => {
  assert.equal(canonical({ b: [1, { d: null, c: -2 }], a: "é" }), '{"a":"é","b":[1,{"c":-2,"d":null}]}');
});

test("records get the checksum that the server gave them", () => {
  for (const { section, id, record, crc } of samples) assert.equal(checksum(section, id, record), crc, `${section}/${id} ${canonical(record)}`);
});

test("a scene gets the hash that the server gave it", () => assert.equal(sceneHash(scene), hash));

test("an unchanged record keeps its checksum only under the same name", () => {
  const record = { at: 1 };
  assert.notEqual(checksum("pieces", "a", record), checksum("pieces", "b", record));
});
