import { expect, it } from 'vitest';
import { linkOf, parseCode } from '../../../src/screens/settings/code';

it('reads a code however it was typed', () => {
  for (const text of ['7KQ2-MXH0-TDW1', '#7kq2-mxh0-tdw1', ' 7kq2 mxho.tdwl ', '7KQ2MXHOTDWI'])
    expect(parseCode(text)).toBe('7KQ2-MXH0-TDW1');
});

it('takes nothing else for a code', () => {
  for (const text of ['', '#', '#main', '7KQ2-MXH0-TDW', '7KQ2-MXH0-TDW12', 'UKQ2-MXH0-TDW1'])
    expect(parseCode(text)).toBeNull();
});

it('keeps the code out of what is sent to anybody', () => {
  const link = new URL(linkOf('https://moles.example/settings', '7KQ2-MXH0-TDW1'));
  expect(link.pathname + link.search).toBe('/settings');
  expect(parseCode(link.hash)).toBe('7KQ2-MXH0-TDW1');
});
