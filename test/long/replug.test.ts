/** A card is unplugged and plugged in again a hundred times while the daemon plays: no memory, descriptor or thread leaks. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { createHouse, type Daemon } from '../e2e/daemon.js';
import { makeMp3 } from '../fixtures/mp3.js';

const CYCLES = 100;
/** Cycles after which memory no longer grows by caches that fill. */
const WARM_UP = 20;
const MAX_GROWTH_KIB = 8 * 1024;
t.setTimeout(0);

async function footprint({ process: { pid } }: Daemon) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kibibytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
  const descriptors = (await readdir(`/proc/${pid}/fd`)).length;
  const threads = (await readdir(`/proc/${pid}/task`)).length;
  return { kibibytes, descriptors, threads };
}

t.test(`unplugging the card ${CYCLES} times leaks no memory, descriptor or thread`, async (t) => {
  const { rig, library, start } = await createHouse(t);
  const file = join(library, 'a.mp3');
  await makeMp3(file, { seconds: 1200, seed: 7 });
  const daemon = await start();
  await daemon.play([file]);
  await daemon.put('/player/play');
  await daemon.until('playing', async () => (await daemon.elapsed()) > 0);
  let early = await footprint(daemon);
  let elapsed = 0;
  for (let cycle = 1; cycle <= CYCLES; cycle++) {
    await rig.inject('unplug');
    await daemon.until('paused', async () => (await daemon.playbackStatus()) === 3);
    await rig.clearFault();
    await daemon.until('playing again', async () => (await daemon.playbackStatus()) === 1);
    const from = elapsed;
    await daemon.until('the position moves on', async () => (elapsed = await daemon.elapsed()) > from);
    if (cycle === WARM_UP) early = await footprint(daemon);
  }
  const late = await footprint(daemon);
  t.comment(`${JSON.stringify(early)} and ${JSON.stringify(late)}`);
  t.equal(late.descriptors, early.descriptors);
  t.equal(late.threads, early.threads);
  t.ok(late.kibibytes - early.kibibytes < MAX_GROWTH_KIB, `${early.kibibytes} KiB, then ${late.kibibytes} KiB`);
});
