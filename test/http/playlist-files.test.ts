/** Saved playlists as files: what goes out comes back, and what other players write is understood. */
import fc from 'fast-check';
import t, { type Test } from 'tap';
import { recordId } from '../../src/library/ids.js';
import { LibraryPaths } from '../../src/library/paths.js';
import { libraryRig } from '../library/rig.js';
import { putOnShelf, type ShelfTrack } from '../library/shelf.js';
import { startRig } from './rig.js';

const M3U = 'audio/x-mpegurl';
const XSPF = 'application/xspf+xml';
const PLS = 'audio/x-scpls';
const STREAM = 'http://radio.example/live?a=1&b=2';

const ALBUM: readonly ShelfTrack[] = ['01 - One.mp3', '02 - Zwö & Drei.mp3', '03 50%25 #3.mp3'].map((name) => ({
  name: `Sigur Rós/Ágætis byrjun/${name}`,
  title: name,
  artist: 'Sigur Rós',
  album: 'Á <b>',
  length: 61_400,
}));

async function start(t: Test, shelves: Readonly<Record<string, readonly ShelfTrack[]>>) {
  const { library, savedPlaylists, playlistEvents, write } = await libraryRig(t);
  const paths = new LibraryPaths(Object.keys(shelves));
  const { send } = await startRig(t, { library, savedPlaylists, playlistEvents, paths });
  await write((sql) => {
    for (const [root, tracks] of Object.entries(shelves)) putOnShelf(sql, root, tracks);
  });
  await library.saveStream({ url: STREAM, title: 'Radio', artist: '', album: '', length: 0 });
  /** What an import found, as locations' ends, and what it missed, as `line code`. */
  async function read(body: string | Buffer, type = M3U, query = '') {
    const headers = { 'content-type': type };
    const { status, json, text } = await send('POST', `/saved-playlists/import${query}`, { body, headers });
    if (status !== 201) throw new Error(text);
    const { playlist, missing } = json as {
      playlist: { id: string; name: string };
      missing: { line: number; code: string; location: string }[];
    };
    const tracks = (await send('GET', `/saved-playlists/${playlist.id}/tracks`)).json as { path: string }[];
    return {
      id: playlist.id,
      name: playlist.name,
      found: tracks.map(({ path }) => path),
      missing: missing.map(({ line, code }) => `${line} ${code}`),
    };
  }
  return { send, read, savedPlaylists };
}

const at = (name: string): string => `/music/${name}`;
const [ONE, TWO, THREE] = ALBUM.map(({ name }) => at(name)) as [string, string, string];

t.test('an exported M3U8 has paths below the root, lengths and names', async (t) => {
  const { send, savedPlaylists } = await start(t, { '/music': ALBUM });
  const ids = [...[ONE, TWO, STREAM].map((location) => recordId('track', location)), 'nobody'];
  const texts = { name: 'My\u2028list/1', description: null, image: null, folderId: null };
  const { id } = await savedPlaylists.create(texts, ids);
  const { text, headers } = await send('GET', `/saved-playlists/${id}/export.m3u8`);
  t.equal(headers['content-type'], 'audio/x-mpegurl; charset=utf-8');
  t.equal(headers['content-disposition'], "attachment; filename*=UTF-8''My%E2%80%A8list-1.m3u8");
  t.equal(
    text,
    '#EXTM3U\n#PLAYLIST:My\u2028list/1\n' +
      '#EXTINF:61,Sigur Rós - 01 - One.mp3\nSigur Rós/Ágætis byrjun/01 - One.mp3\n' +
      '#EXTINF:61,Sigur Rós - 02 - Zwö & Drei.mp3\nSigur Rós/Ágætis byrjun/02 - Zwö & Drei.mp3\n' +
      `#EXTINF:-1,Radio\n${STREAM}\n` +
      '#EXTINF:-1,\nurn:tonearm:track:nobody\n',
  );
  t.equal((await send('GET', '/saved-playlists/x/export.m3u8')).status, 404);
  t.equal((await send('GET', '/saved-playlists/x/export.xspf')).status, 404);
});

t.test('an exported XSPF is escaped as XML and as URIs', async (t) => {
  const { send, savedPlaylists } = await start(t, { '/music': ALBUM });
  const texts = { name: 'A & <B>', description: null, image: null, folderId: null };
  const { id } = await savedPlaylists.create(
    texts,
    [TWO, STREAM].map((location) => recordId('track', location)),
  );
  const { text, headers } = await send('GET', `/saved-playlists/${id}/export.xspf`);
  t.equal(headers['content-type'], 'application/xspf+xml; charset=utf-8');
  t.match(text, '<title>A &amp; &lt;B&gt;</title>');
  t.match(text, '<location>Sigur%20R%C3%B3s/%C3%81g%C3%A6tis%20byrjun/02%20-%20Zw%C3%B6%20%26%20Drei.mp3</location>');
  t.match(text, '<album>Á &lt;b&gt;</album><duration>61400</duration>');
  t.match(text, '<location>http://radio.example/live?a=1&amp;b=2</location>');
});

