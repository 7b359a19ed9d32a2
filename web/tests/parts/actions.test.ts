import { expect, it } from 'vitest';
import { actionName, withMoves } from '../../src/parts/actions';

it('writes moves in a sentence as in a list, on one line', () => {
  const name = actionName({ type: 'move', from: [0, 0], to: [0, 2] }, 4);
  expect(name).toMatch(/^[a-i]\d–\u2060[a-i]\d$/);
  expect(withMoves(`After ${name.replace(/–\u2060/, '-')}, Cy-Anne could win.`)).toBe(
    `After ${name}, Cy-Anne could win.`,
  );
});
