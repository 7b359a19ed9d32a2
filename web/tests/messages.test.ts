import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import de from '../src/messages/de';
import en from '../src/messages/en';
import { type Catalogue, fill } from '../src/messages/fill';
import fr from '../src/messages/fr';

const SOURCE = new URL('../src', import.meta.url).pathname;
const catalogues: Record<string, Catalogue> = { fr, en, de };

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return files(path);
    return /\.(svelte|ts)$/.test(entry.name) ? [path] : [];
  });
}

const code = files(SOURCE)
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');
const asked = new Set([...code.matchAll(/\bt\(\s*'([\w.]+)'/g)].map((found) => found[1]!));
/** Every text in quotes: a name may be chosen before it is asked for. */
const quoted = new Set([...code.matchAll(/'([\w.]+)'/g)].map((found) => found[1]!));
/** `t(`home.${name}`)` uses every message that begins and ends so. */
const patterns = [...code.matchAll(/\b(?:t|maybe)\(\s*`([^`]+)`/g)].map(
  (found) => new RegExp(`^${found[1]!.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '.+')}$`),
);
const values = (text: Catalogue[string]) =>
  [...JSON.stringify(text).matchAll(/\{(\w+)\}/g)].map((found) => found[1]!);

describe('messages', () => {
  it('are all there', () => {
    expect([...asked].filter((name) => !(name in en))).toEqual([]);
  });

  it.each(Object.keys(catalogues))('stand in one file only, in %s', (language) => {
    const folder = join(SOURCE, 'messages', language);
    const names = readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .flatMap((name) =>
        Object.keys(JSON.parse(readFileSync(join(folder, name), 'utf8')) as object),
      );
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names.sort()).toEqual(Object.keys(catalogues[language]!).sort());
  });

  it('are all used', () => {
    const unused = Object.keys(en).filter(
      (name) => !quoted.has(name) && !patterns.some((pattern) => pattern.test(name)),
    );
    expect(unused).toEqual([]);
  });

  it.each(Object.keys(catalogues))('are complete in %s', (language) => {
    const catalogue = catalogues[language]!;
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(en).sort());
    for (const [name, message] of Object.entries(catalogue)) {
      expect(JSON.stringify(message), name).not.toBe('""');
      const wanted = new Set(values((en as Catalogue)[name]!));
      for (const value of values(message))
        expect([...wanted], `${language} ${name}`).toContain(value);
    }
  });

  it('are translated', () => {
    const words = (catalogue: Catalogue, name: string) =>
      JSON.stringify(catalogue[name]).replace(/\{\w+\}|"\w+":|[^\p{L}]/gu, '');
    const same = Object.keys(en).filter((name) => {
      const text = words(en, name);
      return text.length > 12 && [fr, de].some((other) => words(other, name) === text);
    });
    expect(same).toEqual([]);
  });

  it('take values and the form for a number', () => {
    expect(fill('{a} and {b}', { a: 1, b: 'x' }, 'en')).toBe('1 and x');
    const moles = { one: '{count} mole', other: '{count} moles', '=0': 'none' };
    expect([0, 1, 2].map((count) => fill(moles, { count }, 'en'))).toEqual([
      'none',
      '1 mole',
      '2 moles',
    ]);
  });

  it('speak to whoever is spoken of', () => {
    const wins = { you: 'You win', other: '{name} wins' };
    expect(fill(wins, { name: 'Ada', who: 'you' }, 'en')).toBe('You win');
    expect(fill(wins, { name: 'Ada', who: '' }, 'fr')).toBe('Ada wins');
  });

  it('leave no words in the markup', () => {
    const words = files(SOURCE)
      .filter((path) => path.endsWith('.svelte'))
      .flatMap((path) => {
        const markup = readFileSync(path, 'utf8')
          .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
          .replace(/<!--[\s\S]*?-->/g, '')
          .replace(/\{[^{}]*(\{[^{}]*(\{[^{}]*\}[^{}]*)*\}[^{}]*)*\}/g, '')
          .replace(/=>|>=|<=/g, '');
        return [...markup.matchAll(/>([^<>]*[A-Za-zÀ-ÿ]{3,}[^<>]*)</g)].map((found) =>
          found[1]!.trim(),
        );
      });
    expect(words.filter((word) => !word.endsWith('Taupes'))).toEqual([]);
  });
});
