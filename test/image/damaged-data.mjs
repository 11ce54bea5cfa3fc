/**
 * Damages the file system of /data while the box is off: what can be repaired keeps everything, what cannot be repaired is
 * made anew, and the box is healthy each time.
 */
import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { mustRun } from '../../native/setup/run.mjs';
import { Box } from './box.mjs';
import { expect } from './table.mjs';

const MEMORY = 448;
const MIB = 1024 * 1024;
/** Bytes of the superblock and of the group descriptors behind it. */
const HEAD = 64 * 1024;
/** Bytes: several groups with their tables. */
const GARBAGE = 96 * MIB;
const NAME = 'Kept through the repair';

/** @param flash makes a fresh card by name */
export async function checkDamagedData(table, folder, flash) {
  const card = await flash('damaged-data');
  const box = new Box({ name: 'damaged-data', folder, card, memory: MEMORY });
  const damage = async (work) => {
    await box.inside('sync');
    await box.quit();
    await work(await partition(card));
    await box.start();
    await box.until('GET /health', () => box.ask('/health'));
    const { text } = await box.inside('journalctl --boot --no-pager --output=cat --identifier=data');
    return text.split('\n').filter((line) => line !== '');
  };
  try {
    await box.start();
    await box.answers();
    await box.ask('/saved-playlists', { method: 'POST', body: { name: NAME } });
    await table.check('/data without superblock and group descriptors: repaired, nothing lost', async () => {
      const said = await damage(({ start }) => overwrite(card, start, Buffer.alloc(HEAD)));
      const playlists = JSON.stringify(await box.ask('/saved-playlists'));
      expect(playlists.includes(NAME), `${said.join('; ')}; ${playlists}`);
      return said.join('; ');
    });
    const healthy = async (said) => {
      const { text: failed } = await box.inside('systemctl --failed --plain --no-legend');
      const { text: megabytes } = await box.inside('df -m --output=size /data | tail -n 1');
      expect(failed === '' && Number(megabytes) > 1500, `${said.join('; ')}; ${failed}; ${megabytes} MB`);
      await box.ask('/saved-playlists', { method: 'POST', body: { name: NAME } });
      return said.join('; ');
    };
    await table.check('/data with garbage at its beginning: the box is healthy', async () =>
      healthy(await damage(({ start }) => overwrite(card, start, randomBytes(GARBAGE)))),
    );
    await table.check('/data wiped: made anew, the box is healthy', async () => {
      const said = await damage(({ start, size }) =>
        mustRun('fallocate', 'fallocate', ['--punch-hole', '--offset', String(start), '--length', String(size), card]),
      );
      expect(
        said.some((line) => line.includes('making it anew')),
        said.join('; '),
      );
      return healthy(said);
    });
  } finally {
    await box.quit();
  }
}

/** @returns start and size of p8 in bytes */
async function partition(card) {
  const { stdout } = await mustRun('sfdisk', 'sfdisk', ['--json', card], { capture: true });
  const { start, size } = JSON.parse(stdout).partitiontable.partitions[7];
  return { start: start * 512, size: size * 512 };
}

async function overwrite(card, start, bytes) {
  const file = await open(card, 'r+');
  try {
    await file.write(bytes, 0, bytes.length, start);
  } finally {
    await file.close();
  }
}
