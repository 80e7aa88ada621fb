// A boardgame.io server with an 18 KB state, for bench/live.py: node peer.cjs PORT DELTA (run where it is installed).
const path = require("node:path");
const { Server } = require(path.join(process.cwd(), "node_modules/boardgame.io/dist/cjs/server.js"));

const [port, delta] = [Number(process.argv[2]), process.argv[3] === "1"];
const piece = (n) => ({
  at: n * 7, size: 1, icon: "figure", name: `Figure number ${n}`, side: n % 2 ? "red" : "blue", kind: "hero", tone: "good",
  health: [5, 5], badges: [{ icon: "flag", name: "fire", n: 1, tone: "bad" }], card: `card.${n}`, seat: "", state: "",
  text: "moves, strikes and heals as its card says",
});
const game = {
  name: "bench",
  deltaState: delta,
  setup: () => ({ round: 0, pieces: Object.fromEntries([...Array(68).keys()].map((n) => [`p${n}`, piece(n)])) }),
  moves: {
    bump: ({ G }) => {
      G.round += 1;
      for (let n = 0; n < 4; n += 1) {
        const one = G.pieces[`p${(G.round * 7 + n) % 68}`];
        one.at = (one.at + 1) % 600;
        one.health[0] = G.round % 5;
      }
    },
  },
};
Server({ games: [game], origins: [/.*/] }).run({ port, callback: () => console.log("READY", JSON.stringify(game.setup()).length) });
