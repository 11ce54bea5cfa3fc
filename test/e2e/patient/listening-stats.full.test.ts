/**
 * Play counts of the daemon on a card that is several times as fast as real time, by the rules of the contract (section
 * 6). Positions are those of played frames, so a fast clock only makes the test shorter.
 */
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import t, { type Test } from 'tap';

import { noiseWav } from '../../fixtures/mp3.js';
import { bodyOf, Refused, type Schemas } from '../../../src/client/client.js';
import { createHouse, type Daemon, type House } from '../daemon.js';

const SPEED = 10;
/** Length of most tracks. */
const SECONDS = 60;
const LENGTH = SECONDS * 1000;
/** Milliseconds after an awaited position at which the card is held. */
const HELD_LATER_SECONDS = 3;
const RATE = 44_100;
const FRAME_BYTES = 8;
/** Options of tests that mostly wait for playback, so that they can run at the same time. */
const sideBySide = () => ({ buffered: true }); // a new object each time, since tap writes into it
t.jobs = 3;

interface Player {
  readonly house: House;
  readonly daemon: Daemon;
  /** Paths by name. */
  readonly paths: Readonly<Record<string, string>>;
  readonly ids: Readonly<Record<string, string>>;
}

async function startPlayer(t: Test, lengths: Readonly<Record<string, number>>): Promise<Player> {
  const house = await createHouse(t, { speed: SPEED, patient: true });
  const paths: Record<string, string> = {};
  for (const [at, [name, seconds]] of Object.entries(lengths).entries()) {
    paths[name] = join(house.library, `${name}.wav`);
    await writeFile(paths[name], noiseWav({ seconds, seed: 100 + at }));
  }
  const daemon = await house.start();
  await daemon.put('/scan-library');
  const tracks = await bodyOf(daemon.api.GET('/tracks'));
  const ids = Object.fromEntries(
    Object.entries(paths).map(([name, path]) => [name, tracks.find((track) => track.path === path)?.id ?? 'none']),
  );
  return { house, daemon, paths, ids };
}

/** Counts of a track; undefined while nothing was counted. */
function statsOf({ api }: Daemon, id: string): Promise<Schemas['TrackStats'] | undefined> {
  return bodyOf(api.GET('/track-stats/{id}', { params: { path: { id } } })).catch((error: unknown) => {
    if (error instanceof Refused && error.status === 404) return undefined;
    throw error;
  });
}

/** Plays and skips of each track. */
async function countsOf({ daemon, ids }: Player, now = daemon): Promise<Record<string, [number, number]>> {
  const counts: Record<string, [number, number]> = {};
  for (const [name, id] of Object.entries(ids)) {
    const stats = await statsOf(now, id);
    counts[name] = [stats?.play_count ?? 0, stats?.skip_count ?? 0];
  }
  return counts;
}

/** Waits for a count, which is made after the answer to the command that caused it. */
async function settles(player: Player, expected: Record<string, [number, number]>, daemon = player.daemon) {
  const wanted = JSON.stringify(expected);
  await daemon
    .until(`the counts are ${wanted}`, async () => JSON.stringify(await countsOf(player, daemon)) === wanted, 10_000)
    .catch(() => undefined);
  return countsOf(player, daemon);
}

const reaches = (daemon: Daemon, position: number) =>
  daemon.until(`${position} ms are reached`, async () => (await daemon.elapsed()) >= position);

/**
 * Holds the card after it has played so much more, until `clearFault`, so that commands meanwhile act at this position.
 */
async function holdIn({ rig }: House, seconds: number): Promise<void> {
  await rig.holdAt((await rig.capture()).length / FRAME_BYTES + seconds * RATE);
}

/** Plays some seconds in the middle and pauses, so that the command comes at a known position. */
async function hearFrom({ daemon, house }: Player, from: number, to: number): Promise<void> {
  await daemon.put(`/player/play?elapsed=${from}`);
  await holdIn(house, (to - from) / 1000 + HELD_LATER_SECONDS);
  await daemon.until(`${to} ms are reached`, async () => {
    const elapsed = await daemon.elapsed();
    return elapsed >= to && elapsed < to + 20_000;
  });
  await daemon.put('/player/pause');
  await house.rig.clearFault();
}

