/** Says what is allowed in a lesson: the page knows it; what it does not know, the server does. */

import { outcome, standing } from '../../board/answers';
import type { Lesson } from '../../board/lesson';
import { language } from '../../messages/index.svelte';
import { records } from '../../wire/record';
import type { Judge } from '../replay/trial.svelte';

export function judgeOf(lesson: Lesson): Judge {
  return {
    replay: async (record) => standing(lesson, record) ?? records.replay(record),
    attempt: async (record, action) =>
      outcome(lesson, record, action, language()) ?? records.attempt(record, action),
  };
}
