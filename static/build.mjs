// Builds the browser code: static/src -> static/dist. Run by ./play and ./test, or by hand: npm run build
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import svgpath from "svgpath";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, "static", "src");
const target = join(root, "static", "dist");
const modules = join(root, "node_modules");
const entries = ["main.ts", "lobby.ts", "box.ts", "build.ts", "style.css"];

/** Stops the build with one clear sentence. */
function fail(message) {
  console.error(`build: ${message}`);
  process.exit(1);
}

/** The entry files that exist; a missing one fails the build unless WEBGAME_BUILD_PARTIAL is set. */
function presentEntries() {
  return entries.filter((name) => {
    if (existsSync(join(source, name))) return true;
    if (!process.env.WEBGAME_BUILD_PARTIAL) fail(`static/src/${name} is missing`);
    console.log(`build: static/src/${name} is missing, left out`);
    return false;
  });
}

/** Lines of icons.txt as [id, name, line number, whether it is after the mark [single]]. */
function wantedIcons() {
  const seen = new Map();
  let single = false;
  readFileSync(join(source, "icons.txt"), "utf8").split("\n").forEach((text, index) => {
    const line = text.replace(/#.*/, "").trim();
    if (!line) return;
    if (line === "[single]") return void (single = true);
    const [id, name = id] = line.split("=").map((part) => part.trim());
    const where = `static/src/icons.txt line ${index + 1}`;
    if (!/^[a-z0-9-]+$/.test(id)) fail(`${where}: "${id}" is no icon id (a-z, 0-9 and - only)`);
    if (seen.has(id)) fail(`${where}: "${id}" stands in line ${seen.get(id).line} already`);
    seen.set(id, { name, line: index + 1, single });
  });
  return [...seen].map(([id, { name, line, single }]) => [id, name, line, single]);
}

const DECIMALS = 0; // of the icons' coordinates, on a drawing of 512 x 512: what is finer nobody sees

/** An icon's drawing with shorter numbers; what rounding takes is made up for from point to point. */
function rounded(body) {
  return body.replace(/ d="([^"]+)"/g, (_, path) => ` d="${svgpath(path).rel().round(DECIMALS)}"`);
}

const CREDIT = "Icons by Lorc, Delapouite and contributors, https://game-icons.net, CC BY 3.0, recoloured";
const drawing = (symbols) =>
  `<svg xmlns="http://www.w3.org/2000/svg" fill="currentColor"><!-- ${CREDIT} -->\n${symbols.join("\n")}\n</svg>\n`;

/**
 * Files of icons by name: the sprite with a <symbol> for each icon, for <use href="icons.svg#id">, and one file
 * for each of the others.
 */
function icons() {
  const set = JSON.parse(readFileSync(join(modules, "@iconify-json", "game-icons", "icons.json"), "utf8"));
  const symbols = [];
  const single = new Map();
  for (const [id, name, line, alone] of wantedIcons()) {
    const icon = Object.hasOwn(set.icons, name) ? set.icons[name] : undefined;
    if (!icon) fail(`static/src/icons.txt line ${line}: game-icons has no icon "${name}"`);
    const size = `0 0 ${icon.width ?? set.width} ${icon.height ?? set.height}`;
    const symbol = `<symbol id="${id}" viewBox="${size}">${rounded(icon.body)}</symbol>`;
    if (alone) single.set(`icons/${id}.svg`, drawing([symbol]));
    else symbols.push(symbol);
  }
  return new Map([["icons.svg", drawing(symbols)], ...single]);
}

/** The packages that a bundle is made of. */
function bundledPackages(metafile) {
  const names = Object.keys(metafile.inputs).map((path) => {
    const inside = path.split("node_modules/").slice(1).pop();
    return inside?.split("/").slice(0, inside.startsWith("@") ? 2 : 1).join("/");
  });
  return [...new Set(names.filter(Boolean))].sort();
}

/** Name, version and licence text of each package in the bundle, and of the icons. */
function licences(metafile) {
  const parts = bundledPackages(metafile).map((name) => {
    const folder = join(modules, name);
    const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
    if (!file && !about.license) fail(`the package ${name} names no licence`);
    const text = file ? readFileSync(join(folder, file), "utf8").trim() : `Licence: ${about.license}`;
    return `${name} ${about.version} (${about.license ?? "see below"})\n\n${text}`;
  });
  parts.push(
    "game-icons (CC BY 3.0, a few CC0)\n\n" +
      "Icons made by Lorc, Delapouite and contributors, https://game-icons.net,\n" +
      "licence https://creativecommons.org/licenses/by/3.0/. Changed: background left out, colour of the page.",
  );
  return parts.join(`\n\n${"-".repeat(72)}\n\n`) + "\n";
}

/** The colour words and the seats' colours as CSS: [data-tone="gold"] { --tone: ... }, --chair-0. */
const tones = {
  name: "tones",
  setup(builder) {
    builder.onLoad({ filter: /[\\/]tones\.css$/ }, () => {
      const table = JSON.parse(readFileSync(join(source, "tones.json"), "utf8"));
      const rules = Object.entries(table).map(([word, colour]) => `[data-tone="${word}"] { --tone: ${colour}; }`);
      const chairs = JSON.parse(readFileSync(join(source, "chairs.json"), "utf8"));
      rules.push(`:root { ${chairs.map((colour, n) => `--chair-${n}: ${colour};`).join(" ")} }`);
      return { contents: rules.join("\n"), loader: "css", watchFiles: ["tones.json", "chairs.json"].map((name) => join(source, name)) };
    });
  },
};

/** The ids of the icons, for the client: those in the sprite, and those with a file of their own. */
function iconNames() {
  const ids = (alone) => wantedIcons().filter(([, , , single]) => single === alone).map(([id]) => id).join(" ");
  return JSON.stringify({ sprite: ids(false), single: ids(true) });
}

const bundle = await build({
  absWorkingDir: root,
  entryPoints: presentEntries().map((name) => join(source, name)),
  outdir: target,
  bundle: true,
  format: "esm",
  minify: true,
  sourcemap: "external",
  target: "es2020",
  loader: { ".svg": "dataurl" },
  external: ["/static/*"],
  legalComments: "none",
  define: { ICON_NAMES: iconNames() },
  plugins: [tones],
  metafile: true,
  write: false,
}).catch(() => process.exit(1)); // esbuild has told why

const files = new Map(bundle.outputFiles.map((file) => [basename(file.path), file.contents]));
for (const [name, content] of icons()) files.set(name, content);
files.set("THIRD_PARTY_LICENSES.txt", licences(bundle.metafile));

// name -> start of its SHA-256, for addresses that change with the content
const hash = (content) => createHash("sha256").update(content).digest("hex").slice(0, 12);
const hashes = [...files].filter(([name]) => !name.endsWith(".map")).map(([name, content]) => [name, hash(content)]);
files.set("manifest.json", JSON.stringify(Object.fromEntries(hashes.sort()), null, 1) + "\n");

// All is well: only now replace what was there.
rmSync(target, { recursive: true, force: true });
mkdirSync(join(target, "icons"), { recursive: true });
for (const [name, content] of files) writeFileSync(join(target, name), content);
const told = [...files].filter(([name]) => !name.startsWith("icons/"));
console.log(`build: ${told.map(([name, content]) => `${name} ${Math.ceil(content.length / 1024)} KB`).join(", ")}, ${files.size - told.length} single icons`);
