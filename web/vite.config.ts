import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** Where `npm run dev` finds a running `taupes serve`. */
const SERVER = 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2022', outDir: '../src/taupes/server/static', emptyOutDir: true },
  server: { proxy: { '/api': { target: SERVER, ws: true } } },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : undefined,
  test: { include: ['tests/**/*.test.ts'] },
});
