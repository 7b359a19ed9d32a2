/** What the keeper of tables offers: bots, rules, phrases. */

import type { BotInfo, RulesInfo, ServerInfo } from '../protocol/info';
import { askOnce, spoken } from './requests';

export const info = {
  bots: () => askOnce<BotInfo[]>(`/api/bots?language=${spoken()}`),
  rules: () => askOnce<RulesInfo>(`/api/rules?language=${spoken()}`),
  server: () => askOnce<ServerInfo>('/api/server'),
};
