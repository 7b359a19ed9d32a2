/** What a keeper of tables offers: bots, rules, phrases (docs/server.md). */

import type { RuleValue } from './game';

export interface BotInfo {
  name: string;
  /** Its name in the language asked for. */
  title?: string;
  description?: string;
  /** By number of players, its rating points ahead of the greedy level. */
  strength?: Record<string, number>;
  /** How many times as much a mole is worth to it. */
  reliance?: number;
  /** How hard it is to beat, from 1 on; 0 for one that grows with whoever plays it. */
  stars?: number;
  /** What several of it may differ in, in the order in which they get it. */
  temperaments?: { name: string; title: string; description: string }[];
}

/** Presets and options of the rules, in the page's language. */
export interface RulesInfo {
  default: string;
  presets: {
    name: string;
    source: string;
    about: string;
    rules: Record<string, Record<string, RuleValue>>;
  }[];
  /**
   * By number of players: how many moles everybody has, what it is worth in rating points to have 1, 2, …
   * instead, and how many fewer whoever begins has for a fair start; 0 if there is none.
   */
  moles: Record<string, { usual: number; worth: number[]; first_has_fewer: number }>;
  options: {
    name: string;
    about: string;
    values: { value: RuleValue; about: string; source: string }[];
  }[];
}

export interface ServerInfo {
  version: string;
  /** The ready phrases of the chat, by code. */
  phrases: string[];
}
