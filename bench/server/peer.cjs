// The same game as boardgame.io's own server plays it, with its memory store: what its users would
// write. Two players place ten moles each; a turn is turning one of six face-down discs and then
// moving a mole exactly that far, straight, over free cells; a mole leaves a hole only if no other
// can move; when a board's holes are full it is lifted. The rows of discs are secret state, shuffled
// by the random plugin, and every player is sent a view of their own. Left out, in the peer's favour:
// special cells, turned boards, options, legal actions in the updates, undo by consent.
const { Server, Origins } = require('boardgame.io/server');
const { INVALID_MOVE, PlayerView } = require('boardgame.io/core');

const RADIUS = 4;
const MOLES = 10;
const DISCS = [1, 2, 2, 3, 3, 4];
const STEPS = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];
const HOLES = [
  [[0, -4], [1, -3], [4, -3], [-2, -2], [-2, 0], [0, 0], [2, 0], [4, 0], [-4, 2], [0, 2], [2, 2],
    [-4, 4], [-2, 4]],
  [[3, -4], [-1, -3], [2, -1], [4, -1], [-4, 1], [-1, 1], [0, 3], [-3, 4]],
  [[3, -2], [-2, -1], [-3, 2], [1, 2]],
  [[0, 0]],
];

// Cells are numbers in reading order; NEXT[cell] has its neighbour in each direction, or undefined.
const cells = [];
for (let r = -RADIUS; r <= RADIUS; r++) {
  for (let q = -RADIUS; q <= RADIUS; q++) if (Math.abs(q + r) <= RADIUS) cells.push([q, r]);
}
const number = new Map(cells.map(([q, r], cell) => [`${q},${r}`, cell]));
const NEXT = cells.map(([q, r]) => STEPS.map(([dq, dr]) => number.get(`${q + dq},${r + dr}`)));
const LEVELS = HOLES.map((holes) => new Set(holes.map(([q, r]) => number.get(`${q},${r}`))));

const isTaken = (G, cell) => G.moles[0].includes(cell) || G.moles[1].includes(cell);

// Where a mole lands that goes `distance` steps in a direction, or undefined if it cannot.
function landing(G, from, direction, distance) {
  let cell = from;
  for (let n = 0; n < distance; n++) {
    cell = NEXT[cell][direction];
    if (cell === undefined || isTaken(G, cell)) return undefined;
  }
  return cell;
}

function canMove(G, moles) {
  return moles.some((mole) => STEPS.some((_, d) => landing(G, mole, d, G.disc) !== undefined));
}

const isHome = (G, mole) => LEVELS[G.level].has(mole);
const outside = (G, player) => G.moles[player].filter((mole) => !isHome(G, mole));

function place({ G, playerID }, cell) {
  if (!NEXT[cell] || isHome(G, cell) || isTaken(G, cell)) return INVALID_MOVE;
  G.moles[playerID].push(cell);
}

function turn({ G, playerID }, slot) {
  if (G.disc !== null || G.rows[playerID][slot] !== null) return INVALID_MOVE;
  if (!outside(G, playerID).length) return INVALID_MOVE;
  G.disc = G.rows[playerID][slot] = G.secret.rows[playerID][slot];
}

function move({ G, playerID, random }, from, to) {
  const mine = G.moles[playerID];
  if (G.disc === null || !mine.includes(from)) return INVALID_MOVE;
  if (!STEPS.some((_, d) => landing(G, from, d, G.disc) === to)) return INVALID_MOVE;
  if (isHome(G, from) && canMove(G, outside(G, playerID))) return INVALID_MOVE;
  mine[mine.indexOf(from)] = to;
  use(G, playerID, random);
  lift(G);
}

function blocked({ G, playerID, random }) {
  if (G.disc === null || canMove(G, G.moles[playerID])) return INVALID_MOVE;
  use(G, playerID, random);
}

function pass({ G, playerID, events }) {
  if (G.disc !== null || outside(G, playerID).length) return INVALID_MOVE;
  events.endTurn();
}

// The disc is used; after the sixth the row is shuffled and lies face down again.
function use(G, player, random) {
  G.disc = null;
  if (G.rows[player].includes(null)) return;
  G.rows[player] = DISCS.map(() => null);
  G.secret.rows[player] = random.Shuffle(DISCS);
}

function lift(G) {
  while (G.level < LEVELS.length - 1 && [...LEVELS[G.level]].every((hole) => isTaken(G, hole))) {
    for (const player of [0, 1]) G.moles[player] = G.moles[player].filter((m) => isHome(G, m));
    G.level += 1;
  }
}

// Whoever is in the last board's hole has won, or who alone has moles left.
function ending({ G, ctx }) {
  if (ctx.phase !== 'playing') return undefined;
  const isLast = G.level === LEVELS.length - 1;
  const winner = ['0', '1'].find(
    (player) => !G.moles[1 - player].length || (isLast && outside(G, player).length < G.moles[player].length),
  );
  return winner && { winner };
}

const game = {
  name: 'moles',
  minPlayers: 2,
  maxPlayers: 2,
  setup: ({ random }) => ({
    level: 0,
    disc: null,
    moles: { 0: [], 1: [] },
    rows: { 0: DISCS.map(() => null), 1: DISCS.map(() => null) },
    secret: { rows: { 0: random.Shuffle(DISCS), 1: random.Shuffle(DISCS) } },
  }),
  playerView: PlayerView.STRIP_SECRETS,
  phases: {
    placing: {
      start: true,
      moves: { place },
      turn: { minMoves: 1, maxMoves: 1 },
      endIf: ({ G }) => G.moles[0].length === MOLES && G.moles[1].length === MOLES,
      next: 'playing',
    },
    playing: {
      moves: { turn: { move: turn, client: false, undoable: false }, move, blocked, pass },
      turn: { maxMoves: 2 },
    },
  },
  endIf: ending,
};

const server = Server({ games: [game], origins: [Origins.LOCALHOST, /.*/] });
server.run({ port: Number(process.argv[2]), callback: () => console.log('ready') });