t.test('export, delete, import gives the same playlist', async (t) => {
  const names = [
    'a.mp3',
    'b c.mp3',
    '# d.mp3',
    ' e.mp3',
    'f%20g.mp3',
    'h&<i>.mp3',
    'é\u0301.mp3',
    'x\\y.mp3',
    'n\nl.mp3',
  ];
  const tracks = names.flatMap((name) => [{ name }, { name: `deep/${name}` }, { name: `deep/er/${name}` }]);
  for (const shelves of [{ '/music': tracks }, { '/one/music': tracks, '/two': tracks }]) {
    const { send, read, savedPlaylists } = await start(t, shelves);
    const known = Object.keys(shelves).flatMap((root) =>
      tracks.map(({ name }) => recordId('track', `${root}/${name}`)),
    );
    const all = [...known, recordId('track', STREAM), 'nobody'];
    const format = fc.constantFrom(['m3u8', M3U], ['xspf', XSPF]);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...all), { maxLength: 30 }), format, async (ids, [ending, type]) => {
        const texts = { name: 'Über & co', description: null, image: null, folderId: null };
        const { id } = await savedPlaylists.create(texts, ids);
        const file = (await send('GET', `/saved-playlists/${id}/export.${ending}`)).text;
        await send('DELETE', `/saved-playlists/${id}`);
        const { id: again, name, missing } = await read(file, type);
        t.same(
          { name, missing, tracks: await savedPlaylists.tracks(again) },
          { name: texts.name, missing: [], tracks: ids },
        );
        await send('DELETE', `/saved-playlists/${again}`);
        return missing.length === 0;
      }),
      { numRuns: 40 },
    );
  }
});

t.test('what players write is understood', async (t) => {
  const { read, send } = await start(t, { '/music': ALBUM });
  const relative = ALBUM.map(({ name }) => name);
  const mpd = `${relative.join('\n')}\n`;
  t.strictSame(await read(mpd, M3U, '?name=From%20MPD').then(({ found, name }) => [name, found]), [
    'From MPD',
    [ONE, TWO, THREE],
  ]);
  const vlc = `#EXTM3U\n#EXTINF:61,Sigur Rós - One\n${encodeURI('/home/me/Musik/' + relative[0]!)}\n`;
  t.strictSame((await read(vlc)).found, [ONE]);
  const windows = relative.map((name) => `D:\\Music\\${name.replaceAll('/', '\\')}`).join('\r\n');
  t.strictSame((await read(`\ufeff#EXTM3U\r\n${windows}\r\n`)).found, [ONE, TWO, THREE], 'UTF-8 with a mark');
  t.strictSame((await read(Buffer.from(`${windows}\r\n`, 'latin1'))).found, [ONE, TWO, THREE], 'Latin-1');
  t.strictSame((await read(Buffer.from(`\ufeff${windows}`, 'utf16le'))).found, [ONE, TWO, THREE], 'UTF-16');
  const itunes = `#EXTM3U\r#EXTINF:61,One - Sigur Rós\r/Users/me/Music/${relative[0]!.normalize('NFD')}\r`;
  t.strictSame((await read(itunes)).found, [ONE], 'decomposed accents and old line ends');
  const uris = [`file:///mnt/${relative[1]!}`, `file://localhost${TWO}`, 'file:///C:/x/01%20-%20One.mp3'].map(
    encodeURI,
  );
  t.strictSame((await read(uris.join('\n').replaceAll('%2520', '%20'))).found, [TWO, TWO, ONE]);
  const server = '\\\\nas\\share\\Ágætis byrjun\\01 - One.mp3';
  t.strictSame((await read(server)).found, [ONE], 'a share');
  const xspf =
    '<?xml version="1.0"?><!-- by hand --><x:playlist version="1" xmlns:x="http://xspf.org/ns/0/"><x:title>L &amp; M</x:title>' +
    `\n<x:trackList><x:track><x:title>no</x:title>\n<x:location>file://${encodeURI(ONE)}</x:location></x:track>` +
    `<x:track><x:location><![CDATA[${STREAM}]]></x:location></x:track></x:trackList></x:playlist>`;
  const pls = `[playlist]\nFile1=${relative[2]!}\nFile2=http://new.example/a\nTitle2=New <radio>\nNumberOfEntries=2\n`;
  const { found, id } = await read(pls, PLS, '?name=PLS');
  t.strictSame(found, [THREE, 'http://new.example/a'], 'a stream that nobody has told of is remembered');
  t.match((await send('GET', `/saved-playlists/${id}/tracks`)).json, [{}, { title: 'New <radio>', is_remote: true }]);
  t.strictSame(await read(xspf, XSPF).then(({ found, name }) => [name, found]), ['L & M', [ONE, STREAM]]);
});

