/**
 * Kills a daemon at random moments while a client sends commands, and starts it again: the last acknowledged state must
 * be there, and the position within a second. The client knows only what the REST API has answered.
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

/** Length of a track: longer than any run between two kills. */
const SECONDS = 40;
const WITHIN_MILLISECONDS = 1000;
/** Share of the runs in which the client sends no command before the kill. */
const QUIET_SHARE = 0.4;
const QUIET_MILLISECONDS = 2000;
const BUSY_MILLISECONDS = 300;
/** Tolerance in ms between the clock of the sound and that of the test. */
const CLOCK_MILLISECONDS = 100;

/** Random numbers in [0, 1) from a seed (xorshift32), so that a run can be repeated. */
export function randomOf(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** State that may be found after a kill, with the range of the position played at the kill. */
interface Outcome extends Belief {
  readonly played: { readonly atLeast: number; readonly atMost: number };
}

/**
 * Sends commands and kills the daemon `kills` times. A command that the kill interrupted may have taken effect or not,
 * as a whole. @param seed of all random choices
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
  let belief: Belief = { known: await ask(daemon), startPoint: { elapsed: 0, asked } };
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
    const isNear = fitting.some(({ played }) => lost(played, status.resume_elapsed) <= WITHIN_MILLISECONDS);
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
    belief = { known: found, startPoint: { elapsed, asked } };
  }
}

/** Milliseconds between a saved position and the nearest position that may have been played. */
const lost = ({ atLeast, atMost }: Outcome['played'], saved: number): number =>
  Math.max(atLeast - saved, saved - atMost);

/** Kills during playback without commands: the position is known up to the duration of one request. */
async function playOn(daemon: Daemon, { known }: Belief, random: () => number): Promise<Outcome> {
  const index = below(known.entries.length, random);
  accept(await daemon.put(`/playlists/start?start_index=${index}&elapsed=${below(20_000, random)}`));
  await daemon.until('it plays', async () => (await daemon.elapsed()) >= 0);
  await delay(random() * QUIET_MILLISECONDS);
  const atLeast = await daemon.elapsed();
  const asked = Date.now();
  await daemon.stop('SIGKILL');
  // The sound continued until the process had ended.
  const played = { atLeast, atMost: atLeast + (Date.now() - asked) };
  return { known: { ...known, index }, startPoint: { elapsed: atLeast, asked }, played };
}

/** Sends commands until the kill, which interrupts one of them; this one has taken effect as a whole or not at all. */
async function workOn(daemon: Daemon, before: Belief, means: Means): Promise<Outcome[]> {
  let belief = before;
  const killed = delay(means.random() * BUSY_MILLISECONDS).then(() => daemon.stop('SIGKILL'));
  for (;;) {
    const { method, path, body, after } = someCommand(belief, means);
    const next = after(Date.now());
    try {
      accept(await daemon.ask(method, path, body));
      belief = next;
      if (next.isUnseen === true) belief = { known: await ask(daemon), startPoint: next.startPoint };
    } catch (error) {
      if (error instanceof Refused) throw error;
      await killed;
      const now = Date.now();
      return [...new Set([belief, next])].map((each) => ({ ...each, played: playedOf(each, now) }));
    }
  }
}

/**
 * Range of the played position of the current entry at this time: from its start point to the time since the request.
 */
function playedOf({ startPoint }: Belief, now: number): Outcome['played'] {
  if (startPoint === undefined) return { atLeast: 0, atMost: 0 };
  return { atLeast: startPoint.elapsed, atMost: startPoint.elapsed + now - startPoint.asked };
}