t.test('tracks that play through, are skipped, and are too short', sideBySide(), async (t) => {
  const player = await startPlayer(t, { a: 20, b: SECONDS, c: 9, d: 30, e: 12 });
  const { daemon, house, paths } = player;
  const start = Math.floor(Date.now() / 1000);
  await daemon.put('/settings', { single_mode: 1 });
  await daemon.play(Object.values(paths));
  await daemon.put('/player/play');
  await daemon.until('it stops before the second', async () => (await daemon.playbackStatus()) === 3);
  t.strictSame(await settles(player, { a: [1, 0], b: [0, 0], c: [0, 0], d: [0, 0], e: [0, 0] }), {
    ...{ a: [1, 0], b: [0, 0], c: [0, 0], d: [0, 0], e: [0, 0] },
  });
  await holdIn(house, 3 + HELD_LATER_SECONDS);
  await daemon.put('/player/resume');
  await reaches(daemon, 3000);
  await daemon.put('/settings', { single_mode: 0 });
  await daemon.put('/player/next');
  await house.rig.clearFault();
  await daemon.until('all is over', async () => (await daemon.playbackStatus()) === 0);
  const expected: Record<string, [number, number]> = { a: [1, 0], b: [0, 1], c: [0, 0], d: [1, 0], e: [1, 0] };
  t.strictSame(await settles(player, expected), expected, 'the one of 9 s counts for nothing');
  const stats = await statsOf(daemon, player.ids['a'] ?? '');
  const played = stats?.last_played ?? -1;
  t.ok(played >= start && played <= Date.now() / 1000);
  t.equal(stats?.last_skipped, null);
});

async function current(daemon: Daemon): Promise<string> {
  const track = await daemon.currentTrack();
  return track === null ? 'none' : basename(track.path, '.wav');
}

t.test('39 % are a skip, 41 % are a play, and a second is neither', sideBySide(), async (t) => {
  const player = await startPlayer(t, { a: SECONDS, b: SECONDS, c: SECONDS, d: SECONDS });
  const { house, daemon, paths } = player;
  const { rig } = house;
  // The card is held at the position of each pause until the pause is made.
  await holdIn(house, 5 + HELD_LATER_SECONDS);
  await daemon.play(Object.values(paths));
  await daemon.put('/player/play');
  for (const [name, share, next] of [
    ['a', 0.39, 'b'],
    ['b', 0.41, 'c'],
  ] as const) {
    await reaches(daemon, 5000);
    await daemon.put('/player/pause');
    await rig.clearFault();
    t.equal(await current(daemon), name);
    if (name === 'b') await daemon.put('/settings', { single_mode: 1 });
    const rest = share * LENGTH - (await daemon.elapsed());
    t.ok(rest > 0, 'so much is still to be heard');
    await holdIn(house, rest / 1000 + 5 + HELD_LATER_SECONDS);
    // The track ends by itself, so that the played share does not depend on when a command arrives.
    await daemon.put(`/player/ff-rewind?newtime=${Math.round(LENGTH - rest)}`);
    await daemon.put('/player/resume');
    await daemon.until('the next one plays', async () => (await current(daemon)) === next);
  }
  await daemon.until('it stopped before it', async () => (await daemon.playbackStatus()) === 3);
  await daemon.put(`/player/ff-rewind?newtime=${LENGTH - 1000}`);
  await daemon.put('/player/resume');
  await daemon.until('the last one is current', async () => (await current(daemon)) === 'd');
  const expected: Record<string, [number, number]> = { a: [0, 1], b: [1, 0], c: [0, 0], d: [0, 0] };
  t.strictSame(await settles(player, expected), expected);
});

