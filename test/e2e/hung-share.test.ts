/** A network share whose server hangs: the built daemon answers, plays, saves and stops as if it were a stick pulled out. */
import { once } from 'node:events';
import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import t, { type Test } from 'tap';

import { bodyOf } from '../../src/client/client.js';
import { forEachLimited } from '../../src/library/limited.js';
import { HangingShare, NEEDS_SHARE } from '../files/hanging-share.js';
import { makeMp3 } from '../fixtures/mp3.js';
import { mp3, put } from '../library/scan/rig.js';
import { createHouse, type Daemon, type House } from './daemon.js';

const SONGS = 12;
const REQUESTS = 200;
const ROUNDS = 12;
/** Requests at a time: one address has 128 connections at most. */
const TOGETHER = 100;

/** @param isRoot the share is the first of two roots; else it is mounted in the one root */
async function startBox(
  t: Test,
  isRoot: boolean,
): Promise<{ house: House; daemon: Daemon; share: HangingShare; local: string }> {
  const house = await createHouse(t);
  const library = await realpath(house.library);
  const served = `${library}-served`;
  const [local, point] = [join(library, 'local'), join(library, 'share')];
  for (const folder of [served, point, local]) await mkdir(folder);
  const tags = (title: string, album: string) => ({ TIT2: title, TPE1: album, TALB: album });
  for (let song = 1; song <= SONGS; song++) {
    await put(join(served, `${song}.mp3`), mp3(tags(`Far ${song}`, 'Far'), true));
    await put(join(local, `${song}.mp3`), mp3(tags(`Near ${song}`, 'Near'), true));
  }
  await makeMp3(join(served, 'long.mp3'), { seconds: 60, seed: 1 });
  await makeMp3(join(local, 'long.mp3'), { seconds: 60, seed: 2 });
  await writeFile(join(served, 'list.m3u'), Array.from({ length: SONGS }, (_, song) => `${song + 1}.mp3`).join('\n'));
  await writeFile(
    join(local, 'far.m3u'),
    Array.from({ length: SONGS }, (_, song) => `../share/x${song}.mp3`).join('\n'),
  );
  const share = await HangingShare.mount(t, served, point);
  const daemon = await house.start({ environment: { TONEARM_LIBRARY: isRoot ? `${point}:${local}` : library } });
  t.teardown(() => share.goOn());
  await bodyOf(daemon.api.PUT('/scan-library'));
  return { house, daemon, share, local };
}

/** Asks by a connection of its own: one that was kept may be closed while the next request is on its way. */
async function ask(
  daemon: Daemon,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; text: string }> {
  const sent = request(daemon.base + path, { method, agent: false, headers: { 'content-type': 'application/json' } });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, text: await text(response) };
}

