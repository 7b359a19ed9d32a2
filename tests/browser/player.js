/**
 * Plays at the table on the page, tap by tap, without leaving the page: a whole game in one call.
 *
 * It goes on until a selector is there (`until`, looked for while nothing is under way), the game is
 * over, or so many things were done (`most`); `patience` is how long it may take, in milliseconds,
 * for something to be possible again. Gives back how many things it did.
 */
async ({ until, most, patience }) => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const data = () => document.querySelector('.table')?.dataset;
  const isOver = () => !!document.querySelector('[data-finish]');
  const isThere = () =>
    !!until && !!document.querySelector('.table[data-busy="no"]') && !!document.querySelector(until);
  const mayAct = () => !!document.querySelector('.table[data-busy="no"]:not([data-acting=""])');

  const when = (what, isSo) =>
    new Promise((resolve, reject) => {
      if (isSo()) return resolve();
      const watch = new MutationObserver(() => {
        if (!isSo()) return;
        clearTimeout(timer);
        watch.disconnect();
        resolve();
      });
      const timer = setTimeout(() => {
        watch.disconnect();
        reject(new Error(`waited in vain until ${what}: ${JSON.stringify({ ...data() })}`));
      }, patience);
      watch.observe(document, { subtree: true, childList: true, attributes: true });
    });

  /** Cells that are lit up, holes first. */
  const lit = (can) =>
    all(`.stage [data-can="${can}"]`)
      .sort((a, b) => (b.dataset.kind === 'hole') - (a.dataset.kind === 'hole'))
      .map((cell) => cell.dataset.cell);

  /** A tap in the middle of a cell, over which nothing else may lie. */
  const tap = (cell) => {
    const box = document.querySelector(`.stage [data-cell="${cell}"]`).getBoundingClientRect();
    const [clientX, clientY] = [box.x + box.width / 2, box.y + box.height / 2];
    const under = document.elementFromPoint(clientX, clientY);
    if (!under?.closest('.stage .board'))
      throw new Error(`over ${cell} lies ${under?.outerHTML.slice(0, 200)}`);
    const pointer = { pointerId: 1, pointerType: 'mouse', isPrimary: true, button: 0 };
    for (const type of ['pointerdown', 'pointerup'])
      under.dispatchEvent(new PointerEvent(type, { ...pointer, clientX, clientY, bubbles: true }));
  };

  const WAYS = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];
  /** How many holes are as far from a mole as its disc says. */
  const hopes = (mole, disc) => {
    const [q, r] = mole.split(',').map(Number);
    const ends = WAYS.map(([dq, dr]) => `${q + disc * dq},${r + disc * dr}`);
    const isHole = (cell) => document.querySelector(`.stage [data-cell="${cell}"][data-kind="hole"]`);
    return ends.filter(isHole).length;
  };

  const act = async () => {
    const button = document.querySelector('[data-act=pass], [data-act=blocked]');
    const disc = document.querySelector('.hand .disc.ready');
    const movers = lit('move');
    if (button) return button.click();
    if (disc) return disc.click();
    if (!movers.length) {
      const free = lit('target');
      return tap(free[(7 * Number(data().events)) % free.length]);
    }
    const value = Number(document.querySelector('.hand .disc.active').dataset.value);
    movers.sort((a, b) => hopes(b, value) - hopes(a, value));
    if (movers.length > 1) tap(movers[0]);
    await when('a mole can go somewhere', () => lit('target').length);
    tap(lit('target')[0]);
  };

  for (let done = 0; done < most; done++) {
    await when('it is our turn', () => isOver() || isThere() || mayAct());
    if (isOver() || isThere()) return done;
    const before = data().events;
    await act();
    const confirm = () => document.querySelector('[data-act=confirm]');
    await when('the game has it', () => isOver() || data().events !== before || confirm());
    confirm()?.click();
    await when('the game has it', () => isOver() || data().events !== before);
  }
  return most;
};
