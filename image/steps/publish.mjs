import { createHash } from 'node:crypto';
import { createReadStream, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { IMAGE } from '../paths.mjs';
import { step, report } from './clock.mjs';
import { call } from './program.mjs';

/** The package manifest, and unless told otherwise the compressed image with its checksum. */
export async function publish(packages, { compress }) {
  writeFileSync(`${IMAGE}.manifest`, packages.map(({ name, version }) => `${name} ${version}\n`).join(''));
  if (!compress) return;
  // What is large is compressed already: a higher level costs minutes and saves nothing.
  await step('compressing', () => call('xz', ['-2', '--threads=0', '--keep', '--force', IMAGE]));
  const hash = createHash('sha256');
  await pipeline(createReadStream(`${IMAGE}.xz`), hash);
  writeFileSync(`${IMAGE}.xz.sha256`, `${hash.digest('hex')}  ${basename(IMAGE)}.xz\n`);
  report(`${IMAGE}.xz: ${(statSync(`${IMAGE}.xz`).size / 1e6).toFixed(0)} MB`);
}
