// Bundles static/test/*.test.ts into a folder of its own and runs it with node's test runner.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = mkdtempSync(join(tmpdir(), "client-tests-"));
const names = readdirSync(here).filter((name) => name.endsWith(".test.ts"));
try {
  await build({ entryPoints: names.map((name) => join(here, name)), outdir: out, bundle: true, alias: { "socket.io-client": join(here, "line.ts") }, platform: "node", format: "esm", outExtension: { ".js": ".mjs" } });
  const files = names.map((name) => join(out, name.replace(/\.ts$/, ".mjs")));
  process.exitCode = spawnSync(process.execPath, ["--test", ...files], { stdio: "inherit" }).status ?? 1;
} finally {
  rmSync(out, { recursive: true, force: true });
}
