import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Where `npm run dev` finds a running `taupes serve`. */
const SERVER = 'http://127.0.0.1:8080';
/** The service worker has to lie at the root, under a name that stays. */
const WORKER = 'sw.js';

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });
}

/** Tells the service worker which files the page has, once all are written. */
function tellWorker(): Plugin {
  let folder = '';
  return {
    name: 'tell-worker',
    apply: 'build',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      const worker = join(folder, WORKER);
      const paths = filesIn(folder)
        .filter((path) => path !== worker)
        .sort();
      const total = createHash('sha256');
      for (const path of [...paths, worker]) total.update(readFileSync(path));
      const names = paths.map((path) => relative(folder, path).replaceAll('\\', '/'));
      const files = names.map((name) => (name === 'index.html' ? '' : name));
      const told = readFileSync(worker, 'utf8')
        .replaceAll(/\bVERSION\b/g, JSON.stringify(total.digest('hex').slice(0, 16)))
        .replaceAll(/\bFILES\b/g, JSON.stringify(files));
      writeFileSync(worker, told);
    },
  };
}

/** While one works on it, the page lies at the root, as it does on a server. */
function sayPlace(): Plugin {
  return {
    name: 'say-place',
    apply: 'serve',
    transformIndexHtml: (text) => text.replace('<html', '<html data-root="/"'),
  };
}

export default defineConfig({
  // Whoever serves the page may put it anywhere: nothing in it begins at the host's root.
  base: './',
  plugins: [svelte(), tellWorker(), sayPlace()],
  build: {
    target: 'es2022',
    outDir: '../src/taupes/server/static',
    emptyOutDir: true,
    license: { fileName: 'licences.md' },
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/offline/worker.ts' },
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? WORKER : 'assets/[name]-[hash].js'),
      },
    },
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': { target: SERVER, ws: true } } },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : undefined,
  test: { include: ['tests/**/*.test.ts'] },
});