t.test('seeks do not count as played time, and pauses change nothing', sideBySide(), async (t) => {
  const player = await startPlayer(t, { a: SECONDS, b: SECONDS, c: SECONDS });
  const { daemon, house, paths } = player;
  await daemon.play(Object.values(paths));
  await holdIn(house, 3 + HELD_LATER_SECONDS);
  await daemon.put('/player/play');
  await reaches(daemon, 3000);
  await daemon.put('/player/ff-rewind?newtime=30000');
  await holdIn(house, 2 + HELD_LATER_SECONDS);
  await daemon.until('it goes on there', async () => (await daemon.elapsed()) > 32_000);
  await daemon.put('/player/pause');
  await house.rig.clearFault();
  await delay(500);
  await daemon.put('/player/next');
  await daemon.put('/player/resume');
  // The track is far from its end, but ten seconds of it are repeated.
  for (let round = 0; round < 4; round++) {
    await hearFrom(player, 5000, 13_000);
    await daemon.put('/player/resume');
  }
  await daemon.put('/player/next');
  const expected: Record<string, [number, number]> = { a: [0, 1], b: [1, 0], c: [0, 0] };
  t.strictSame(await settles(player, expected), expected);
});

t.test('each repeat counts, and so does what is stopped', sideBySide(), async (t) => {
  const player = await startPlayer(t, { a: 15, b: SECONDS });
  const { daemon, paths } = player;
  await daemon.put('/settings', { repeat_mode: 2 });
  await daemon.play(Object.values(paths));
  await daemon.put('/player/play');
  await daemon.until('it was repeated', async () => ((await countsOf(player))['a']?.[0] ?? 0) >= 2);
  await daemon.put('/player/stop');
  await daemon.put('/settings', { repeat_mode: 0 });
  const { a: [repeats = 0] = [] } = await countsOf(player);
  t.ok(repeats >= 2);
  await daemon.put('/playlists/start?start_index=1');
  await reaches(daemon, 0.5 * LENGTH);
  await daemon.put('/player/stop');
  await daemon.until('it counts', async () => (await countsOf(player))['b']?.[0] === 1);
  await daemon.put('/playlists/resume-track');
  await daemon.until('all is over', async () => (await daemon.playbackStatus()) === 0);
  t.strictSame((await countsOf(player))['b'], [1, 0], 'once, though it was played to its end');
});

t.test('a killed daemon has saved the counts, and goes on with the time played', sideBySide(), async (t) => {
  const player = await startPlayer(t, { a: 20, b: SECONDS });
  const { daemon, house, paths } = player;
  await daemon.play(Object.values(paths));
  await daemon.put('/player/play');
  await daemon.until('the first is over', async () => (await current(daemon)) === 'b');
  await daemon.until('it counts', async () => (await countsOf(player))['a']?.[0] === 1);
  // A position so far that the rest alone would not count as a play.
  await reaches(daemon, 0.62 * LENGTH);
  await daemon.stop('SIGKILL');
  const again = await house.start();
  await again.put('/playlists/resume-track');
  await again.until('all is over', async () => (await again.playbackStatus()) === 0);
  const expected: Record<string, [number, number]> = { a: [1, 0], b: [1, 0] };
  t.strictSame(await settles(player, expected, again), expected);
});

t.test('a stopped daemon counts the time played, and counts once when the track goes on', sideBySide(), async (t) => {
  const player = await startPlayer(t, { a: SECONDS, b: SECONDS });
  const { daemon, house, paths } = player;
  await daemon.play(Object.values(paths));
  await daemon.put('/player/play');
  await reaches(daemon, 0.6 * LENGTH);
  await daemon.stop();
  const again = await house.start();
  t.strictSame(await countsOf(player, again), { a: [1, 0], b: [0, 0] });
  await again.put('/playlists/resume-track');
  await again.until('the second plays', async () => (await current(again)) === 'b');
  await reaches(again, 0.6 * LENGTH);
  await again.put('/player/stop');
  await again.stop();
  const last = await house.start();
  await last.put('/playlists/resume-track');
  await last.until('all is over', async () => (await last.playbackStatus()) === 0);
  await last.stop();
  t.strictSame(await countsOf(player, await house.start()), { a: [1, 0], b: [1, 0] });
});
