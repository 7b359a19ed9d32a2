// boardgame.io's own server with its memory store, playing a game of the same kind: 61 cells, two
// players with ten pieces each in turns, straight moves over free cells only, checked by the server.
const { Server, Origins } = require('boardgame.io/server');
const { INVALID_MOVE } = require('boardgame.io/core');

const RADIUS = 4;
const DIRECTIONS = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];
const key = (q, r) => `${q},${r}`;
const ring = (q, r) => Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));

function setup() {
  // Row -4 holds player 0's movers, row 4 player 1's; the others stand still in between.
  const cells = {};
  for (let q = 0; q <= 4; q++) cells[key(q, -4)] = '0';
  for (let q = -4; q <= 0; q++) cells[key(q, 4)] = '1';
  for (let q = -2; q <= 2; q++) { cells[key(q, 0)] = q < 0 ? '0' : '1'; }
  return { cells, discs: { 0: [1, 2, 2, 3, 3, 4], 1: [1, 2, 2, 3, 3, 4] } };
}

function move({ G, playerID }, from, to) {
  const [q, r] = from;
  const dq = to[0] - q, dr = to[1] - r;
  const distance = ring(dq, dr);
  const step = DIRECTIONS.find(([a, b]) => a * distance === dq && b * distance === dr);
  if (!step || distance < 1 || G.cells[key(q, r)] !== playerID || ring(to[0], to[1]) > RADIUS) {
    return INVALID_MOVE;
  }
  for (let n = 1; n <= distance; n++) {
    if (G.cells[key(q + n * step[0], r + n * step[1])] !== undefined) return INVALID_MOVE;
  }
  delete G.cells[key(q, r)];
  G.cells[key(to[0], to[1])] = playerID;
}

const game = { name: 'moles', setup, moves: { move }, turn: { minMoves: 1, maxMoves: 1 } };
const server = Server({ games: [game], origins: [Origins.LOCALHOST, /.*/] });
server.run({ port: Number(process.argv[2]), callback: () => console.log('ready') });
