import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, statSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findProgram, mustRun } from '../../native/setup/run.mjs';

const SOURCE = fileURLToPath(new URL('card-server.c', import.meta.url));
const SECTOR = 512;
/** A started nbdkit has its sockets within this time, in ms. */
const START_LIMIT = 20_000;

export const CARD_SERVER_NEEDS = [
  { debian: 'nbdkit', what: 'nbdkit', present: () => findProgram('nbdkit') !== undefined },
  { debian: 'nbdkit-plugin-dev', what: 'nbdkit headers', present: () => existsSync('/usr/include/nbdkit-plugin.h') },
  { debian: 'qemu-utils', what: 'qemu-io', present: () => findProgram('qemu-io') !== undefined },
  { debian: 'build-essential', what: 'gcc', present: () => findProgram('gcc') !== undefined },
];

/**
 * Partitions of a card by number: `{ p5: { start, length } }`, in bytes. `table` is what lies before the first one, `entry8`
 * the part of the partition table that says where p8 is.
 */
export async function partitionsOf(card) {
  const { stdout } = await mustRun('sfdisk', 'sfdisk', ['--json', card], { capture: true });
  const parts = JSON.parse(stdout).partitiontable.partitions.filter(({ type }) => type !== '5' && type !== 'f');
  const found = { table: { start: 0, length: parts[0].start * SECTOR } };
  for (const { node, start, size } of parts) {
    found[`p${/\d+$/.exec(node)[0]}`] = { start: start * SECTOR, length: size * SECTOR };
  }
  // The first boot grows the last partition to the end of the card.
  found.p8.length = statSync(card).size - found.p8.start;
  const end = found.p7.start + found.p7.length;
  found.entry8 = { start: end, length: found.p8.start - end };
  return found;
}

/**
 * Serves a card file as a disk with a volatile write cache, over NBD on a Unix socket (card-server.c). One object and
 * one process of nbdkit for each time that the box has power.
 */
export class CardServer {
  #process;

  /** @param options `{ folder, name, card, ranges }`: the sockets are named after `name`; `ranges` as `partitionsOf()` */
  constructor({ folder, name, card, ranges }) {
    Object.assign(this, { folder, card, ranges });
    this.socket = join(folder, `${name}.nbd`);
    this.control = join(folder, `${name}.control`);
  }

  async start() {
    const plugin = await plugIn(this.folder);
    for (const path of [this.socket, this.control]) rmSync(path, { force: true });
    this.#process = spawn(
      'nbdkit',
      [
        ...['--foreground', '--exit-with-parent', '--unix', this.socket, plugin],
        ...[`card=${this.card}`, `control=${this.control}`],
        ...Object.entries(this.ranges).map(([name, { start, length }]) => `range=${name},${start},${length}`),
      ],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    );
    this.ended = once(this.#process, 'exit');
    const deadline = performance.now() + START_LIMIT;
    while (!existsSync(this.socket) || !existsSync(this.control)) {
      if (this.#process.exitCode !== null || performance.now() > deadline) throw new Error('nbdkit does not start');
      await delay(20);
    }
  }

  /** Sends one command of card-server.c. @returns the parsed answer */
  async command(line) {
    const connection = createConnection(this.control).setEncoding('utf8');
    let said = '';
    connection.on('data', (text) => (said += text));
    connection.write(`${line}\n`);
    await once(connection, 'close');
    const answer = JSON.parse(said);
    if (answer.ok === false) throw new Error(`card server: ${line} was refused`);
    return answer;
  }

  counters() {
    return this.command('counters');
  }

  /** Loses power: some of what is not flushed reaches the card file, by the seed. @returns what became of the writes */
  async cut(seed) {
    const answer = await this.command(`cut ${seed}`);
    await this.end();
    return answer;
  }

  /** Ends nbdkit; without a cut before, everything is on the card file then. */
  async end() {
    this.#process.kill('SIGTERM');
    await this.ended;
  }
}

/** Compiles the plug-in when it is older than its source. @returns its path */
async function plugIn(folder) {
  const plugin = join(folder, 'card-server.so');
  if (!existsSync(plugin) || statSync(plugin).mtimeMs < statSync(SOURCE).mtimeMs) {
    await mustRun('compiling the card server', 'gcc', [
      ...['-std=gnu11', '-shared', '-fPIC', '-O2', '-Wall', '-Wextra', '-Werror', SOURCE, '-o', plugin, '-lpthread'],
    ]);
  }
  return plugin;
}
