/** LRCLIB behind a real socket that answers as documented, and as it should not. */
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { Lrclib, type Song } from '../../src/lyrics/lrclib.js';
import { LyricsCache } from '../../src/lyrics/lyrics-cache.js';
import { createLog } from '../../src/log.js';
import { GuardedHttp } from '../../src/net/guarded-http.js';
import { StreamAddresses } from '../../src/net/stream-address.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { temporaryDirectory } from '../http/rig.js';
import { page, type Page } from '../radio/web-site.js';
import { type LrclibServer, startLrclib } from './lrclib-server.js';

const SONG: Song = { artist: 'Nova', title: 'Tides', album: 'Sea & Shore', length: 100_400 };
const LRC = '[00:01.00]One';
const FOUND = { synced: LRC, plain: 'One', isInstrumental: false };

interface Options {
  readonly directory?: string;
  readonly allow?: readonly string[];
  readonly patience?: number;
}

interface Rig {
  readonly server: LrclibServer;
  readonly clock: { now: number; day: number };
  readonly directory: string;
  readonly logged: string[];
  readonly find: (song?: Partial<Song>, address?: string) => ReturnType<Lrclib['find']>;
  /** The code of the refusal, or what was answered. */
  readonly outcome: (song?: Partial<Song>) => Promise<unknown>;
  /** Each request is answered so. */
  readonly answer: (show: Page) => void;
}

async function startRig(t: Test, options: Options = {}): Promise<Rig> {
  const server = await startLrclib(t);
  server.songs.set('Nova/Tides', { syncedLyrics: LRC, plainLyrics: 'One' });
  const directory = options.directory ?? join(await temporaryDirectory(t), 'lyrics');
  const clock = { now: 1000, day: 1_800_000_000_000 };
  const logged: string[] = [];
  const lrclib = new Lrclib({
    http: new GuardedHttp(new StreamAddresses({ allow: options.allow ?? ['127.0.0.0/8'] }), 'Tonearm/1.2.3'),
    cache: new LyricsCache({ directory, log: SILENT_LOG, now: () => clock.day, most: 10 }),
    log: createLog('debug', (line) => logged.push(line)),
    now: () => clock.now,
    ...(options.patience !== undefined && { patience: options.patience }),
  });
  const find: Rig['find'] = (song = {}, address = server.address) => lrclib.find({ ...SONG, ...song }, address);
  return {
    ...{ server, clock, directory, logged, find },
    outcome: (song) => find(song).catch((error: unknown) => (error as { code?: string }).code ?? error),
    answer: (show) => server.pages.set('/api/get', show),
  };
}

t.test('a song is asked for by what the library knows of it', async (t) => {
  const { server, find, answer } = await startRig(t);
  t.strictSame(await find(), FOUND);
  t.strictSame(server.asked, ['/api/get?artist_name=Nova&track_name=Tides&album_name=Sea+%26+Shore&duration=100']);
  t.equal(await find({ title: 'Other', album: '', length: 0 }), null);
  t.equal(server.asked.at(-1), '/api/get?artist_name=Nova&track_name=Other');
  let agent: string | undefined;
  answer((request, response) => {
    agent = request.headers['user-agent'];
    page('application/json', '{"plainLyrics":"A","syncedLyrics":null}')(request, response);
  });
  t.match(await find({ title: 'Third' }, `${server.address}/`), { synced: '', plain: 'A' });
  t.equal(agent, 'Tonearm/1.2.3');
  const { length } = server.asked;
  t.equal(await find({ artist: '' }), null);
  t.equal(await find({ title: '' }), null);
  t.equal(server.asked.length, length, 'a song without a name is not asked for');
});

t.test('an instrumental says so, and empty texts are none', async (t) => {
  const { server, find } = await startRig(t);
  server.songs.set('Nova/Calm', { instrumental: true });
  server.songs.set('Nova/Empty', { plainLyrics: ' ', syncedLyrics: '' });
  t.strictSame(await find({ title: 'Calm' }), { synced: '', plain: '', isInstrumental: true });
  t.equal(await find({ title: 'Empty' }), null);
});

t.test('an answer is kept over a restart, also that there is none, each for its time', async (t) => {
  const first = await startRig(t);
  await first.find();
  t.equal(await first.find({ title: 'Missing' }), null);
  const second = await startRig(t, { directory: first.directory });
  const { address } = first.server;
  t.strictSame(await second.find({}, address), FOUND);
  t.equal(await second.find({ title: 'Missing' }, address), null);
  t.equal(first.server.asked.length, 2);
  const day = 24 * 3_600_000;
  second.clock.day += 8 * day;
  await second.find({}, address);
  t.equal(first.server.asked.length, 2);
  await second.find({ title: 'Missing' }, address);
  t.equal(first.server.asked.length, 3, 'somebody may have written it meanwhile');
  second.clock.day += 90 * day;
  await second.find({}, address);
  t.equal(first.server.asked.length, 4);
  second.clock.day -= 200 * day;
  await second.find({}, address);
  t.equal(first.server.asked.length, 5, 'an answer of the future is not believed');
});

t.test('several who ask for the same at once make one request', async (t) => {
  const { server, find } = await startRig(t);
  t.strictSame(await Promise.all([find(), find(), find()]), [FOUND, FOUND, FOUND]);
  t.equal(server.asked.length, 1);
});

