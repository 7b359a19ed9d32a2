/** Says what is allowed in a lesson: the page knows it; what it does not know, the server does. */

import type { Lesson } from '../../game/lesson';
import { outcome, standing } from '../../game/tries';
import { language } from '../../messages/index.svelte';
import type { Referee } from '../../parts/sandbox.svelte';
import { records } from '../../wire/records';

export function refereeOf(lesson: Lesson): Referee {
  return {
    replay: async (record) => standing(lesson, record) ?? records.replay(record),
    attempt: async (record, action) =>
      outcome(lesson, record, action, language()) ?? records.attempt(record, action),
  };
}
