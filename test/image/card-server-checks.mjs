/**
 * Checks of the card server (card-server.c) without a box: qemu-io writes to it through the same block layer of QEMU, and
 * is killed like the box. Unflushed writes get lost, torn or kept; flushed ones never get lost.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CardServer } from './card-server.mjs';
import { expect } from './table.mjs';

const MIB = 1024 * 1024;
const CARD_BYTES = 80 * MIB;
const SECTORS_OF_A_WRITE = 8;
const WRITES = 64;
const SEEDS = 24;
const RANGES = { low: { start: 0, length: MIB }, high: { start: MIB, length: CARD_BYTES - MIB } };
const LIMIT = 10_000;
const PROMPT = 'qemu-io> ';

/** qemu-io on a fresh card of zeroes. */
class Rig {
  #client;
  #said = '';

  static async start(folder) {
    const rig = new Rig();
    rig.card = join(folder, 'card-server.img');
    rmSync(rig.card, { force: true });
    writeFileSync(rig.card, '');
    truncateSync(rig.card, CARD_BYTES);
    rig.server = new CardServer({ folder, name: 'card-server', card: rig.card, ranges: RANGES });
    await rig.server.start();
    rig.#client = spawn('qemu-io', ['-f', 'raw', '-t', 'writeback', `nbd+unix:///?socket=${rig.server.socket}`]);
    rig.#client.stdout.setEncoding('utf8').on('data', (text) => (rig.#said += text));
    while (!rig.#said.includes(PROMPT)) await once(rig.#client.stdout, 'data');
    return rig;
  }

  /** Runs commands of qemu-io one after the other, as it reads no more than one line at a time. @returns what it said */
  async run(commands) {
    this.#said = '';
    for (const [n, line] of commands.entries()) {
      this.#client.stdin.write(`${line}\n`);
      const deadline = performance.now() + LIMIT;
      while (this.#said.split(PROMPT).length < n + 2) {
        expect(performance.now() < deadline, `${line}: qemu-io said only ${this.#said}`);
        await Promise.race([once(this.#client.stdout, 'data'), delay(LIMIT, undefined, { ref: false })]);
      }
    }
    return this.#said;
  }

  /** Sends a command that will not be answered. */
  send(command) {
    this.#client.stdin.write(`${command}\n`);
  }

  async kill() {
    const gone = once(this.#client, 'exit');
    this.#client.kill('SIGKILL');
    await gone;
  }

  async cut(seed) {
    await this.kill();
    return this.server.cut(seed);
  }

  /** First byte of each sector of a part of the card file. */
  sectors(offset, count) {
    const bytes = Buffer.alloc(count * 512);
    const file = openSync(this.card, 'r');
    readSync(file, bytes, 0, bytes.length, offset);
    closeSync(file);
    return Array.from({ length: count }, (_, n) => bytes[n * 512]);
  }
}

const write = (n, byte, more = '') => `write ${more} -P ${byte} ${n * 4096} 4096`;

export async function checkCardServer(table, folder) {
  await table.check('card server: an unflushed write may get lost or torn, a flushed one never', async () => {
    const [total, seen] = [{ kept: 0, torn: 0, dropped: 0 }, []];
    for (let seed = 1; seed <= SEEDS; seed++) seen.push(await oneCut(folder, seed, total));
    const again = await oneCut(folder, 1, { kept: 0, torn: 0, dropped: 0 });
    expect(again === seen[0], 'the same seed cut in another way');
    const said = JSON.stringify(total);
    expect(total.kept > 0 && total.torn > 0 && total.dropped > 0, said);
    expect(new Set(seen).size > 2, 'all seeds cut in the same way');
    return `${SEEDS} seeds, ${said}`;
  });
  await table.check(
    'card server: reads see the cache; a write with FUA is durable, the one before it need not be',
    () => forcedWrites(folder),
  );
  await table.check('card server: a normal end keeps everything', async () => {
    const rig = await Rig.start(folder);
    await rig.run([write(3, 7)]);
    expect(rig.sectors(3 * 4096, 1)[0] === 0, 'the write went past the cache');
    await rig.kill();
    await rig.server.end();
    expect(rig.sectors(3 * 4096, 1)[0] === 7, 'the write is lost');
    return 'kept';
  });
  await table.check('card server: freezes at the chosen write, and counts', () => frozen(folder));
  await table.check('card server: a full cache writes its oldest part back', async () => {
    const rig = await Rig.start(folder);
    const block = (n) => `write -P ${n + 1} ${n * 2 * MIB} 2M`;
    await rig.run(Array.from({ length: 30 }, (_, n) => block(n)));
    const said = await rig.run(Array.from({ length: 30 }, (_, n) => `read -P ${n + 1} ${n * 2 * MIB} 2M`));
    expect(!said.includes('verification failed'), said);
    const early = rig.sectors(0, 1)[0];
    await rig.cut(2);
    expect(early === 1, `the first block has ${early}`);
    return '60 MB written unflushed';
  });
}

/** Flushed writes of ones, then unflushed ones of twos over them. @returns pattern of the card after the cut */
async function oneCut(folder, seed, total) {
  const rig = await Rig.start(folder);
  const all = Array.from({ length: WRITES }, (_, n) => n);
  await rig.run([...all.map((n) => write(n, 1)), 'flush']);
  await rig.run(all.map((n) => write(n, 2)));
  expect(rig.sectors(0, 1)[0] === 1, 'an unflushed write is on the card file');
  const { kept, torn, dropped, unflushed } = await rig.cut(seed);
  expect(unflushed === WRITES && kept + torn + dropped === WRITES, `${kept} + ${torn} + ${dropped} of ${unflushed}`);
  total.kept += kept;
  total.torn += torn;
  total.dropped += dropped;
  const sectors = rig.sectors(0, WRITES * SECTORS_OF_A_WRITE);
  expect(!sectors.includes(0), `seed ${seed}: a flushed write is lost`);
  const whole = all.filter((n) => sectors.slice(n * 8, n * 8 + 8).every((byte) => byte === 2)).length;
  const none = all.filter((n) => sectors.slice(n * 8, n * 8 + 8).every((byte) => byte === 1)).length;
  expect(whole >= kept && none >= dropped, `seed ${seed}: ${whole} whole of ${kept}, ${none} lost of ${dropped}`);
  return sectors.join('');
}

async function forcedWrites(folder) {
  const before = new Set();
  for (let seed = 1; seed <= SEEDS; seed++) {
    const rig = await Rig.start(folder);
    const said = await rig.run([
      write(0, 3),
      write(1, 4, '-f'),
      'read -P 3 0 4096',
      'read -P 4 4096 4096',
      'read -P 0 8192 512',
    ]);
    expect(!said.includes('verification failed'), said);
    await rig.cut(seed);
    expect(rig.sectors(4096, 1)[0] === 4, `seed ${seed}: a write with FUA is lost`);
    before.add(rig.sectors(0, 1)[0]);
  }
  expect(before.has(0) && before.has(3), `the write before it was always ${[...before].join()}`);
  return `${SEEDS} seeds`;
}

async function frozen(folder) {
  const rig = await Rig.start(folder);
  await rig.server.command('arm high 3');
  await rig.run([write(0, 1), `write -P 1 ${MIB} 512`, `write -P 2 ${MIB + 4096} 4096`]);
  rig.send(`write -P 3 ${MIB + 8192 - 512} 1024`);
  const deadline = performance.now() + LIMIT;
  let state;
  do {
    expect(performance.now() < deadline, 'it does not freeze');
    state = await rig.server.counters();
  } while (!state.frozen);
  rig.send(write(5, 9));
  await delay(100);
  const { ranges, flushes, unflushed } = await rig.server.counters();
  const said = JSON.stringify({ ...ranges, flushes, unflushed });
  const wanted = {
    low: { writes: 1, bytes: 4096, blocks: 1 },
    high: { writes: 3, bytes: 512 + 4096 + 1024, blocks: 4 },
    flushes: 0,
    unflushed: 4,
  };
  expect(said === JSON.stringify(wanted), `${said} in place of ${JSON.stringify(wanted)}`);
  await rig.cut(1);
  expect(rig.sectors(5 * 4096, 1)[0] === 0, 'a write after the freezing is on the card');
  return said;
}
