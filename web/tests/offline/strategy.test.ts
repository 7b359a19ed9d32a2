import { describe, expect, it } from 'vitest';
import { strategyFor } from '../../src/offline/strategy';

const HERE = 'http://taupes.test';
const plan = (path: string, mode = 'cors', method = 'GET') =>
  strategyFor(method, `${HERE}${path}`, mode, HERE);

describe('the service worker', () => {
  it('takes the page from the network first', () => {
    expect(plan('/', 'navigate')).toBe('page');
    expect(plan('/table/abc?x=1', 'navigate')).toBe('page');
  });

  it('takes from the device what is named after its content', () => {
    expect(plan('/assets/index-abc.js')).toBe('asset');
    expect(plan('/icon-192.png')).toBe('asset');
    expect(plan('/manifest.webmanifest')).toBe('asset');
  });

  it('keeps answers that last', () => {
    for (const path of ['/api/boards', '/api/boards/quick/picture', '/api/rules?language=fr'])
      expect(plan(path)).toBe('answer');
  });

  it('leaves everything else to the network', () => {
    for (const path of ['/api/tables', '/api/me/tables', '/metrics', '/sw.js'])
      expect(plan(path), path).toBe('network');
    expect(plan('/api/boards/check', 'cors', 'POST')).toBe('network');
    expect(plan('/api/health', 'navigate')).toBe('network');
    expect(strategyFor('GET', 'http://elsewhere.test/assets/x.js', 'cors', HERE)).toBe('network');
  });
});
