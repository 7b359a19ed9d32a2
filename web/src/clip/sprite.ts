/** A part of the page's own drawing as a picture of pixels. */

import { type Component, flushSync, mount, unmount } from 'svelte';
import Sprite from '../draw/Sprite.svelte';

export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Pictures of the same part of the drawing as pixels, one over the other. */
export async function stacked(
  pictures: readonly string[],
  { width, height }: Pick<Frame, 'width' | 'height'>,
  unit: number,
): Promise<HTMLCanvasElement> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.ceil(width * unit), Math.ceil(height * unit)];
  for (const picture of pictures) {
    const image = new Image(canvas.width, canvas.height);
    image.src = picture;
    await image.decode();
    canvas.getContext('2d')!.drawImage(image, 0, 0, width * unit, height * unit);
  }
  return canvas;
}

/** A component that draws into an SVG, as pixels: `frame` of the drawing, so many pixels for a unit. */
export async function pixelsOf<P extends Record<string, unknown>>(
  component: Component<P>,
  props: P,
  frame: Frame,
  unit: number,
): Promise<HTMLCanvasElement> {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const [width, height] = [Math.ceil(frame.width * unit), Math.ceil(frame.height * unit)];
  svg.setAttribute('viewBox', `${frame.left} ${frame.top} ${width / unit} ${height / unit}`);
  svg.setAttribute('width', `${width}`);
  svg.setAttribute('height', `${height}`);
  const drawn = [mount(Sprite, { target: svg }), mount(component, { target: svg, props })];
  flushSync();
  const text = new XMLSerializer().serializeToString(svg);
  await Promise.all(drawn.map((one) => unmount(one)));
  const picture = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  return stacked([picture], { width: width / unit, height: height / unit }, unit);
}
