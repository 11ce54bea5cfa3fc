/**
 * Measures what the box writes to its card, as the card sees it: idle and while it plays. Names the processes that change
 * files there.
 */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CardServer, partitionsOf } from './card-server.mjs';
import { Box } from './box.mjs';
import { mustRun } from '../../native/setup/run.mjs';
import { expect } from './table.mjs';
import { writeTone } from './wav.mjs';

const MEMORY = 448;
const MINUTES = 10;
/** Nothing was written for so long: the box has settled after its start, and `kept-log` holds no warning back. */
const QUIET_SECONDS = 11 * 60;
const SETTLE_LIMIT = 45 * 60_000;
/** While it plays: blocks of 4 KiB an hour that a card may have to write. */
const MOST_BLOCKS_AN_HOUR = 3000;
/** A stick with tracks as long as songs are. */
const LABEL = 'SONGS';
const TRACKS = 3;
const TRACK_SECONDS = 240;
/** What the scan of the stick writes comes before, in ms. */
const AFTER_SCAN = 90_000;
const PLAYING = 1;
const TRACING = '/sys/kernel/tracing';
/** Events of the kernel that tell who changes a file or its inode. */
const EVENTS = [
  'ext4/ext4_da_write_begin',
  'ext4/ext4_mark_inode_dirty',
  'ext4/ext4_sync_file_enter',
  'block/block_bio_queue',
];

/** @param flash makes a fresh card by name */
export async function checkWrites(table, folder, flash) {
  const card = await flash('writes');
  const server = new CardServer({ folder, name: 'writes', card, ranges: await partitionsOf(card) });
  await server.start();
  const box = new Box({ name: 'writes', folder, card, memory: MEMORY });
  box.cardSocket = server.socket;
  try {
    await box.start();
    await table.check('the box settles', () => settle(box, server));
    await server.command(`log ${join(folder, 'writes.txt')}`);
    await table.check(`${MINUTES} minutes idle: nothing is written`, async () => {
      const { written, said } = await measure(box, server);
      expect(written.length === 0, said);
      return said;
    });
    await table.check(`${MINUTES} minutes of playing songs of ${TRACK_SECONDS / 60} minutes`, async () => {
      await play(box, await makeStick(join(folder, 'writes-stick')));
      const { blocks, said } = await measure(box, server);
      expect((await box.ask('/player/status')).status === PLAYING, 'it does not play any more');
      const anHour = (blocks * 60) / MINUTES;
      expect(anHour > 0 && anHour <= MOST_BLOCKS_AN_HOUR, `${anHour} blocks an hour: ${said}`);
      return said;
    });
    await box.quit();
  } finally {
    await box.quit();
    await server.end();
  }
}

const written = ({ ranges }) => Object.values(ranges).reduce((sum, { writes }) => sum + writes, 0);

/** Waits until the box is healthy and has not written for a while. */
async function settle(box, server) {
  await box.until('GET /health', () => box.ask('/health'));
  await box.inside(
    `mount -t tracefs tracefs ${TRACING}; cd ${TRACING} && for e in ${EVENTS.join(' ')}; do echo 1 >events/$e/enable; done`,
  );
  const begin = performance.now();
  let [last, since] = [-1, begin];
  await box.until(
    `${QUIET_SECONDS} s without a write`,
    async () => {
      const now = written(await server.counters());
      if (now !== last) [last, since] = [now, performance.now()];
      return performance.now() - since >= QUIET_SECONDS * 1000;
    },
    SETTLE_LIMIT,
  );
  return `${last} writes, the last ${((since - begin) / 1000).toFixed(0)} s after it was healthy`;
}

/** @returns path of an image with the tracks */
async function makeStick(folder) {
  const stick = join(folder, 'stick');
  if (existsSync(stick)) return stick;
  mkdirSync(folder, { recursive: true });
  const music = join(folder, 'music');
  mkdirSync(music, { recursive: true });
  for (let n = 1; n <= TRACKS; n++) {
    const wav = join(folder, 'song.wav');
    writeTone(wav, { hertz: 200 + 100 * n, seconds: TRACK_SECONDS, amplitude: 0.3 });
    await mustRun('lame', 'lame', ['--quiet', '-b', '128', '--tt', `Song ${n}`, wav, join(music, `${n}.mp3`)], {
      capture: true,
    });
    rmSync(wav);
  }
  const options = ['-q', '-t', 'ext4', '-L', LABEL, '-d', music];
  await mustRun('mke2fs', 'mke2fs', [...options, `${stick}.part`, '32M'], { capture: true });
  renameSync(`${stick}.part`, stick);
  return stick;
}

/** Plays a stick again and again, after its scan. */
async function play(box, stick) {
  await box.monitor(`drive_add 0 if=none,id=songs,file=${stick},format=raw,readonly=on`);
  await box.monitor('device_add usb-storage,drive=songs,id=songs');
  const { path } = await box.until('the stick', async () => {
    const { roots } = await box.ask('/system/roots');
    return roots.find((root) => root.path.includes(LABEL) && root.tracks === TRACKS);
  });
  await delay(AFTER_SCAN);
  const tracks = Array.from({ length: TRACKS }, (_, n) => `${path}/${n + 1}.mp3`);
  await box.ask('/settings', { method: 'PUT', body: { repeat_mode: 1 } });
  await box.ask('/playlists', { method: 'POST', body: { tracks } });
  await box.ask('/playlists/start', { method: 'PUT' });
  await box.until('playing', async () => (await box.ask('/player/status')).status === PLAYING);
}

/** @returns `{ written, blocks, said }`: names of the written partitions, 4 KiB blocks, and all of it in words */
async function measure(box, server) {
  await box.inside(`echo >${TRACING}/trace`);
  await server.command('reset');
  await delay(MINUTES * 60_000);
  const { ranges, flushes } = await server.counters();
  const used = Object.entries(ranges).filter(([, { writes }]) => writes > 0);
  const blocks = used.reduce((sum, [, range]) => sum + range.blocks, 0);
  const words = used.map(([name, { writes, bytes, blocks: each }]) => {
    const anHour = (count) => Math.round((count * 60) / MINUTES);
    return `${name}: ${anHour(bytes / 1024)} KB an hour in ${anHour(writes)} writes of ${anHour(each)} blocks`;
  });
  const said = used.length === 0 ? 'nothing' : `${words.join('; ')}; ${flushes} flushes; ${await writers(box)}`;
  return { written: used.map(([name]) => name), blocks, said };
}

/** Names of the processes that have changed files, with the number of their events. */
async function writers(box) {
  const { text } = await box.inside(
    `sed -nE 's/^ *(.+)-[0-9]+ +[[].*: (ext4_[a-z_]+|block_bio_queue: [0-9,]+ W[A-Z]*).*/\\1 \\2/p' ${TRACING}/trace | ` +
      'sed "s/block_bio_queue: [0-9,]*/bio/" | sort | uniq -c | sort -rn | head -n 12',
  );
  return text
    .split('\n')
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .join(', ');
}
