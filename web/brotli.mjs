/** Writes a .br beside every .gz of a folder, for hosts that look for one: `node brotli.mjs FOLDER`. */

import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const [folder] = process.argv.slice(2);
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
  if (name.endsWith('.gz')) {
    const plain = join(folder, name.slice(0, -3));
    writeFileSync(`${plain}.br`, brotliCompressSync(readFileSync(plain)));
  }
