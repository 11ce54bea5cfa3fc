import { join } from 'node:path';
import t, { type Test } from 'tap';
import { StateNotSaved } from '../../src/errors.js';
import { StreamAddresses } from '../../src/net/stream-address.js';
import { MOST_STATIONS } from '../../src/radio/station.js';
import { makePicture } from '../library/covers/pictures.js';
import { libraryRig } from '../library/rig.js';
import { page, startWebSite } from '../radio/web-site.js';
import { startBox } from './box.js';
import { follow } from './event-client.js';
import { problem, startRig, temporaryDirectory } from './rig.js';

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const NOWHERE = '00000000-0000-4000-8000-000000000000';
const PICTURE = await makePicture(join(await temporaryDirectory(t), 'logo.png'), 400, 200);

interface Station {
  readonly id: string;
  readonly name: string;
  readonly url: string;
}

async function start(t: Test, deps: Parameters<typeof startRig>[1] = {}) {
  const rig = await startRig(t, deps);
  return {
    ...rig,
    add: async (body: object): Promise<Station> => {
      const { status, json, text } = await rig.send('POST', '/radio/stations', { body });
      if (status !== 201) throw new Error(text);
      return json as Station;
    },
    names: async () => ((await rig.send('GET', '/radio/stations')).json as Station[]).map(({ name }) => name).join(' '),
  };
}

const named = (name: string) => ({ name, url: `http://${name.toLowerCase()}.example/live` });

t.test('a station is kept with all that was said of it', async (t) => {
  const { send } = await start(t);
  const said = {
    name: ' Radio Éins ',
    url: ' http://radio.example/live?a=1 ',
    logo: 'https://radio.example/logo.png',
    homepage: 'https://radio.example/',
    tags: ['pop', 'news'],
    codec: 'MP3',
    bitrate: 128,
    directory_id: 'abc-1',
  };
  const before = Math.floor(Date.now() / 1000);
  const made = await send('POST', '/radio/stations', { body: said });
  const { id, created_at: at, ...rest } = made.json as Station & { created_at: number };
  t.equal(made.status, 201);
  t.match(id, UUID);
  t.equal(made.headers['location'], `/radio/stations/${id}`);
  t.ok(at >= before && at <= before + 60);
  const known = {
    ...{ ...said, name: 'Radio Éins', url: 'http://radio.example/live?a=1' },
    ...{ image: `/radio/stations/${id}/logo?v=0185b147`, updated_at: at },
  };
  t.strictSame(rest, known);
  t.strictSame((await send('GET', `/radio/stations/${id}`)).json, { id, created_at: at, ...known });
  t.strictSame((await send('GET', '/radio/stations')).json, [{ id, created_at: at, ...known }]);
});

t.test('a station without a name has that of its stream, else its host', async (t) => {
  const { send, add } = await start(t);
  const known = { url: 'http://radio.example/told', title: 'Told', artist: '', album: '', duration_ms: 0 };
  await send('PUT', '/tracks/stream-metadata', { body: known });
  t.match(await add({ url: 'http://radio.example/told', name: '' }), {
    ...{ name: 'Told', logo: null, image: null, homepage: null, tags: [], codec: '', bitrate: 0, directory_id: null },
  });
  t.match(await add({ url: 'https://other.example:8000/x', name: null }), { name: 'other.example' });
});

t.test('stations stand in the order that they are given', async (t) => {
  const { send, add, names } = await start(t);
  const [, , c] = [await add(named('A')), await add(named('B')), await add(named('C'))];
  const move = (id: string, position: number) => send('PUT', `/radio/stations/${id}/move`, { body: { position } });
  t.equal(await names(), 'A B C');
  t.strictSame([(await move(c.id, 0)).status, await names()], [204, 'C A B']);
  t.strictSame([(await move(c.id, 1)).status, await names()], [204, 'A C B']);
  t.strictSame([(await move(c.id, 2)).status, await names()], [204, 'A B C']);
  const message = 'must be from 0 to 2';
  t.strictSame(
    (await move(c.id, 3)).json,
    problem(400, 'Bad Request', 'INDEX_OUT_OF_RANGE', `position ${message}`, [{ path: '/position', message }]),
  );
  t.match((await move(NOWHERE, 0)).json, { status: 404, code: 'UNKNOWN_ID' });
  t.match((await move(c.id, -1)).json, { status: 400, code: 'INVALID_BODY' });
  await send('DELETE', `/radio/stations/${c.id}`);
  await add(named('D'));
  t.equal(await names(), 'A B D');
});

t.test('a station is replaced at its place, and what is left out is gone', async (t) => {
  const { send, add, names } = await start(t);
  const a = await add({ ...named('A'), codec: 'AAC', tags: ['x'], logo: 'http://a.example/l.png' });
  await add(named('B'));
  const put = (id: string, body: object) => send('PUT', `/radio/stations/${id}`, { body });
  t.equal((await put(a.id, { ...named('A'), name: 'Z' })).status, 204);
  t.match((await send('GET', `/radio/stations/${a.id}`)).json, {
    name: 'Z',
    codec: '',
    tags: [],
    logo: null,
    image: null,
  });
  t.equal(await names(), 'Z B');
  t.match((await put(a.id, named('B'))).json, { status: 409, code: 'STATION_EXISTS' });
  t.match((await put(NOWHERE, named('N'))).json, { status: 404, code: 'UNKNOWN_ID' });
  t.equal(await names(), 'Z B');
});

