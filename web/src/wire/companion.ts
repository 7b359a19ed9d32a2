/** What is asked about a real table. */

import type { CompanionWish, Counsel } from '../protocol/companion';
import { ask, spoken } from './requests';

export const counselOn = (wish: Omit<CompanionWish, 'language'>) =>
  ask<Counsel>('/api/companion', { ...wish, language: spoken() } satisfies CompanionWish);
