import { describe, expect, it } from 'vitest';
import { strategyFor } from '../../src/offline/strategy';

describe.each(['http://taupes.test/', 'http://host.test/games/taupes/'])('at %s', (place) => {
  const plan = (path: string, mode = 'cors', method = 'GET') =>
    strategyFor(method, place + path, mode, place);

  it('takes the page from the network first', () => {
    expect(plan('', 'navigate')).toBe('page');
    expect(plan('table/abc?x=1', 'navigate')).toBe('page');
  });

  it('takes from the device what is named after its content', () => {
    for (const path of ['assets/index-abc.js', 'engine/python-abc.wasm.gz', 'icon-192.png'])
      expect(plan(path)).toBe('asset');
    expect(plan('manifest.webmanifest')).toBe('asset');
    expect(plan('licences.md')).toBe('asset');
  });

  it('keeps answers that last', () => {
    const paths = ['api/boards', 'api/boards/quick/picture', 'api/rules?language=fr'];
    for (const path of [...paths, 'answers/rules.fr.json']) expect(plan(path)).toBe('answer');
  });

  it('leaves everything else to the network', () => {
    for (const path of ['api/tables', 'api/me/tables', 'metrics', 'sw.js', 'engine.json'])
      expect(plan(path), path).toBe('network');
    expect(plan('api/boards/check', 'cors', 'POST')).toBe('network');
    expect(plan('api/health', 'navigate')).toBe('network');
    const elsewhere = 'http://elsewhere.test/assets/x.js';
    expect(strategyFor('GET', elsewhere, 'cors', place)).toBe('network');
  });
});
