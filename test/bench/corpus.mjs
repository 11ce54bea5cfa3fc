/**
 * The library that is scanned: 10,000 MP3 and 1,000 files of eight other formats, made once and kept in build/bench.
 */
import { existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeCorpus } from './make-corpus.mjs';
import { BENCH, scratchFolder } from './paths.mjs';

const FOLDER = join(BENCH, 'corpus');
const MP3 = 10_000;
const MIX = 1000;

/** @returns folders of MP3 files and of the other formats, and the number of files in each */
export function theCorpus(say) {
  if (!existsSync(join(FOLDER, 'manifest.json'))) {
    say(`making ${MP3} MP3 and ${MIX} other files, once`);
    const unfinished = `${FOLDER}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true });
    makeCorpus(unfinished, { count: MP3, mix: MIX });
    renameSync(unfinished, FOLDER);
  }
  return {
    mp3: { folder: join(FOLDER, 'mp3'), count: MP3, files: [] },
    mix: { folder: join(FOLDER, 'mix'), count: MIX, files: [] },
  };
}

/**
 * Makes a folder that holds `times` hard links to each file of `folder`, which has no folders below its first level.
 */
export function multiplied({ folder, count }, times) {
  const large = scratchFolder('large');
  for (let time = 0; time < times; time++) {
    for (const album of readdirSync(folder)) {
      const copy = join(large, `${time}-${album}`);
      mkdirSync(copy);
      for (const name of readdirSync(join(folder, album))) linkSync(join(folder, album, name), join(copy, name));
    }
  }
  return { folder: large, count: count * times, files: [] };
}
