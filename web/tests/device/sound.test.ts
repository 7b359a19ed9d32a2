import { afterEach, expect, it, vi } from 'vitest';
import { awaitTouch } from '../../src/device/quiet.svelte';
import { settings } from '../../src/device/settings.svelte';
import { wakeSound } from '../../src/device/sound';

/** What the page listens to, by the kind of event. */
let heard: [string, () => void][] = [];
/** The one that the page has made. */
let audio: { state: string } | null = null;

const happen = (wanted: string) => heard.forEach(([kind, task]) => kind === wanted && task());

afterEach(() => vi.unstubAllGlobals());

it('is woken by a tap, and again when the telephone was locked', () => {
  vi.stubGlobal('addEventListener', (kind: string, task: () => void) => heard.push([kind, task]));
  vi.stubGlobal(
    'AudioContext',
    class {
      state = 'suspended';
      constructor() {
        audio = this;
      }
      resume() {
        this.state = 'running';
        return Promise.resolve();
      }
    },
  );
  Object.assign(settings, { sounds: true, night: false });
  awaitTouch();
  wakeSound();
  // A finger that goes down is not yet a tap: telephones would refuse.
  happen('pointerdown');
  expect(audio).toBeNull();
  happen('click');
  expect(audio!.state).toBe('running');
  audio!.state = 'interrupted';
  happen('click');
  expect(audio!.state).toBe('running');
});