t.test('a station is removed, and one that is not there too', async (t) => {
  const { send, add, names } = await start(t);
  const { id } = await add(named('A'));
  for (const each of [id, id, NOWHERE]) t.equal((await send('DELETE', `/radio/stations/${each}`)).status, 204);
  t.equal(await names(), '');
  t.match((await send('GET', `/radio/stations/${id}`)).json, { status: 404, code: 'UNKNOWN_ID' });
});

t.test('an address is kept once', async (t) => {
  const { send, add } = await start(t);
  await add(named('A'));
  const again = await send('POST', '/radio/stations', { body: { ...named('A'), name: 'Other' } });
  t.strictSame(again.json, problem(409, 'Conflict', 'STATION_EXISTS', 'A station with this address is kept already.'));
});

t.test('no more stations are kept than can be looked through', async (t) => {
  const { send, add } = await start(t);
  for (let at = 0; at < MOST_STATIONS; at++) await add(named(`S${at}`));
  t.match((await send('POST', '/radio/stations', { body: named('Last') })).json, {
    status: 409,
    code: 'TOO_MANY_STATIONS',
  });
});

t.test('addresses that nothing is fetched from are refused by their member', async (t) => {
  const { send, names, port } = await start(t);
  for (const [body, code, path] of [
    [{ url: 'ftp://radio.example/' }, 'UNSUPPORTED_URL', '/url'],
    [{ url: 'http://me:secret@radio.example/' }, 'UNSUPPORTED_URL', '/url'],
    [{ url: '' }, 'UNSUPPORTED_URL', '/url'],
    [{ url: 'http://169.254.1.1/' }, 'STREAM_ADDRESS_FORBIDDEN', '/url'],
    [{ url: `http://127.0.0.1:${port}/` }, 'STREAM_ADDRESS_FORBIDDEN', '/url'],
    [{ ...named('A'), logo: 'javascript:alert(1)' }, 'UNSUPPORTED_URL', '/logo'],
    [{ ...named('A'), homepage: 'data:text/html,x' }, 'UNSUPPORTED_URL', '/homepage'],
    [{ ...named('A'), homepage: 'nowhere' }, 'UNSUPPORTED_URL', '/homepage'],
    [{ ...named('A'), name: 'a\nb' }, 'INVALID_BODY', '/name'],
    [{ ...named('A'), tags: [''] }, 'INVALID_BODY', '/tags/0'],
    [{ ...named('A'), bitrate: -1 }, 'INVALID_BODY', '/bitrate'],
    [{ name: 'A' }, 'INVALID_BODY', '/url'],
  ] as const) {
    const { json } = await send('POST', '/radio/stations', { body });
    t.match(json, { status: 400, code, errors: [{ path }] }, JSON.stringify(body));
    t.notMatch(json, /secret/);
  }
  t.equal(await names(), '');
});

t.test('a station plays in the place of the queue, under its name', async (t) => {
  const box = await startBox(t, ['a', 'b']);
  const { json } = await box.post('/radio/stations', { ...named('Eins'), name: 'Radio Eins' });
  const { id } = json as Station;
  t.equal((await box.put(`/radio/stations/${id}/play`)).status, 204);
  t.match(await box.info(), { amount: 1, index: 0, entries: [{ path: named('Eins').url, title: 'Radio Eins' }] });
  t.match((await box.send('GET', '/player/status')).json, { status: 1 });
  t.match((await box.put(`/radio/stations/${NOWHERE}/play`)).json, { status: 404, code: 'UNKNOWN_ID' });
});

t.test('what else a client told of the stream stays when its station plays', async (t) => {
  const { send, add, player } = await start(t);
  const { id, url } = await add(named('A'));
  const known = { url, title: 'Old', artist: 'Someone', album: 'Somewhere', duration_ms: 0 };
  await send('PUT', '/tracks/stream-metadata', { body: known });
  await send('PUT', `/radio/stations/${id}/play`);
  t.strictSame(player.commands.slice(-2), [
    ['replaceQueue', [url]],
    ['startAt', 0, 0, 0],
  ]);
  t.match((await send('GET', '/playlists/current')).json, {
    entries: [{ title: 'A', artist: 'Someone', album: 'Somewhere' }],
  });
});

t.test('a station plays although its name could not be kept, and not after a fault of ours', async (t) => {
  const { library, stations } = await libraryRig(t);
  const { send, add, player } = await start(t, { library, stations });
  const { id, url } = await add(named('A'));
  const play = () => send('PUT', `/radio/stations/${id}/play`);
  library.saveStream = () => Promise.reject(new TypeError('a fault'));
  t.equal((await play()).status, 500);
  t.strictSame(player.commands, []);
  library.saveStream = () => Promise.reject(new StateNotSaved({}));
  t.equal((await play()).status, 204);
  t.strictSame(player.commands, [
    ['replaceQueue', [url]],
    ['startAt', 0, 0, 0],
  ]);
});

