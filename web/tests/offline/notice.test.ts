import { describe, expect, it } from 'vitest';
import { isSeen, lookOf, pageFor, readNotice } from '../../src/offline/notice';

const NOTICE = { table: 'abc_-1', title: 'Your turn', body: 'Against Ada', waiting: 2 };
const PLACE = 'http://taupes.test/moles/';
const page = (path: string, visibilityState = 'visible') => ({
  url: `http://taupes.test/moles${path}`,
  visibilityState,
});

describe('what is pushed', () => {
  it('is read', () => {
    expect(readNotice(JSON.stringify({ ...NOTICE, later: 1 }))).toEqual(NOTICE);
    expect(readNotice(JSON.stringify({ ...NOTICE, waiting: 'many' }))?.waiting).toBe(0);
  });

  it('is nothing if the server would not say so', () => {
    for (const text of [undefined, '', 'x', 'null', '[]', '7', '{}'])
      expect(readNotice(text)).toBeNull();
    for (const change of [
      { table: '' },
      { table: '../x' },
      { table: 7 },
      { title: null },
      { body: 1 },
    ])
      expect(readNotice(JSON.stringify({ ...NOTICE, ...change }))).toBeNull();
    expect(readNotice(JSON.stringify({ ...NOTICE, table: 'x'.repeat(65) }))).toBeNull();
  });

  it('takes the place of what was said of the same table', () => {
    expect(lookOf(NOTICE, false, PLACE)).toMatchObject({
      tag: 'abc_-1',
      body: 'Against Ada',
      silent: false,
      icon: 'http://taupes.test/moles/icon-192.png',
    });
  });

  it('is quiet for whoever has the table before their eyes', () => {
    expect(isSeen([page('/table/abc_-1')], 'abc_-1', PLACE)).toBe(true);
    expect(
      isSeen([page('/table/abc_-1', 'hidden'), page('/'), page('/table/abc')], 'abc_-1', PLACE),
    ).toBe(false);
  });

  it('leads to a page that is there already', () => {
    const pages = [page('/'), page('/table/abc_-1?x')];
    expect(pageFor(pages, 'abc_-1', PLACE)).toBe(pages[1]);
    expect(pageFor(pages, 'other', PLACE)).toBe(pages[0]);
    expect(pageFor([], 'other', PLACE)).toBeUndefined();
  });
});
