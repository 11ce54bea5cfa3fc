/**
 * Damages the file system of /data while the box is off: what can be repaired keeps everything, what cannot be repaired is
 * made anew, and the box is healthy both times.
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
const NAME = 'Kept through the repair';

/** @param flash makes a fresh card by name */
export async function checkDamagedData(table, folder, flash) {
  const card = await flash('damaged-data');
  const box = new Box({ name: 'damaged-data', folder, card, memory: MEMORY });
  const damage = async (bytes) => {
    await box.inside('sync');
    await box.quit();
    await overwrite(card, bytes);
    await box.start();
    await box.until('GET /health', () => box.ask('/health'));
    const { text } = await box.inside('journalctl --boot --no-pager --output=cat --unit=tonearm-prepare-data');
    return text.split('\n').filter((line) => line.startsWith('data: '));
  };
  try {
    await box.start();
    await box.answers();
    await box.ask('/saved-playlists', { method: 'POST', body: { name: NAME } });
    await table.check('/data without superblock and group descriptors: repaired, nothing lost', async () => {
      const said = await damage(Buffer.alloc(HEAD));
      const playlists = JSON.stringify(await box.ask('/saved-playlists'));
      expect(playlists.includes(NAME), `${said.join('; ')}; ${playlists}`);
      return said.join('; ');
    });
    await table.check('/data full of garbage: made anew, the box is healthy', async () => {
      const said = await damage(randomBytes(96 * MIB));
      const { text: failed } = await box.inside('systemctl --failed --plain --no-legend');
      const { text: megabytes } = await box.inside('df -m --output=size /data | tail -n 1');
      expect(failed === '' && Number(megabytes) > 1500, `${said.join('; ')}; ${failed}; ${megabytes} MB`);
      await box.ask('/saved-playlists', { method: 'POST', body: { name: NAME } });
      return said.join('; ');
    });
  } finally {
    await box.quit();
  }
}

/** Overwrites the beginning of p8. */
async function overwrite(card, bytes) {
  const { stdout } = await mustRun('sfdisk', 'sfdisk', ['--json', card], { capture: true });
  const file = await open(card, 'r+');
  try {
    await file.write(bytes, 0, bytes.length, JSON.parse(stdout).partitiontable.partitions[7].start * 512);
  } finally {
    await file.close();
  }
}
