import { get as httpGet } from 'node:http';
import t from 'tap';
import { recordId } from '../../src/library/ids.js';
import type { ShelfTrack } from '../library/shelf.js';
import { startShelf } from './shelf-rig.js';

/** Some pages. */
const MANY = 1200;
const numbered = (count: number): ShelfTrack[] =>
  Array.from({ length: count }, (_, at) => ({
    name: `${at}.mp3`,
    title: `Song ${at}`,
    artist: `Artist ${at % 7}`,
    album: `Album ${at}`,
  }));

t.test('a long list is whole and in order, the first time and again', async (t) => {
  const { titlesOf, send } = await startShelf(t, numbered(MANY));
  const expected = numbered(MANY).map(({ title }) => title);
  t.strictSame(await titlesOf('/tracks'), expected);
  const first = await send('GET', '/tracks');
  t.equal(Number(first.headers['content-length']), Buffer.byteLength(first.text), 'kept: its length is known');
  t.strictSame(
    (first.json as { title: string }[]).map(({ title }) => title),
    expected,
  );
});

t.test('a part of a list is the same part of the whole', async (t) => {
  const { titlesOf } = await startShelf(t, numbered(MANY));
  const all = await titlesOf('/tracks');
  for (const [query, start, end] of [
    ['limit=10', 0, 10],
    ['offset=1195', 1195, 1200],
    ['limit=3&offset=600', 600, 603],
    ['limit=0', 0, 0],
    ['offset=1200', 0, 0],
    ['limit=700&offset=100', 100, 800],
    ['limit=2147483647&offset=2147483647', 0, 0],
  ] as const) {
    t.strictSame(await titlesOf(`/tracks?${query}`), all.slice(start, end), query);
  }
});

t.test('a part that makes no sense is refused', async (t) => {
  const { send } = await startShelf(t);
  for (const query of [
    'limit=-1',
    'offset=-1',
    'limit=x',
    'limit=1.5',
    'offset=',
    'limit=1&limit=2',
    'limit=3000000000',
  ]) {
    t.equal((await send('GET', `/tracks?${query}`)).status, 400, query);
  }
});

t.test('an ETag answers until the library changes', async (t) => {
  const shelf = await startShelf(t, numbered(3));
  for (const path of ['/tracks', '/albums?limit=1', '/artists', '/genres']) {
    const { headers } = await shelf.send('GET', path);
    const again = { headers: { 'if-none-match': `"other", W/${headers.etag ?? ''}` } };
    const unchanged = await shelf.send('GET', path, again);
    t.strictSame([unchanged.status, unchanged.text, unchanged.headers.etag], [304, '', headers.etag], path);
    t.equal((await shelf.send('HEAD', path, again)).status, 304);
    t.equal((await shelf.send('GET', path, { headers: { 'if-none-match': '"other"' } })).status, 200);
  }
  const { etag } = (await shelf.send('GET', '/tracks')).headers;
  t.not((await shelf.send('GET', '/tracks?limit=2')).headers.etag, etag, 'another part, another tag');
  await shelf.put([{ name: 'more.mp3', title: 'More' }]);
  const changed = await shelf.send('GET', '/tracks', { headers: { 'if-none-match': etag ?? '' } });
  t.equal(changed.status, 200);
  t.equal((changed.json as unknown[]).length, 4);
  await shelf.pull(true);
  const pulled = await shelf.send('GET', '/tracks', { headers: { 'if-none-match': changed.headers.etag ?? '' } });
  t.strictSame([pulled.status, pulled.json], [200, []]);
});

t.test('a kept list is not shown after a change', async (t) => {
  const shelf = await startShelf(t, numbered(MANY));
  await shelf.get('/tracks');
  await shelf.put([{ name: 'more.mp3', title: 'A first one' }]);
  t.equal((await shelf.titlesOf('/tracks'))[0], 'A first one');
});

t.test('HEAD tells of a list without making it', async (t) => {
  const { send } = await startShelf(t, numbered(MANY));
  const head = await send('HEAD', '/tracks');
  t.strictSame([head.status, head.text], [200, '']);
  const get = await send('GET', '/tracks');
  t.equal(head.headers.etag, get.headers.etag);
  t.equal(head.headers['content-type'], get.headers['content-type']);
  const kept = await send('HEAD', '/tracks');
  t.strictSame([kept.status, kept.text], [200, '']);
  t.equal(Number(kept.headers['content-length']), Buffer.byteLength(get.text), 'kept by now');
});

t.test('a list that is kept is one for every spelling of its target', async (t) => {
  const { send } = await startShelf(t, numbered(MANY));
  const { etag } = (await send('GET', '/tracks')).headers;
  for (const query of ['?', '?offset=0', '?x=1', '?limit=2147483647']) {
    const { status, headers } = await send('GET', `/tracks${query}`);
    t.strictSame([status, headers.etag], [200, etag], query);
    t.ok(headers['content-length'], 'it was kept');
  }
});

t.test('many lists at once are all whole', async (t) => {
  const { titlesOf } = await startShelf(t, numbered(MANY));
  const lists = await Promise.all(['/tracks', '/albums', '/tracks', '/tracks?limit=400', '/albums'].map(titlesOf));
  t.strictSame(
    lists.map((list) => list.length),
    [MANY, MANY, MANY, 400, MANY],
  );
});

t.test('a client that goes away ends its list, and nobody else is troubled', async (t) => {
  const shelf = await startShelf(t, numbered(6000));
  let pages = 0;
  const { library } = shelf;
  t.intercept(library, 'records', {
    value(...args: Parameters<typeof library.records>) {
      pages += 1;
      return (Object.getPrototypeOf(library) as typeof library).records.apply(library, args);
    },
  });
  await new Promise<void>((resolve) => {
    const request = httpGet({ port: shelf.port, path: '/tracks' }, (response) => {
      response.once('data', () => request.destroy());
      response.on('error', () => undefined);
      response.on('close', resolve);
    });
    request.on('error', () => undefined);
  });
  t.equal(((await shelf.get('/tracks?limit=1')) as unknown[]).length, 1);
  const after = pages;
  await shelf.get('/tracks?limit=1');
  await shelf.get('/version');
  t.ok(pages <= after + 2, 'no page is made for nobody');
  t.equal(((await shelf.get('/tracks')) as unknown[]).length, 6000);
});

t.test('what belongs to a genre of a long list stands in the order of the list, without what is away', async (t) => {
  const rock = (at: number): boolean => at % 3 === 0;
  const tracks = numbered(MANY).map((track, at) => ({ ...track, genres: [rock(at) ? 'Rock' : 'Pop'] }));
  const { titlesOf, get, pull } = await startShelf(t, tracks);
  const id = recordId('genre', 'Rock');
  t.strictSame(
    await titlesOf(`/genres/${id}/tracks`),
    tracks.filter((_, at) => rock(at)).map(({ title }) => title),
  );
  const artists = (await get(`/genres/${id}/artists`)) as { name: string }[];
  t.strictSame(artists.map(({ name }) => name).sort(), [...new Set(tracks.map(({ artist }) => artist))].sort());
  t.strictSame(await titlesOf('/genres/unknown/albums'), []);
  await pull(true);
  t.strictSame(await get(`/genres/${id}/artists`), []);
});
