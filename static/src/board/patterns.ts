/** Textures of the ground, drawn as SVG patterns: no picture files. */

import { make } from "./svg";

/** Kinds of ground, found by words in a theme's name. */
const GROUNDS: [RegExp, string][] = [
  [/wood|forest|grass|grove|moss|fae|garden|glade|swamp|field|wild/i, "grass"],
  [/cave|cavern|rock|mine|earth|lair|den|sand|desert/i, "earth"],
  [/lava|fire|hell|abyss|demon|ember/i, "ember"],
  [/ice|snow|frost|winter/i, "ice"],
];

export function ground(theme: string): string {
  return GROUNDS.find(([words]) => words.test(theme))?.[1] ?? "stone";
}

/** A little generator, so that each page draws the same stones. */
function chance(seed: number): () => number {
  let s = seed;
  return () => (s = (s * 16807) % 2147483647) / 2147483647;
}

function pattern(id: string, size: number, base: string, draw: (add: (e: Element) => void, rnd: () => number) => void): SVGPatternElement {
  const element = make("pattern", { id, width: size, height: size, patternUnits: "userSpaceOnUse" });
  element.append(make("rect", { width: size, height: size, class: base }));
  draw((e) => element.append(e), chance(id.length * 7919 + size));
  return element;
}

/** Return the definitions that the board refers to. */
export function definitions(): SVGDefsElement {
  const blades = pattern("ground-grass", 200, "g-grass-0", (add, rnd) => {
    for (let i = 0; i < 9; i++) {
      add(make("ellipse", { cx: rnd() * 200, cy: rnd() * 200, rx: 14 + rnd() * 34, ry: 10 + rnd() * 22, class: `g-grass-${1 + (i % 2)}` }));
    }
    for (let i = 0; i < 34; i++) {
      const [x, y] = [8 + rnd() * 184, 14 + rnd() * 178];
      add(make("path", { d: `M${x} ${y}q${-4 + rnd() * 3} -7 -6 -11M${x} ${y}q1 -9 ${rnd() * 3} -14M${x} ${y}q4 -6 7 -9`, class: "g-blade" }));
    }
  });
  const stones = pattern("ground-stone", 200, "g-stone-0", (add, rnd) => {
    const rows: number[][] = [[0, 62, 128], [0, 40, 110, 160], [0, 75, 140], [0, 50, 95, 165]];
    rows.forEach((cuts, r) =>
      cuts.forEach((x, i) => {
        const w = (cuts[i + 1] ?? 200) - x;
        add(make("rect", { x: x + 1.5, y: r * 50 + 1.5, width: w - 3, height: 47, rx: 6, class: `g-stone-${1 + Math.floor(rnd() * 3)}` }));
        if (rnd() > 0.6) add(make("path", { d: `M${x + w * 0.3} ${r * 50 + 8}l${4 + rnd() * 8} 10l-4 9l6 8`, class: "g-crack" }));
      }),
    );
  });
  const earth = pattern("ground-earth", 200, "g-earth-0", (add, rnd) => {
    for (let i = 0; i < 40; i++) {
      add(make("circle", { cx: rnd() * 200, cy: rnd() * 200, r: 1.5 + rnd() * 6, class: `g-earth-${1 + (i % 2)}` }));
    }
  });
  const ember = pattern("ground-ember", 200, "g-ember-0", (add, rnd) => {
    for (let i = 0; i < 16; i++) {
      const [x, y] = [rnd() * 180, rnd() * 180];
      add(make("path", { d: `M${x} ${y}l${10 + rnd() * 20} ${rnd() * 14}l${rnd() * 12} ${8 + rnd() * 14}`, class: "g-ember-1" }));
    }
  });
  const ice = pattern("ground-ice", 200, "g-ice-0", (add, rnd) => {
    for (let i = 0; i < 14; i++) {
      const [x, y] = [rnd() * 190, rnd() * 190];
      add(make("path", { d: `M${x} ${y}l${20 * rnd()} ${-26 * rnd()}`, class: "g-ice-1" }));
    }
  });
  const stripes = make("pattern", { id: "stripes", width: 24, height: 24, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    make("rect", { width: 9, height: 24, class: "stripe" }));
  const bricks = pattern("bricks", 100, "g-block-0", (add) => {
    for (const [x, y, w] of [[0, 0, 60], [60, 0, 40], [0, 33, 30], [30, 33, 70], [0, 66, 55], [55, 66, 45]] as const) {
      add(make("rect", { x: x + 2, y: y + 2, width: w - 4, height: 30, rx: 5, class: "g-block-1" }));
    }
  });
  const shade = make("radialGradient", { id: "disc", cx: "35%", cy: "28%", r: "80%" },
    make("stop", { offset: "0%", class: "disc-light" }), make("stop", { offset: "55%", class: "disc-mid" }), make("stop", { offset: "100%", class: "disc-dark" }));
  const blur = make("filter", { id: "soft", x: "-30%", y: "-30%", width: "160%", height: "160%" }, make("feGaussianBlur", { stdDeviation: 9 }));
  return make("defs", {}, blades, stones, earth, ember, ice, stripes, bricks, shade, blur);
}
