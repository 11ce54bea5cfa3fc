/** GET /tracks/{id}/lyrics: of files, tags and LRCLIB, through the real application. */
import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { TimedOut, Unavailable } from '../../src/errors.js';
import { recordId } from '../../src/library/ids.js';
import { LibraryPaths } from '../../src/library/paths.js';
import type { Lrclib } from '../../src/lyrics/lrclib.js';
import { FILE_LIMIT } from '../../src/lyrics/text-file.js';
import { asNobody } from '../fixtures/nobody.js';
import { libraryRig } from '../library/rig.js';
import { putOnShelf, type ShelfTrack } from '../library/shelf.js';
import { lyricsIn } from '../lyrics/rig.js';
import { flacFile } from '../tags/containers.js';
import { settingsInMemory } from './fake-settings.js';
import { problem, startRig, temporaryDirectory } from './rig.js';

const LRC = '[00:01.00]One\n[00:02.50]Two';
const SYNCED = [
  { at_ms: 1000, text: 'One' },
  { at_ms: 2500, text: 'Two' },
];

type Find = Lrclib['find'];

/** A library with one track, whose file is FLAC with these comments. */
async function house(t: Test, comments: Parameters<typeof flacFile>[0] = [], find: Find = async () => null) {
  const { library: records, write } = await libraryRig(t);
  const root = await temporaryDirectory(t);
  const paths = new LibraryPaths([root]);
  const settings = settingsInMemory();
  const rig = await startRig(t, {
    ...{ library: records, paths, settings },
    lyrics: lyricsIn(records, paths, settings, { find }),
  });
  await writeFile(join(root, 'a.flac'), flacFile(comments));
  const shelve = (track: ShelfTrack) => write((sql) => putOnShelf(sql, root, [track]));
  await shelve({ name: 'a.flac', title: 'Tides', artist: 'Nova', album: 'Sea', length: 100_000 });
  const id = recordId('track', join(root, 'a.flac'));
  return {
    ...rig,
    ...{ root, id, shelve, records },
    file: (name: string, content: string | Buffer) => writeFile(join(root, name), content),
    get: (track = id, headers = {}) => rig.send('GET', `/tracks/${track}/lyrics`, { headers }),
    goOnline: () => rig.send('PUT', '/settings', { body: { lyrics_online: true } }),
  };
}

const NONE = problem(404, 'Not Found', 'NO_LYRICS', 'There are no lyrics of this track.');

t.test('the file next to the music comes first, then its tags, then LRCLIB', async (t) => {
  let asked = 0;
  const { get, file, id, root, goOnline } = await house(t, [['LYRICS', 'In the tag']], async (song, address) => {
    asked += 1;
    t.match(song, { artist: 'Nova', title: 'Tides', album: 'Sea', length: 100_000 });
    t.equal(address, 'https://lrclib.net');
    return { synced: LRC, plain: '', isInstrumental: false };
  });
  await goOnline();
  await file('a.txt', 'In the text\n\nfile');
  await file('a.lrc', LRC);
  const of = { track_id: id, instrumental: false };
  t.strictSame((await get()).json, { ...of, source: 'file', synced: true, lines: SYNCED });
  await rm(join(root, 'a.lrc'));
  t.strictSame((await get()).json, {
    ...{ ...of, source: 'file', synced: false },
    lines: ['In the text', '', 'file'].map((text) => ({ at_ms: null, text })),
  });
  await rm(join(root, 'a.txt'));
  t.strictSame((await get()).json, {
    ...{ ...of, source: 'tag', synced: false },
    lines: [{ at_ms: null, text: 'In the tag' }],
  });
  t.equal(asked, 0);
  await file('a.flac', flacFile([]));
  t.strictSame((await get()).json, { ...of, source: 'lrclib', synced: true, lines: SYNCED });
  t.equal(asked, 1);
});

