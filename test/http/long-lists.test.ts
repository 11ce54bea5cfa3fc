import { get as httpGet, type IncomingHttpHeaders } from 'node:http';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import type { ShelfTrack } from '../library/shelf.js';
import { startRig } from './rig.js';
import { ROOT, startShelf } from './shelf-rig.js';

const MANY = 1200;
const numbered = (count: number): ShelfTrack[] =>
  Array.from({ length: count }, (_, at) => ({ name: `${at}.mp3`, title: `Song ${at}`, artist: `Artist ${at % 7}` }));

/** A GET whose body stays as it is. */
function bytesOf(port: number, path: string, headers: Readonly<Record<string, string>>) {
  return new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    httpGet({ port, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) });
      });
    }).on('error', reject);
  });
}

t.test('long lists are compressed for who understands that, with an ETag of their own', async (t) => {
  const { port, player, send } = await startShelf(t, numbered(MANY));
  player.hold(numbered(MANY).map(({ name }) => join(ROOT, name)));
  for (const path of ['/tracks', '/playlists/current/tracks', '/playlists/current', '/openapi.json']) {
    const plain = await send('GET', path);
    // The second time it comes out of memory where it is kept.
    for (const time of ['first', 'second']) {
      const zipped = await bytesOf(port, path, { 'accept-encoding': 'gzip, deflate' });
      t.match(zipped.headers, { 'content-encoding': 'gzip', vary: 'Accept-Encoding' }, `${path}, ${time}`);
      t.equal(gunzipSync(zipped.body).toString(), plain.text, path);
      t.ok(zipped.body.length < plain.text.length / 3, `${path}: ${zipped.body.length} of ${plain.text.length}`);
      t.not(zipped.headers.etag, plain.headers.etag ?? null, path);
    }
    t.equal(plain.headers['content-encoding'], undefined);
    const refused = await bytesOf(port, path, { 'accept-encoding': 'gzip;q=0' });
    t.equal(refused.headers['content-encoding'], undefined);
  }
});

t.test('what is short is sent as it is', async (t) => {
  const { port } = await startShelf(t, numbered(3));
  const { headers, body } = await bytesOf(port, '/tracks', { 'accept-encoding': 'gzip' });
  t.equal(headers['content-encoding'], undefined);
  t.equal((JSON.parse(body.toString()) as unknown[]).length, 3);
  t.equal(Number(headers['content-length']), body.length);
});

t.test('lists tell how many rows they have, parts of them and HEAD too', async (t) => {
  const { send, player } = await startShelf(t, numbered(MANY));
  player.hold(numbered(MANY).map(({ name }) => join(ROOT, name)));
  for (const [path, total] of [
    ['/tracks', MANY],
    ['/artists', 7],
    ['/genres', 0],
    ['/likes/tracks', 0],
    ['/playlists/current/tracks', MANY],
    ['/saved-playlists', 0],
    ['/radio/stations', 0],
  ] as const) {
    const part = path.includes('?') ? '&' : '?';
    for (const query of ['', `${part}limit=2`, `${part}limit=3&offset=1190`, `${part}limit=0`]) {
      t.equal((await send('GET', path + query)).headers['x-total-count'], String(total), path + query);
    }
    t.equal((await send('HEAD', path)).headers['x-total-count'], String(total), `HEAD ${path}`);
  }
  t.equal((await send('GET', '/tracks')).headers['x-total-count'], String(MANY), 'kept by now');
});

t.test('a part of a list that is in memory is the same part of the whole', async (t) => {
  const { library, send } = await startRig(t);
  for (const name of ['a', 'b', 'c']) await writeFile(join(library, `${name}.mp3`), '');
  const { json, headers } = await send('GET', '/browse/tree-entries?limit=1&offset=1');
  t.match(json, [{ name: join(library, 'b.mp3') }]);
  t.equal((json as unknown[]).length, 1);
  t.equal(headers['x-total-count'], '3');
});

t.test('the ETag of the queue answers until queue or library change', async (t) => {
  const shelf = await startShelf(t, numbered(3));
  const locations = ['0.mp3', '1.mp3', 'not-known.mp3'].map((name) => join(ROOT, name));
  shelf.player.hold(locations);
  for (const path of ['/playlists/current/tracks', '/playlists/current', '/playlists/current/tracks?limit=1']) {
    shelf.player.hold(locations);
    const ask = async (etag = '') => {
      const { status, headers } = await shelf.send('GET', path, { headers: { 'if-none-match': etag } });
      return { status, etag: headers.etag };
    };
    const first = await ask();
    t.strictSame(await ask(first.etag), { status: 304, etag: first.etag }, path);
    await shelf.put([{ name: `more for ${path.length}.mp3`, title: 'More' }]);
    const second = await ask(first.etag);
    t.equal(second.status, 200, `${path}: the library is another`);
    shelf.player.entries = shelf.player.entries.map((entry) => ({ ...entry, key: entry.key + 10 }));
    t.equal((await ask(second.etag)).status, 200, `${path}: the queue is another`);
  }
  shelf.player.hold(locations);
  const { etag } = (await shelf.send('GET', '/playlists/current')).headers;
  shelf.player.index = 1;
  const moved = await shelf.send('GET', '/playlists/current', { headers: { 'if-none-match': etag ?? '' } });
  t.equal(moved.status, 200, 'its index is part of it');
});

t.test('a queue of thousands whose files are away is whole, and its client may be slow', async (t) => {
  const { port, player } = await startRig(t);
  const many = Array.from({ length: 10_000 }, (_, at) => `/music/${at}.mp3`);
  player.hold(many);
  const { status, body } = await bytesOf(port, '/playlists/current/tracks', {});
  t.equal(status, 200);
  t.strictSame(
    (JSON.parse(body.toString()) as { path: string; position: number }[]).map(({ path, position }) => [path, position]),
    many.map((path, at) => [path, at]),
  );
});

t.test('a search answers as many of each kind as it is asked for', async (t) => {
  const { get } = await startShelf(t, numbered(60));
  const counts = async (query: string) => {
    const { tracks, artists } = (await get(`/search?q=${query}`)) as Record<string, unknown[]>;
    return [tracks?.length, artists?.length];
  };
  t.strictSame(await counts('song'), [50, 0]);
  t.strictSame(await counts('song&limit=5'), [5, 0]);
  t.strictSame(await counts('artist&limit=3'), [3, 3]);
  t.strictSame(await counts('song&limit=0'), [0, 0]);
  t.strictSame(await counts('song&limit=1000'), [50, 0]);
  const all = (await get('/search?q=song')) as { tracks: unknown[] };
  t.strictSame(((await get('/search?q=song&limit=7')) as typeof all).tracks, all.tracks.slice(0, 7));
});
