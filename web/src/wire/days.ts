/** The stack of the day: what is played, one's own try, everybody's results. */

import type { DayInfo } from '../protocol/day';
import { isOnDevice } from '../protocol/keeper';
import type { TableView } from '../protocol/table';
import { asGuest, ask } from './requests';
import { noteShelved } from './shelved';

export const days = {
  /** A day by its date, or today. */
  of: (day = 'today') => ask<DayInfo>(`/api/days/${day}`),
  /** The table of one's only try. */
  async play(name: string | undefined): Promise<string> {
    await asGuest();
    const { table } = await ask<TableView>('/api/days/today', { name });
    if (isOnDevice(table)) noteShelved();
    return table;
  },
};