t.test('what is missing is told with its line and the reason', async (t) => {
  const { read, send } = await start(t, { '/music': [...ALBUM, { name: 'x/same.mp3' }, { name: 'y/same.mp3' }] });
  const rows = [
    '#EXTM3U',
    'nothing/like/this.mp3',
    'z/same.mp3',
    'y/same.mp3',
    'http://127.0.0.1/live',
    'spotify://track/1',
    '#EXTINF:300,Another',
    '/mnt/01 - One.mp3',
    `${'x'.repeat(5000)}.mp3`,
    '../../../../etc/passwd',
    'urn:tonearm:track:',
    '',
  ];
  const { found, missing } = await read(rows.join('\n'));
  t.strictSame(found, ['/music/y/same.mp3']);
  t.strictSame(missing, [
    '2 NOT_FOUND',
    '3 AMBIGUOUS',
    '5 STREAM_ADDRESS_FORBIDDEN',
    '6 UNSUPPORTED_ADDRESS',
    '8 ANOTHER_LENGTH',
    '9 TOO_LONG',
    '10 NOT_FOUND',
    '11 UNSUPPORTED_ADDRESS',
  ]);
  const { json } = await send('POST', '/saved-playlists/import', {
    body: 'gone.mp3',
    headers: { 'content-type': M3U },
  });
  t.match(json, {
    playlist: { name: 'Imported', track_count: 0 },
    missing: [{ line: 1, location: 'gone.mp3', code: 'NOT_FOUND', reason: String }],
  });
});

t.test('what is no playlist, too large or of another type is refused, and nothing is made', async (t) => {
  const { send } = await start(t, { '/music': ALBUM });
  const entities = '<!DOCTYPE p [<!ENTITY a "aaaa">]><playlist><title>&a;</title></playlist>';
  for (const [type, body, status, code] of [
    [XSPF, entities, 400, 'NO_PLAYLIST'],
    [XSPF, 'hello', 400, 'NO_PLAYLIST'],
    [XSPF, '<playlist><trackList>', 400, 'NO_PLAYLIST'],
    [XSPF, '<playlist></trackList>', 400, 'NO_PLAYLIST'],
    [XSPF, `<playlist>${'<a>'.repeat(100_000)}`, 400, 'NO_PLAYLIST'],
    [M3U, '#EXTM3U\n#EXT-X-TARGETDURATION:10\na.ts', 400, 'NO_PLAYLIST'],
    [M3U, 'a\0b', 400, 'NO_PLAYLIST'],
    [PLS, 'File1=a', 400, 'NO_PLAYLIST'],
    [M3U, 'a\n'.repeat(10_001), 409, 'PLAYLIST_FULL'],
    [M3U, 'a'.repeat(2 * 1024 * 1024 + 1), 413, 'BODY_TOO_LARGE'],
    ['application/json', '{}', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ] as const) {
    const answer = await send('POST', '/saved-playlists/import', { body, headers: { 'content-type': type } });
    t.match(answer.json, { status, code }, `${type} ${body.slice(0, 40)}`);
  }
  const bad = await send('POST', '/saved-playlists/import?name=%00', { body: 'a', headers: { 'content-type': M3U } });
  t.match(bad.json, { status: 400, errors: [{ path: 'name' }] });
  t.strictSame((await send('GET', '/saved-playlists')).json, []);
});

t.test('no file makes the import fail', async (t) => {
  const { send } = await start(t, { '/music': ALBUM });
  const token = fc.constantFrom(
    ...[
      '#EXTM3U\n',
      '#EXTINF:',
      '\r',
      '\n',
      '<',
      '>',
      '</',
      '/>',
      '<playlist>',
      '<trackList>',
      '<track>',
      '<location>',
    ],
    ...[
      '</location>',
      '</track>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '&#x',
      '&#0;',
      '&amp;',
      '%',
      '%zz',
      '..',
      '/',
      '\\',
    ],
    ...['file://', 'http://', 'C:', 'a.mp3', 'urn:tonearm:track:', '\ufeff', '\u0000', '<?', '?>', 'é'],
  );
  const text = fc.array(fc.oneof(token, fc.string()), { maxLength: 40 }).map((parts) => Buffer.from(parts.join('')));
  const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
  await fc.assert(
    fc.asyncProperty(fc.oneof(text, bytes), fc.constantFrom(M3U, XSPF, PLS), async (body, type) => {
      const { status } = await send('POST', '/saved-playlists/import', { body, headers: { 'content-type': type } });
      return [201, 400].includes(status);
    }),
    { numRuns: 300 },
  );
});
