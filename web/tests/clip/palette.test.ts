import { expect, it } from 'vitest';
import { Matcher, Sampler } from '../../src/clip/palette';

const pixels = (...colours: [number, number, number][]) =>
  Uint8ClampedArray.from(colours.flatMap((colour) => [...colour, 255]));

it('keeps the colours there are, if there is room for them', () => {
  const sampler = new Sampler();
  sampler.add(pixels([255, 0, 0], [0, 0, 255], [255, 0, 0]));
  const colours = sampler.pick(255);
  expect(colours).toHaveLength(6);
  const matcher = new Matcher(colours);
  const at = matcher.nearest(250, 3, 2) * 3;
  expect([...colours.slice(at, at + 3)]).toEqual([255, 0, 0]);
});

it('finds a near colour for every shade, with as few as it may have', () => {
  const sampler = new Sampler();
  const shades = Array.from({ length: 256 }, (_, i): [number, number, number] => [i, i >> 1, 40]);
  sampler.add(pixels(...shades));
  const colours = sampler.pick(32);
  expect(colours.length / 3).toBeLessThanOrEqual(32);
  const matcher = new Matcher(colours);
  for (const [r, g, b] of shades) {
    const at = matcher.nearest(r, g, b) * 3;
    expect(Math.abs(colours[at]! - r)).toBeLessThan(16);
  }
});

it('picks nothing from nothing, and overlooks what is not there', () => {
  const sampler = new Sampler();
  sampler.add(Uint8ClampedArray.of(9, 9, 9, 0));
  expect(sampler.pick(255)).toHaveLength(0);
});