/** Milliseconds of one answer each: status, a local file, a saved setting. */
async function measure(daemon: Daemon, localId: string, round: number): Promise<number[]> {
  const times: number[] = [];
  const settings = { fade_on_stop: round % 2 === 0 };
  const acts = [
    () => ask(daemon, 'GET', '/player/status'),
    () => ask(daemon, 'GET', `/tracks/${localId}/file`),
    () => ask(daemon, 'PUT', '/settings', settings),
  ];
  for (const act of acts) {
    const began = performance.now();
    const answer = await act();
    if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.text}`);
    times.push(performance.now() - began);
  }
  return times;
}

const median = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0;

t.test(
  'requests that concern a hung share fail within seconds, and all others are as quick as before',
  NEEDS_SHARE,
  async (t) => {
    const { daemon, share } = await startBox(t, false);
    const tracks = await bodyOf(daemon.api.GET('/tracks'));
    const far = tracks.filter(({ path }) => path.startsWith(`${share.point}/`));
    const near = tracks.find(({ title }) => title === 'Near 1');
    t.equal(far.length, SONGS + 1);
    const rounds = async (): Promise<number[][]> => {
      const all: number[][] = [];
      for (let round = 0; round < ROUNDS; round++) all.push(await measure(daemon, near?.id ?? '', round));
      return all;
    };
    const before = await rounds();
    await share.hang();
    const asks: ((at: number) => Promise<{ status: number; text: string }>)[] = [
      () => ask(daemon, 'GET', `/browse/tree-entries?q=${encodeURIComponent(share.point)}`),
      (at) => ask(daemon, 'GET', `/tracks/${far[at % far.length]?.id}/file`),
      (at) => ask(daemon, 'GET', `/covers/${far[at % far.length]?.album_art}?size=300`),
      (at) => ask(daemon, 'POST', '/playlists', { tracks: [`${share.point}/${at}.mp3`, near?.path ?? ''] }),
      () => ask(daemon, 'POST', '/saved-playlists/from-file', { path: `${share.point}/list.m3u` }),
      () => ask(daemon, 'POST', '/saved-playlists/from-file', { path: near?.path.replace(/1\.mp3$/, 'far.m3u') }),
      () => ask(daemon, 'GET', '/system/roots'),
      () => ask(daemon, 'GET', '/playlists/current/tracks'),
    ];
    const scan = ask(daemon, 'PUT', '/scan-library');
    const answers: { at: number; status: number; text: string }[] = [];
    const crowd = forEachLimited(Array(REQUESTS).keys(), TOGETHER, async (at) => {
      answers.push({ at: at % asks.length, ...(await asks[at % asks.length]!(at)) });
    });
    const during = await rounds();
    await crowd;
    const statuses = asks.map((_, index) => [
      ...new Set(answers.filter(({ at }) => at === index).map((a) => a.status)),
    ]);
    t.comment(`statuses: ${JSON.stringify(statuses)}`);
    t.strictSame(statuses[1], [404], 'files');
    t.match(answers.find(({ at }) => at === 1)?.text, /FILE_NOT_AVAILABLE/);
    t.strictSame(statuses[2], [404], 'covers');
    t.match(answers.find(({ at }) => at === 0)?.text, /UNREADABLE_DIRECTORY/, 'as a folder that is not there');
    t.strictSame(statuses.slice(3), [[200], [422], [201], [200], [200]], 'the others');
    const after = await rounds();
    t.equal((await scan).status, 200);
    const volumes = (await bodyOf(daemon.api.GET('/system/roots'))).roots;
    t.notOk(volumes.find(({ path }) => path === share.point)?.present, 'the share counts as away');
    t.ok(share.isHanging, 'all this came to pass while the server hangs');
    const kinds = ['status', 'local file', 'setting'];
    for (const [index, kind] of kinds.entries()) {
      const of = (times: number[][]): string => median(times.map((each) => each[index] ?? 0)).toFixed(1);
      t.comment(
        `${kind}: median ${of(before)} ms before, ${of(during)} ms in the crowd, ${of(after)} ms while it hangs`,
      );
    }
    share.goOn();
    await daemon.until(
      'a file of the share comes again',
      async () => (await ask(daemon, 'GET', `/tracks/${far[0]?.id}/file`)).status === 200,
    );
    t.equal((await ask(daemon, 'PUT', '/scan-library')).status, 200);
    t.ok((await bodyOf(daemon.api.GET('/system/roots'))).roots.find(({ path }) => path === share.point)?.present);
  },
);

t.test('the player leaves a track of a hung share, by hand and by itself', NEEDS_SHARE, async (t) => {
  const { daemon, share, local } = await startBox(t, true);
  const path = async () => (await daemon.currentTrack())?.path;
  const [far, near] = [join(share.point, 'long.mp3'), join(local, 'long.mp3')];
  await daemon.play([far, near, join(share.point, '1.mp3'), join(share.point, '2.mp3'), join(local, '2.mp3')]);
  await daemon.put('/player/play');
  await daemon.until('it plays', async () => (await daemon.elapsed()) > 300);
  t.equal(await path(), far);
  await share.hang();
  // What is not in the ring yet: the decoder waits for it.
  await daemon.put('/player/ff-rewind?newtime=50000');
  await daemon.put('/player/next');
  await daemon.until('the local track plays', async () => (await path()) === near && (await daemon.elapsed()) > 300);
  t.ok(share.isHanging);
  await daemon.put('/player/next');
  await daemon.until('tracks of the share are left out', async () => (await path()) === join(local, '2.mp3'));
  t.ok(share.isHanging);
  const began = performance.now();
  await daemon.stop();
  t.comment(`stopped after ${Math.round(performance.now() - began)} ms`);
  t.ok(share.isHanging, 'the daemon ends while the server hangs');
});

t.test('a server that ends in the middle of a track ends the track, and the next one plays', NEEDS_SHARE, async (t) => {
  const { daemon, share, local } = await startBox(t, false);
  const near = join(local, 'long.mp3');
  await daemon.play([join(share.point, 'long.mp3'), join(share.point, '1.mp3'), near]);
  await daemon.put('/player/play');
  await daemon.until('it plays', async () => (await daemon.elapsed()) > 300);
  await share.die();
  await daemon.until('the local track plays', async () => (await daemon.currentTrack())?.path === near);
  t.equal((await daemon.get(`/browse/tree-entries?q=${encodeURIComponent(local)}`)).status, 200);
});
