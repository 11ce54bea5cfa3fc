import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import t from 'tap';

import { makeMp3, referenceS32 } from '../fixtures/mp3.js';
import { comparePcm, describeComparison } from '../rig/pcm-compare.js';
import { createHouse, xruns } from './daemon.js';

const BLOCKER = fileURLToPath(new URL('block-main.cjs', import.meta.url));

t.test(
  'a main thread that is blocked for 500 ms at a time under forced garbage collection costs no frame',
  async (t) => {
    const { rig, library, start } = await createHouse(t);
    const files = ['one.mp3', 'two.mp3'].map((name) => join(library, name));
    for (const [at, file] of files.entries()) await makeMp3(file, { seconds: 6, seed: at + 20 });
    const daemon = await start({ nodeOptions: ['--expose-gc', '--require', BLOCKER] });
    await daemon.play(files);
    await daemon.put('/player/play');
    await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
    const reference = Buffer.concat(await Promise.all(files.map((file) => referenceS32(file))));
    const result = comparePcm(reference, await rig.capture(), 8);
    t.ok(result.exact, describeComparison(result));
    t.equal(await xruns(rig), 0);
  },
);
