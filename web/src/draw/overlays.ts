/** What lies over a board where one plays; the first screen, where it is a picture, comes sooner without. */

export { default as Grid } from './Grid.svelte';
export { default as LiftedBoard } from './LiftedBoard.svelte';
export { default as Loupe } from './Loupe.svelte';
export { default as MarkLayer } from './MarkLayer.svelte';