t.test('the kept answers are bounded, and a damaged one is asked for again', async (t) => {
  const { server, find, directory, clock } = await startRig(t);
  for (let song = 0; song < 25; song++) await find({ title: `Missing ${song}` });
  clock.now += 60_000;
  const names = await readdir(directory);
  t.ok(names.length <= 10, String(names.length));
  t.ok(names.every((name) => /^[0-9a-f]{40}\.json$/.test(name)));
  await find();
  for (const damage of ['', '{"at":', '[]', '{"at":1800000000000,"answer":{"synced":7}}', 'null']) {
    const before = server.asked.length;
    for (const name of await readdir(directory)) await writeFile(join(directory, name), damage);
    t.strictSame(await find(), FOUND, damage);
    t.equal(server.asked.length, before + 1);
  }
});

t.test('the answers that were kept longest ago go first', async (t) => {
  const { find, directory, server } = await startRig(t);
  await find();
  for (const name of await readdir(directory)) await utimes(join(directory, name), 1, 1);
  for (let song = 0; song < 12; song++) await find({ title: `Missing ${song}` });
  const kept = await Promise.all((await readdir(directory)).map((name) => readFile(join(directory, name), 'utf8')));
  t.notOk(kept.some((text) => text.includes('One')));
  const before = server.asked.length;
  await find();
  t.equal(server.asked.length, before + 1);
});

t.test('a disk that refuses keeps nothing, and the lyrics are shown', async (t) => {
  const file = join(await temporaryDirectory(t), 'file');
  await writeFile(file, '');
  const { find } = await startRig(t, { directory: file });
  t.strictSame(await find(), FOUND);
  t.strictSame(await find(), FOUND);
});

t.test('wrong answers are refused, not kept, and followed by a pause', async (t) => {
  for (const show of [
    ...['', 'no json', '[]', 'null', '7', '{}', '{"plainLyrics":7,"syncedLyrics":null}'].map((text) =>
      page('application/json', text),
    ),
    ...[400, 401, 500, 503].map((status) => page('text/html', '<p>no</p>', status)),
    page('application/json', JSON.stringify({ plainLyrics: 'x'.repeat(600 * 1024), syncedLyrics: null })),
    ((_, response) => response.destroy()) as Page,
    ((_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"plain');
      response.destroy();
    }) as Page,
    ((_, response) => response.writeHead(302, { location: 'http://169.254.1.1/' }).end()) as Page,
    ((_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end()) as Page,
    ((_, response) => response.writeHead(302, { location: '/api/get' }).end()) as Page,
  ]) {
    const { server, outcome, answer, clock } = await startRig(t);
    const before = server.pages.get('/api/get')!;
    answer(show);
    t.equal(await outcome(), 'LYRICS_UNREACHABLE');
    const { length } = server.asked;
    answer(before);
    t.equal(await outcome(), 'LYRICS_UNREACHABLE', 'it is left alone for a moment');
    t.equal(server.asked.length, length);
    clock.now += 15_000;
    t.strictSame(await outcome(), FOUND);
  }
});

t.test('a text that is too long for any song is left out', async (t) => {
  const { server, find } = await startRig(t);
  server.songs.set('Nova/Long', { plainLyrics: 'One', syncedLyrics: `${LRC}\n`.repeat(20_000) });
  t.strictSame(await find({ title: 'Long' }), { synced: '', plain: 'One', isInstrumental: false });
});

t.test('a redirect to another path of the server is followed', async (t) => {
  const { server, find, answer } = await startRig(t);
  const before = server.pages.get('/api/get')!;
  server.pages.set('/moved', before);
  answer((request, response) => {
    response.writeHead(301, { location: (request.url ?? '').replace('/api/get', '/moved') }).end();
  });
  t.strictSame(await find(), FOUND);
});

t.test('a slow server is given up in time', async (t) => {
  for (const show of [
    (() => undefined) as Page,
    ((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{');
    }) as Page,
  ]) {
    const { outcome, answer, logged } = await startRig(t, { patience: 300 });
    answer(show);
    t.equal(await outcome(), 'LYRICS_TIMEOUT');
    t.equal(await outcome(), 'LYRICS_UNREACHABLE', 'the next one does not wait');
    t.match(logged.join('\n'), /server not asked/);
  }
});

t.test('a server that says how long it wants to be left alone is', async (t) => {
  const { server, outcome, answer, clock } = await startRig(t);
  const before = server.pages.get('/api/get')!;
  answer((_, response) => response.writeHead(429, { 'retry-after': '600' }).end());
  t.equal(await outcome(), 'LYRICS_UNREACHABLE');
  answer(before);
  clock.now += 599_000;
  t.equal(await outcome(), 'LYRICS_UNREACHABLE');
  t.equal(server.asked.length, 1);
  clock.now += 1000;
  t.strictSame(await outcome(), FOUND);
});

t.test('so many requests a minute, and no more', async (t) => {
  const { server, outcome, clock } = await startRig(t);
  for (let song = 0; song < 30; song++) t.equal(await outcome({ title: `Missing ${song}` }), null);
  t.equal(await outcome(), 'TOO_BUSY');
  t.equal(server.asked.length, 30);
  clock.now += 60_000;
  t.strictSame(await outcome(), FOUND);
});

t.test('more songs than are waited for are refused', async (t) => {
  const { outcome, answer } = await startRig(t, { patience: 300 });
  answer(() => undefined);
  const all = await Promise.all(Array.from({ length: 12 }, (_, song) => outcome({ title: `Song ${song}` })));
  t.strictSame(all.slice(9), ['TOO_BUSY', 'TOO_BUSY', 'TOO_BUSY']);
  t.equal(all[0], 'LYRICS_TIMEOUT');
});

t.test('an address that must not be fetched is not', async (t) => {
  const { outcome, server } = await startRig(t, { allow: [] });
  t.equal(await outcome(), 'LYRICS_UNREACHABLE');
  t.strictSame(server.asked, []);
});
