/** The hash of a scene: the sum of CRC-32 over `section/id:` and the record's canonical JSON, as on the server. */

import type { Scene } from "./types";

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

const encoder = new TextEncoder();

/** Return the CRC-32 of a text in UTF-8. */
export function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of encoder.encode(text)) crc = (TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** Compare by code points, which is the order of the bytes in UTF-8. */
function byCodePoint(a: string, b: string): number {
  const x = Array.from(a);
  const y = Array.from(b);
  for (let i = 0; i < x.length && i < y.length; i++) {
    const d = (x[i]?.codePointAt(0) ?? 0) - (y[i]?.codePointAt(0) ?? 0);
    if (d) return d;
  }
  return x.length - y.length;
}

/** Return JSON with sorted keys and without spaces. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const record = value as Record<string, unknown>;
    const fields = Object.keys(record).sort(byCodePoint);
    return `{${fields.map((key) => `${JSON.stringify(key)}:${canonical(record[key])}`).join(",")}}`;
  }
  return JSON.stringify(value);
}

const known = new WeakMap<object, { path: string; crc: number }>();

/** Return the checksum of a record; unchanged records are not read again. */
export function checksum(section: string, id: string, record: object): number {
  const path = `${section}/${id}:`;
  const seen = known.get(record);
  if (seen?.path === path) return seen.crc;
  const crc = crc32(path + canonical(record));
  known.set(record, { path, crc });
  return crc;
}

/** Return the hash of a whole scene. */
export function sceneHash(scene: Scene): number {
  let sum = 0;
  for (const [section, records] of Object.entries(scene as Record<string, Record<string, object>>)) {
    for (const [id, record] of Object.entries(records)) sum = (sum + checksum(section, id, record)) >>> 0;
  }
  return sum;
}
