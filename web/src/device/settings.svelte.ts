/** What people chose on this device, kept from one visit to the next. */

import type { Speed } from '../board/animation';
import { TILTED } from '../board/camera';
import type { Language } from '../protocol/language';
import { keep, kept } from './store';

export interface Settings {
  /** Null: the browser's. */
  language: Language | null;
  /** Names of the people at this device, the first one's own. */
  names: string[];
  team: string;
  view: 'tilted' | 'above';
  turn: number;
  tilt: number;
  speed: Speed;
  sounds: boolean;
  /** Small vibrations, where the device can. */
  haptics: boolean;
  /** Neither sounds nor vibrations at night. */
  night: boolean;
  look: 'auto' | 'light' | 'dark';
  contrast: boolean;
  /** A ring in the team's colour and shape under every mole. */
  patterns: boolean;
  cellNames: boolean;
  memory: 'off' | 'left' | 'odds';
  help: boolean;
  confirm: boolean;
  /** What the game is about was said, before the first one on this device. */
  welcomed: boolean;
  autoPass: boolean;
  /** In pass and play, turn the board towards whoever is to act. */
  facing: boolean;
  /** Log and chat beside the board, where there is room. */
  log: boolean;
  /** This device is told of turns over days. */
  calls: boolean;
  /** But not in the hours between these, in minutes of the day. */
  quiet: boolean;
  quietFrom: number;
  quietUntil: number;
  /** The last set-up, to be offered again. */
  setup: string | null;
}

const PLACE = 'taupes.settings';

/** Whether a wish is set on the device, for all that runs there. */
const isAsked = (wish: string): boolean => globalThis.matchMedia?.(`(${wish})`).matches ?? false;

export const DEFAULTS: Settings = {
  language: null,
  names: [],
  team: 'red',
  view: 'tilted',
  turn: TILTED.turn,
  tilt: TILTED.tilt,
  speed: 'normal',
  sounds: true,
  haptics: true,
  night: true,
  look: 'auto',
  contrast: isAsked('prefers-contrast: more'),
  patterns: false,
  cellNames: false,
  memory: 'off',
  help: true,
  confirm: false,
  welcomed: false,
  autoPass: false,
  facing: false,
  log: true,
  calls: false,
  quiet: true,
  quietFrom: 22 * 60,
  quietUntil: 8 * 60,
  setup: null,
};

/** Stored settings over the defaults; what does not fit is forgotten. */
export function readSettings(text: string | null): Settings {
  const settings = { ...DEFAULTS };
  try {
    const stored: unknown = JSON.parse(text ?? '{}');
    if (typeof stored !== 'object' || stored === null) return settings;
    for (const [name, value] of Object.entries(stored)) {
      const usual = DEFAULTS[name as keyof Settings];
      if (usual === undefined) continue;
      if (usual === null || value === null ? true : typeof value === typeof usual)
        Object.assign(settings, { [name]: value });
    }
  } catch {
    return { ...DEFAULTS };
  }
  return settings;
}

export const settings: Settings = $state(readSettings(kept(PLACE)));

/** Keep every change; called once by the page. */
export function keepSettings(): () => void {
  return $effect.root(() => {
    $effect(() => keep(PLACE, JSON.stringify(settings)));
  });
}

/** Whether the device asks for little movement. */
export const wantsStillness = (): boolean => isAsked('prefers-reduced-motion: reduce');

/** How fast things move: as chosen, unless the device asks for stillness. */
export function animationSpeed(): Speed {
  return wantsStillness() ? 'off' : settings.speed;
}