t.test('of several tags the one with times is shown', async (t) => {
  const { get } = await house(t, [
    ['LYRICS', 'Plain'],
    ['SYNCEDLYRICS', LRC],
  ]);
  t.match((await get()).json, { source: 'tag', synced: true, lines: SYNCED });
});

t.test('without lyrics it is 404, and nobody outside is asked unless that is switched on', async (t) => {
  let asked = 0;
  const { get, goOnline } = await house(t, [], async () => {
    asked += 1;
    return null;
  });
  const { status, json } = await get();
  t.equal(status, 404);
  t.strictSame(json, NONE);
  t.equal(asked, 0);
  await goOnline();
  t.strictSame((await get()).json, NONE);
  t.equal(asked, 1);
});

t.test('an instrumental has no lines', async (t) => {
  const { get, goOnline } = await house(t, [], async () => ({ synced: '', plain: '', isInstrumental: true }));
  await goOnline();
  t.match((await get()).json, { source: 'lrclib', synced: false, instrumental: true, lines: [] });
});

t.test('a client that has them already is told so', async (t) => {
  const { get, file } = await house(t);
  await file('a.lrc', LRC);
  const { headers } = await get();
  t.match(headers, { etag: /^"/, 'cache-control': 'no-cache' });
  t.equal((await get(undefined, { 'if-none-match': headers.etag })).status, 304);
  await file('a.lrc', `${LRC}\n[00:04.00]Three`);
  t.equal((await get(undefined, { 'if-none-match': headers.etag })).status, 200);
});

t.test('a server of lyrics that cannot be asked is told apart from a song without lyrics', async (t) => {
  let failure: Error = new Unavailable('LYRICS_UNREACHABLE', 'The server of lyrics cannot be asked: it answers 500.');
  const { get, goOnline } = await house(t, [], () => Promise.reject(failure));
  await goOnline();
  t.match(await get(), { status: 503, json: { code: 'LYRICS_UNREACHABLE' } });
  failure = new TimedOut('LYRICS_TIMEOUT', 'The server of lyrics does not answer in time.');
  t.match(await get(), { status: 504, json: { code: 'LYRICS_TIMEOUT' } });
});

t.test('the encodings of files are understood', async (t) => {
  const { get, file } = await house(t);
  const words = 'Grüße, Зайка';
  for (const [name, bytes] of [
    ['UTF-8', Buffer.from(words)],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${words}`)],
    ['UTF-16LE', Buffer.from(`\ufeff${words}`, 'utf16le')],
    ['UTF-16BE', Buffer.from(`\ufeff${words}`, 'utf16le').swap16()],
    ['UTF-16LE without a mark', Buffer.from(words, 'utf16le')],
    ['UTF-16BE without a mark', Buffer.from(words, 'utf16le').swap16()],
  ] as const) {
    await file('a.lrc', bytes);
    t.match((await get()).json, { lines: [{ text: words }] }, name);
  }
  await file('a.lrc', Buffer.from('Gr\xfc\xdfe \x96 voil\xe0', 'latin1'));
  t.match((await get()).json, { lines: [{ text: 'Grüße – voilà' }] });
});

t.test('the encoding that a person has named is that of files that do not say theirs', async (t) => {
  const { get, file, send } = await house(t);
  await send('PUT', '/settings', { body: { tag_encoding: 'windows-1251' } });
  await file('a.lrc', Buffer.from([0xc7, 0xe0, 0xe9, 0xea, 0xe0]));
  t.match((await get()).json, { lines: [{ text: 'Зайка' }] });
  await file('a.lrc', 'Grüße');
  t.match((await get()).json, { lines: [{ text: 'Grüße' }] });
  await file('a.lrc', Buffer.from('\ufeffGrüße', 'utf16le'));
  t.match((await get()).json, { lines: [{ text: 'Grüße' }] });
});

t.test('what is too large, no file, or empty is passed over', async (t) => {
  const { get, file, root } = await house(t, [['LYRICS', 'In the tag']]);
  await file('a.lrc', 'x\n'.repeat(FILE_LIMIT / 2 + 1));
  t.match((await get()).json, { source: 'tag' });
  await file('a.lrc', 'x\n'.repeat(FILE_LIMIT / 2));
  t.match((await get()).json, { source: 'file' });
  await file('a.lrc', '');
  t.match((await get()).json, { source: 'tag' });
  await rm(join(root, 'a.lrc'));
  await mkdir(join(root, 'a.lrc'));
  t.match((await get()).json, { source: 'tag' });
});

t.test('a link that leads out of the library is not followed', async (t) => {
  const { get, root } = await house(t);
  const secret = join(await temporaryDirectory(t), 'secret.txt');
  await writeFile(secret, 'secret');
  await symlink(secret, join(root, 'a.lrc'));
  await symlink('/etc/passwd', join(root, 'a.txt'));
  const { status, text } = await get();
  t.equal(status, 404);
  t.notMatch(text, /secret|root:/);
});

t.test('what cannot be read is passed over', async (t) => {
  const { get, file, root } = await house(t);
  await file('a.lrc', LRC);
  await chmod(join(root, 'a.lrc'), 0);
  await asNobody(async () => t.equal((await get()).status, 404)).catch(() => t.pass('not as root'));
  await chmod(join(root, 'a.lrc'), 0o644);
  await rm(join(root, 'a.flac'));
  t.match(await get(), { status: 200, json: { source: 'file' } }, 'the words outlast the music');
  await rm(join(root, 'a.lrc'));
  t.equal((await get()).status, 404);
});

t.test('a part of a file has the lyrics of LRCLIB only, and a stream none', async (t) => {
  const { get, file, shelve, records, root, goOnline } = await house(t, [], async () => ({
    ...{ synced: LRC, plain: '', isInstrumental: false },
  }));
  await file('whole.lrc', 'Words of a whole album');
  await file('whole.flac', flacFile([['LYRICS', 'Words of a whole album']]));
  const name = 'whole.flac#track=1';
  await shelve({ name, title: 'Part', artist: 'Nova', start: 1000 });
  const part = recordId('track', join(root, name));
  t.strictSame((await get(part)).json, NONE);
  await goOnline();
  t.match((await get(part)).json, { source: 'lrclib', synced: true });
  const url = 'http://radio.example/live';
  await records.saveStream({ url, title: 'Live', artist: '', album: '', length: 0 });
  const [stream] = await records.streamsAt([url]);
  t.match(await get(stream?.id), { status: 404, json: { code: 'NO_LYRICS', detail: 'A stream has no lyrics.' } });
  t.match(await get('c000000000000000000000000'), { status: 404, json: { code: 'UNKNOWN_ID' } });
});

t.test('what the library calls unknown is nobody’s name', async (t) => {
  let asked: object | undefined;
  const { get, file, shelve, root, goOnline } = await house(t, [], async (song) => {
    asked = song;
    return null;
  });
  await goOnline();
  await file('b.flac', flacFile([]));
  await shelve({ name: 'b.flac' });
  t.equal((await get(recordId('track', join(root, 'b.flac')))).status, 404);
  t.match(asked, { artist: '', album: '' });
});

t.test('the address is taken, and an empty one is the public one', async (t) => {
  const { send } = await house(t);
  const url = async () => ((await send('GET', '/settings')).json as { lyrics_url: string }).lyrics_url;
  const put = async (address: string) => (await send('PUT', '/settings', { body: { lyrics_url: address } })).status;
  t.equal(await put(' http://nas.local:3300/ '), 204);
  t.equal(await url(), 'http://nas.local:3300/');
  for (const bad of ['ftp://a/', 'nas', 'http://user:pw@a/', 'http://a/?b']) t.equal(await put(bad), 400, bad);
  t.equal(await put(''), 204);
  t.equal(await url(), 'https://lrclib.net');
});
