/** A part of the page's own drawing as a picture of pixels. */

import { type Component, flushSync, mount, unmount } from 'svelte';
import Sprite from '../draw/Sprite.svelte';

export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A component that draws into an SVG, as pixels: `frame` of the drawing, so many pixels for a unit. */
export async function pixelsOf<P extends Record<string, unknown>>(
  component: Component<P>,
  props: P,
  frame: Frame,
  unit: number,
  style = '',
): Promise<HTMLCanvasElement> {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const [width, height] = [Math.ceil(frame.width * unit), Math.ceil(frame.height * unit)];
  svg.setAttribute('viewBox', `${frame.left} ${frame.top} ${width / unit} ${height / unit}`);
  svg.setAttribute('width', `${width}`);
  svg.setAttribute('height', `${height}`);
  const rules = document.createElementNS('http://www.w3.org/2000/svg', 'style');
  rules.textContent = style;
  svg.append(rules);
  const drawn = [mount(Sprite, { target: svg }), mount(component, { target: svg, props })];
  flushSync();
  const text = new XMLSerializer().serializeToString(svg);
  await Promise.all(drawn.map((one) => unmount(one)));
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  canvas.getContext('2d')!.drawImage(image, 0, 0, width, height);
  return canvas;
}
