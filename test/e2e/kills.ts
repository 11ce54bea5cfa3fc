/**
 * A daemon that is killed at random moments while a client works it, and started again: what was acknowledged last must
 * be there, and the position within a second. The client knows only what the wire told it.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Test } from 'tap';
import { makeMp3 } from '../fixtures/mp3.js';
import { createHouse, type Daemon } from './daemon.js';

/** What the box is known to hold. */
interface Known {
  readonly entries: readonly string[];
  readonly index: number;
  readonly volume: number;
}

interface Rig {
  readonly files: readonly string[];
  readonly random: () => number;
}

interface Status {
  readonly volume: number;
  readonly resume_index: number;
  readonly resume_elapsed: number;
}

/** Longer than any run of it between two kills. */
const SECONDS = 40;
const WITHIN_MILLISECONDS = 1000;

/** A small generator of its own (xorshift32): a run can be had again by its seed. */
export function randomOf(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** One request, and what holds once it is acknowledged. */
interface Command {
  readonly method: 'PUT' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly after: Known;
}

const below = (limit: number, random: () => number): number => Math.floor(random() * limit);

const COMMANDS: readonly ((known: Known, rig: Rig) => Command)[] = [
  (known, { files, random }) => {
    const entries = Array.from({ length: 2 + below(6, random) }, () => files[below(files.length, random)]!);
    return { method: 'POST', path: '/playlists', body: { tracks: entries }, after: { ...known, entries, index: 0 } };
  },
  (known, { random }) => {
    const index = below(known.entries.length, random);
    return { method: 'PUT', path: `/playlists/start?start_index=${index}`, after: { ...known, index } };
  },
  (known, { random }) => {
    const volume = -80 + below(70, random);
    return { method: 'PUT', path: '/player/volume/level', body: { level: volume }, after: { ...known, volume } };
  },
  (known, { random }) => ({
    method: 'PUT',
    path: `/player/ff-rewind?newtime=${below(10_000, random)}`,
    after: known,
  }),
];

class Refused extends Error {}

function accept({ status, text }: { status: number; text: string }): void {
  if (status !== 200) throw new Refused(`answered ${status}: ${text}`);
}

/** What the box says of itself, as far as it must survive. */
async function ask(daemon: Daemon): Promise<Known> {
  const queue = (await daemon.get('/playlists/current')).body as { index: number; entries: { path: string }[] };
  const { volume } = (await daemon.get('/player/volume')).body as { volume: number };
  return { entries: queue.entries.map(({ path }) => path), index: queue.index, volume };
}

/**
 * Works and kills `kills` times. A command that the kill cut off may have taken effect or not, as a whole.
 * @param seed of everything that is random
 */
export async function killAndLook(t: Test, kills: number, seed: number): Promise<void> {
  const { library, start } = await createHouse(t, { mixer: undefined });
  const random = randomOf(seed);
  const files = ['a.mp3', 'b.mp3', 'c.mp3'].map((name) => join(library, name));
  for (const [at, file] of files.entries()) await makeMp3(file, { seconds: SECONDS, seed: 300 + at });
  const rig: Rig = { files, random };
  let daemon = await start();
  accept(await daemon.play(files));
  accept(await daemon.put('/playlists/start?start_index=1'));
  let known = await ask(daemon);
  for (let kill = 1; kill <= kills; kill++) {
    const moment = `kill ${kill} of seed ${seed}`;
    const isQuiet = random() < 0.5;
    const outcome = isQuiet ? await playOn(daemon, known, random) : await workOn(daemon, known, rig);
    daemon = await start();
    const found = await ask(daemon);
    const fits = outcome.possible.find((each) => JSON.stringify(each) === JSON.stringify(found));
    t.ok(fits, `${moment}: queue, index and volume are those acknowledged last`, { found, possible: outcome.possible });
    known = found;
    t.equal(await daemon.playbackStatus(), 0, `${moment}: stopped`);
    const status = (await daemon.get('/status')).body as Status;
    if (outcome.heard !== undefined) {
      t.equal(status.resume_index, found.index, `${moment}: it goes on with the entry that was heard`);
      const lost = Math.max(
        outcome.heard.atLeast - status.resume_elapsed,
        status.resume_elapsed - outcome.heard.atMost,
      );
      t.ok(lost <= WITHIN_MILLISECONDS, `${moment}: the position is within a second`, { ...outcome.heard, ...status });
    }
    accept(await daemon.put('/player/play'));
    t.equal(await daemon.playbackStatus(), 1, `${moment}: and plays on`);
  }
}

interface Outcome {
  /** One of these must be found. */
  readonly possible: readonly Known[];
  /** What was heard when the daemon died; undefined when a command may have moved it. */
  readonly heard?: { readonly atLeast: number; readonly atMost: number };
}

/** Nothing but music until the kill: the position is known to the time of one request. */
async function playOn(daemon: Daemon, known: Known, random: () => number): Promise<Outcome> {
  const index = below(known.entries.length, random);
  accept(await daemon.put(`/playlists/start?start_index=${index}&elapsed=${below(20_000, random)}`));
  await daemon.until('it plays', async () => (await daemon.elapsed()) >= 0);
  await delay(random() * 2500);
  const atLeast = await daemon.elapsed();
  const asked = Date.now();
  await daemon.stop('SIGKILL');
  // The sound went on until the process was gone.
  return { possible: [{ ...known, index }], heard: { atLeast, atMost: atLeast + (Date.now() - asked) } };
}

/** Command after command; the kill comes in the middle of one, which has taken effect as a whole or not at all. */
async function workOn(daemon: Daemon, before: Known, rig: Rig): Promise<Outcome> {
  let known = before;
  const killed = delay(rig.random() * 300).then(() => daemon.stop('SIGKILL'));
  for (;;) {
    const { method, path, body, after } = COMMANDS[below(COMMANDS.length, rig.random)]!(known, rig);
    try {
      accept(await daemon.ask(method, path, body));
    } catch (error) {
      // An answer that refuses is no kill.
      if (error instanceof Refused) throw error;
      await killed;
      return { possible: [known, after] };
    }
    known = after;
  }
}
