/** Reads and writes files on the FAT partitions of a card file, from outside: with sfdisk and mtools. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun } from '../../native/setup/run.mjs';

/** The partition with the firmware, which Raspberry Pi Imager and people write to. */
export const FIRMWARE = 1;

const call = (program, args) => mustRun(program, program, args, { capture: true });

/** @returns the name by which mtools know partition `number` of a card */
async function partitionOf(card, number) {
  const { stdout } = await call('sfdisk', ['--json', card]);
  const { sectorsize, partitions } = JSON.parse(stdout).partitiontable;
  return `${card}@@${partitions[number - 1].start * sectorsize}`;
}

/** Writes files by name, in place of those that are there. The box must be off. @param scratch folder for copies */
export async function writeToCard(card, number, files, scratch) {
  const partition = await partitionOf(card, number);
  for (const [name, content] of Object.entries(files)) {
    const copy = join(scratch, `for-card-${name}`);
    writeFileSync(copy, content);
    await call('mcopy', ['-o', '-i', partition, copy, `::${name}`]);
  }
}

/** @returns text of a file, as far as the box has written it to the card */
export async function readFromCard(card, number, name) {
  const { stdout } = await call('mcopy', ['-i', await partitionOf(card, number), `::${name}`, '-']);
  return stdout;
}