t.test('a station whose address is forbidden here does not play, and the queue stays', async (t) => {
  let isOwn = false;
  const streams = new StreamAddresses({ allow: ['127.0.0.1'], ownPorts: () => (isOwn ? [8000] : []) });
  const { send, add, player } = await start(t, { streams });
  const { id } = await add({ url: 'http://127.0.0.1:8000/' });
  isOwn = true;
  t.match((await send('PUT', `/radio/stations/${id}/play`)).json, { status: 400, code: 'STREAM_ADDRESS_FORBIDDEN' });
  t.notOk(player.commands.some(([name]) => name === 'replaceQueue'));
});

t.test('a station that changed is told by another revision', async (t) => {
  const { port, add, send } = await start(t);
  const client = await follow(t, port);
  const { data } = await client.event('snapshot');
  const { radio } = data as { radio: { revision: string } };
  const { id } = await add(named('A'));
  const added = (await client.event('radio')).data as { revision: string };
  t.not(added.revision, radio.revision);
  await send('DELETE', `/radio/stations/${id}`);
  t.not(((await client.event('radio', 2)).data as { revision: string }).revision, added.revision);
});

t.test('a logo is fetched once, and served as a small JPEG', async (t) => {
  const site = await startWebSite(t);
  site.pages.set('/logo', page('text/html', PICTURE));
  const { send, add, names } = await start(t, { streams: new StreamAddresses({ allow: ['127.0.0.1'] }) });
  const { id } = await add({ ...named('A'), logo: `${site.address}/logo` });
  const logo = `/radio/stations/${id}/logo`;
  const first = await send('GET', `${logo}?size=100`);
  t.strictSame([first.status, first.headers['content-type']], [200, 'image/jpeg']);
  t.match(first.headers['cache-control'], /max-age/);
  const etag = String(first.headers['etag']);
  t.equal((await send('GET', `${logo}?size=100`, { headers: { 'if-none-match': etag } })).status, 304);
  t.equal((await send('GET', `${logo}?size=100`)).text, first.text);
  t.strictSame(site.asked, ['/logo']);
  t.not((await send('GET', logo)).headers['etag'], etag);
  t.equal(await names(), 'A');
});

t.test('what is no logo is 404, and is not asked for again and again', async (t) => {
  const site = await startWebSite(t);
  site.pages.set('/html', page('image/png', '<script>alert(1)</script>'));
  site.pages.set('/svg', page('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'));
  site.pages.set('/large', page('image/png', Buffer.concat([PICTURE, Buffer.alloc(1024 * 1024)])));
  site.pages.set('/away', (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end());
  site.pages.set('/broken', (_, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('x');
    response.destroy();
  });
  const { send, add } = await start(t, { streams: new StreamAddresses({ allow: ['127.0.0.1'] }) });
  for (const path of ['/html', '/svg', '/large', '/away', '/broken', '/none']) {
    const { id } = await add({ url: `http://a.example${path}`, logo: `${site.address}${path}` });
    for (let time = 0; time < 2; time++) {
      t.strictSame(
        (await send('GET', `/radio/stations/${id}/logo`)).json,
        problem(404, 'Not Found', 'NO_LOGO', 'There is no logo that can be shown.'),
        path,
      );
    }
    t.equal(site.asked.filter((each) => each === path).length, 1, path);
  }
  const { id } = await add(named('None'));
  t.match((await send('GET', `/radio/stations/${id}/logo`)).json, { status: 404, code: 'NO_LOGO' });
  t.match((await send('GET', `/radio/stations/${NOWHERE}/logo`)).json, { status: 404, code: 'UNKNOWN_ID' });
});

t.test('a logo that is damaged behind its beginning is fetched once', async (t) => {
  const site = await startWebSite(t);
  site.pages.set('/damaged', page('image/png', PICTURE.subarray(0, 60)));
  const { send, add } = await start(t, { streams: new StreamAddresses({ allow: ['127.0.0.1'] }) });
  const { id } = await add({ ...named('A'), logo: `${site.address}/damaged` });
  for (const code of ['UNREADABLE_PICTURE', 'NO_LOGO']) {
    t.match((await send('GET', `/radio/stations/${id}/logo`)).json, { status: 404, code });
  }
  t.strictSame(site.asked, ['/damaged']);
});

t.test('logos of forbidden places are never asked for', async (t) => {
  const site = await startWebSite(t);
  site.pages.set('/logo', page('image/png', PICTURE));
  const { send, add } = await start(t);
  const { id } = await add({ ...named('A'), logo: `${site.address}/logo` });
  t.match((await send('GET', `/radio/stations/${id}/logo`)).json, { status: 404, code: 'NO_LOGO' });
  t.strictSame(site.asked, []);
});
