/**
 * A daemon that is killed at random moments while a client works it, and started again: what was acknowledged last must
 * be there, and the position within a second. The client knows only what the wire told it.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Test } from 'tap';
import { makeMp3 } from '../fixtures/mp3.js';
import { createHouse, type Daemon } from './daemon.js';
import { accept, ask, below, holds, Refused, someCommand, type Belief, type Means } from './kill-commands.js';

interface Status {
  readonly resume_index: number;
  readonly resume_elapsed: number;
}

/** Longer than any run of it between two kills. */
const SECONDS = 40;
const WITHIN_MILLISECONDS = 1000;
/** How often nothing but music is heard until the kill. */
const QUIET_SHARE = 0.4;
const QUIET_MILLISECONDS = 2000;
const BUSY_MILLISECONDS = 300;
/** Between the clock of the sound and that of the test. */
const CLOCK_MILLISECONDS = 100;

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

/** What may be found after a kill, with the place that was heard at it. */
interface Outcome extends Belief {
  readonly heard: { readonly atLeast: number; readonly atMost: number };
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
  const means: Means = { files, random };
  let daemon = await start();
  accept(await daemon.play(files));
  let asked = Date.now();
  accept(await daemon.put('/playlists/start?start_index=1'));
  let belief: Belief = { known: await ask(daemon), place: { elapsed: 0, asked } };
  for (let kill = 1; kill <= kills; kill++) {
    const moment = `kill ${kill} of seed ${seed}`;
    const isQuiet = random() < QUIET_SHARE;
    const possible = isQuiet ? [await playOn(daemon, belief, random)] : await workOn(daemon, belief, means);
    daemon = await start();
    const found = await ask(daemon);
    const fitting = possible.filter((each) => holds(each, found));
    t.ok(fitting.length > 0, `${moment}: queue, index and volume are those acknowledged last`, { found, possible });
    t.equal(await daemon.playbackStatus(), 0, `${moment}: stopped`);
    const status = (await daemon.get('/status')).body as Status;
    t.equal(status.resume_index, found.index, `${moment}: it goes on with the current entry`);
    const isNear = fitting.some(({ heard }) => lost(heard, status.resume_elapsed) <= WITHIN_MILLISECONDS);
    t.ok(isNear, `${moment}: the position is within a second`, { status, fitting });
    asked = Date.now();
    const resumes = random() < 0.5;
    const elapsed = resumes ? status.resume_elapsed : 0;
    accept(await daemon.put(resumes ? '/playlists/resume-track' : '/player/play'));
    t.equal(await daemon.playbackStatus(), 1, `${moment}: and plays on`);
    await daemon.until('it sounds', async () => (await daemon.elapsed()) > elapsed);
    const current = (await daemon.get('/player/current-track')).body as { path: string; elapsed: number };
    t.equal(current.path, found.entries[found.index], `${moment}: the current entry`);
    const limit = elapsed + Date.now() - asked + CLOCK_MILLISECONDS;
    t.ok(current.elapsed <= limit, `${moment}: from where it was told to`, { current, resumes, limit });
    belief = { known: found, place: { elapsed, asked } };
  }
}

/** How far a saved position is from anything that may have been heard. */
const lost = ({ atLeast, atMost }: Outcome['heard'], saved: number): number =>
  Math.max(atLeast - saved, saved - atMost);

/** Nothing but music until the kill: the position is known to the time of one request. */
async function playOn(daemon: Daemon, { known }: Belief, random: () => number): Promise<Outcome> {
  const index = below(known.entries.length, random);
  accept(await daemon.put(`/playlists/start?start_index=${index}&elapsed=${below(20_000, random)}`));
  await daemon.until('it plays', async () => (await daemon.elapsed()) >= 0);
  await delay(random() * QUIET_MILLISECONDS);
  const atLeast = await daemon.elapsed();
  const asked = Date.now();
  await daemon.stop('SIGKILL');
  // The sound went on until the process was gone.
  const heard = { atLeast, atMost: atLeast + (Date.now() - asked) };
  return { known: { ...known, index }, place: { elapsed: atLeast, asked }, heard };
}

/** Command after command; the kill comes in the middle of one, which has taken effect as a whole or not at all. */
async function workOn(daemon: Daemon, before: Belief, means: Means): Promise<Outcome[]> {
  let belief = before;
  const killed = delay(means.random() * BUSY_MILLISECONDS).then(() => daemon.stop('SIGKILL'));
  for (;;) {
    const { method, path, body, after } = someCommand(belief, means);
    const next = after(Date.now());
    try {
      accept(await daemon.ask(method, path, body));
      belief = next;
      if (next.isUnseen === true) belief = { known: await ask(daemon), place: next.place };
    } catch (error) {
      if (error instanceof Refused) throw error;
      await killed;
      const now = Date.now();
      return [...new Set([belief, next])].map((each) => ({ ...each, heard: heardOf(each, now) }));
    }
  }
}

/** What was heard of the current entry at this moment: at least its first sound, at most all since it was asked for. */
function heardOf({ place }: Belief, now: number): Outcome['heard'] {
  if (place === undefined) return { atLeast: 0, atMost: 0 };
  return { atLeast: place.elapsed, atMost: place.elapsed + now - place.asked };
}
