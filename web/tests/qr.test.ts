import { describe, expect, it } from 'vitest';
import { qr } from '../src/draw/qr';

describe('QR codes', () => {
  it('have the size of their version and the three finders', () => {
    for (const [text, size] of [
      ['hi', 21],
      ['http://127.0.0.1:8080/table/Jk3abcdefghijkl', 33],
      ['x'.repeat(150), 49],
    ] as const) {
      const code = qr(text);
      expect(code).toHaveLength(size);
      for (const [x, y] of [
        [3, 3],
        [size - 4, 3],
        [3, size - 4],
      ] as const) {
        expect(code[y]![x]).toBe(true);
        expect(code[y]![x + (x === 3 ? 2 : -2)]).toBe(false);
      }
    }
  });

  it('are what readers have read', () => {
    const rows = qr('hi').map((row) => row.map((dark) => (dark ? '1' : '0')).join(''));
    expect(rows).toMatchInlineSnapshot(`
      [
        "111111100111101111111",
        "100000100110101000001",
        "101110101101101011101",
        "101110101100101011101",
        "101110101001101011101",
        "100000101100101000001",
        "111111101010101111111",
        "000000001011100000000",
        "101111100000101111100",
        "011101010010100100001",
        "001100110101010011110",
        "111010000100000110100",
        "111010100001010010101",
        "000000001001111001001",
        "111111100010101100010",
        "100000101111111001001",
        "101110101000100100100",
        "101110101110100100100",
        "101110101001010011100",
        "100000100110000110100",
        "111111101011010011110",
      ]
    `);
  });

  it('refuse what is too long', () => {
    expect(() => qr('x'.repeat(400))).toThrow('too long');
  });
});
