import { expect, it, vi } from 'vitest';
import {
  formatBytes,
  formatDay,
  formatPercent,
  formatTime,
  formatUnit,
} from '../src/messages/figures';
import { plain } from './plain';

it('writes percents as each language does', () => {
  const written = ['en', 'fr', 'de'].map((language) => plain(formatPercent(0.123, language, 1)));
  expect(written).toEqual(['12.3%', '12,3 %', '12,3 %']);
  expect(formatPercent(0.615, 'en')).toBe('62%');
});

it('writes a day as each language does', () => {
  const day = Date.UTC(2026, 2, 1, 12);
  expect(formatTime(day, 'de')).toContain('01.03.2026');
  expect(plain(formatTime(day, 'fr'))).toContain('1 mars 2026');
});

it('writes a day as people do where the reader lives', () => {
  vi.stubGlobal('navigator', { languages: ['de-AT', 'en-GB', 'en-US'] });
  expect(formatDay('2026-11-18', 'en')).toMatch(/^Wednesday,? 18 November 2026$/);
  expect(formatTime(Date.UTC(2026, 2, 1, 12), 'en')).toContain('1 Mar 2026');
  vi.stubGlobal('navigator', { languages: ['en'] });
  expect(formatDay('2026-11-18', 'en')).toBe('Wednesday, November 18, 2026');
  vi.unstubAllGlobals();
});

it('writes the size of a file as each language does', () => {
  const written = ['en', 'fr', 'de'].map((language) => plain(formatBytes(1_430_000, language)));
  expect(written).toEqual(['1.4 MB', '1,4 Mo', '1,4 MB']);
  expect(plain(formatBytes(900, 'en'))).toBe('0.1 MB');
});

it('keeps a number and its unit on one line', () => {
  const written = ['en', 'fr', 'de'].map((language) => formatUnit(30, 'minute', language));
  expect(written.map(plain)).toEqual(['30 min', '30 min', '30 Min.']);
  expect(written.filter((text) => text.includes(' '))).toEqual([]);
  expect(formatBytes(1_430_000, 'de')).not.toContain(' ');
});
