/**
 * A box of 448 MB takes in a stick with 100,000 tracks: the scan ends with all of them, the kernel ends nothing for want
 * of memory, the daemon does not start anew, and a search is answered afterwards.
 */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun } from '../../native/setup/run.mjs';
import { makeCorpus } from '../bench/make-corpus.mjs';
import { Box } from './box.mjs';
import { memoryInUse } from './checks.mjs';
import { expect } from './table.mjs';

const TRACKS = 100_000;
const MEMORY = 448;
const LABEL = 'LARGE';
const UUID = '746f6e65-6c61-4267-8000-000000000001';
/** Time limit of the scan in ms, in an emulator that is about 16 times slower than the machine under it. */
const SCAN_LIMIT = 90 * 60_000;
const UNIT = 'systemctl show tonearm --property=NRestarts,MemoryPeak --value';

/** @param flash makes a fresh card by name */
export async function checkLargeLibrary(table, folder, flash) {
  const stick = await makeStick(join(folder, 'large-library'));
  const box = new Box({ name: 'large-library', folder, card: await flash('large-library'), memory: MEMORY });
  try {
    await box.start();
    await box.answers();
    await table.check(`${MEMORY} MB: a stick with ${TRACKS} tracks is scanned`, () => scan(box, stick));
    await table.check('nothing was ended for want of memory', async () => {
      const { text: killed } = await box.inside('journalctl --boot --no-pager | grep -ciE "oom-kill|out of memory"');
      const { text } = await box.inside(UNIT);
      const [restarts, peak] = text.split('\n').map(Number);
      expect(killed === '0' && restarts === 0, `${killed} lines about it, ${restarts} new starts of the daemon`);
      return `the daemon took ${Math.round(peak / 2 ** 20)} MB at most (page cache included), the box has ${await memoryInUse(box)} MB in use`;
    });
    await table.check('search among them', async () => {
      const begin = performance.now();
      const { tracks } = await box.ask('/search?q=river');
      expect(tracks.length > 0, 'no track was found');
      return `${tracks.length} tracks, ${Math.round(performance.now() - begin)} ms`;
    });
  } finally {
    await box.quit();
  }
}

/** Plugs the stick in and waits for the end of its scan. */
async function scan(box, stick) {
  await box.monitor(`drive_add 0 if=none,id=large,file=${stick},format=raw,readonly=on`);
  await box.monitor('device_add usb-storage,drive=large,id=large');
  const begin = performance.now();
  let most = 0;
  const root = await box.until(
    'all tracks',
    async () => {
      most = Math.max(most, await memoryInUse(box));
      const { roots } = await box.ask('/system/roots');
      return roots.find(({ path, tracks }) => path.includes(LABEL) && tracks === TRACKS);
    },
    SCAN_LIMIT,
  );
  return `${root.tracks} tracks, ${Math.round((performance.now() - begin) / 1000)} s, at most ${most} MB in use`;
}

/** Makes an ext4 file system with the tracks, once. @returns its path */
async function makeStick(folder) {
  const stick = join(folder, 'stick');
  if (existsSync(stick)) return stick;
  rmSync(folder, { recursive: true, force: true });
  const corpus = join(folder, 'corpus');
  mkdirSync(corpus, { recursive: true });
  makeCorpus(corpus, { count: TRACKS, mix: 0 });
  const options = ['-q', '-t', 'ext4', '-b', '4096', '-N', '130000', '-L', LABEL, '-U', UUID, '-d', corpus];
  await mustRun('mke2fs', 'mke2fs', [...options, `${stick}.part`, '2500M'], { capture: true });
  rmSync(corpus, { recursive: true });
  renameSync(`${stick}.part`, stick);
  return stick;
}
