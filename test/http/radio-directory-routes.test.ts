import { join } from 'node:path';
import t, { type Test } from 'tap';
import { GuardedHttp } from '../../src/net/guarded-http.js';
import { StreamAddresses } from '../../src/net/stream-address.js';
import { Directory, type DirectoryDeps } from '../../src/radio/directory.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { makePicture } from '../library/covers/pictures.js';
import { type Listed, listed, startDirectory, uuid } from '../radio/directory-server.js';
import { page } from '../radio/web-site.js';
import { problem, startRig, temporaryDirectory } from './rig.js';

const PICTURE = await makePicture(join(await temporaryDirectory(t), 'logo.png'), 300, 300);

async function start(t: Test, stations: readonly Listed[] = [], around: Partial<DirectoryDeps> = {}) {
  const server = await startDirectory(t, stations);
  const streams = new StreamAddresses({ allow: ['127.0.0.1'] });
  let now = 0;
  const directory = new Directory({
    address: `${server.address}/`,
    http: new GuardedHttp(streams, 'Tonearm/1.2.3'),
    streams,
    log: SILENT_LOG,
    now: () => now,
    ...around,
  });
  const rig = await startRig(t, { streams, directory });
  const search = async (query = '') => (await rig.send('GET', `/radio/directory${query}`)).json;
  return {
    ...rig,
    server,
    search,
    names: async (query = '') => ((await search(query)) as { name: string }[]).map(({ name }) => name).join(' '),
    later: (milliseconds: number) => (now += milliseconds),
    asked: async (target: string) => {
      while (!server.asked.includes(target)) await new Promise((resolve) => setTimeout(resolve, 5));
    },
  };
}

t.test('a station of the directory is told with all that is known of it', async (t) => {
  const { search, server } = await start(t, [
    listed(1, ' Radio\u0000 Eins ', {
      ...{ homepage: 'https://eins.example/', favicon: 'http://eins.example/l.png', tags: 'pop,, news ,pop' },
      ...{ country: 'Germany', countrycode: 'de', language: 'german', votes: 7, bitrate: 192, codec: 'AAC+' },
    }),
    listed(2, 'Plain', { codec: 'UNKNOWN', bitrate: 0, url_resolved: '', countrycode: '?' }),
  ]);
  t.strictSame(await search(), [
    {
      ...{ id: uuid(1), name: 'Radio  Eins', url: 'http://radio.example/1', logo: 'http://eins.example/l.png' },
      ...{ homepage: 'https://eins.example/', tags: ['pop', 'news'], codec: 'AAC+', bitrate: 192, country: 'Germany' },
      ...{ language: 'german', votes: 7, image: `/radio/directory/${uuid(1)}/logo?v=784e4085`, country_code: 'DE' },
    },
    {
      ...{ id: uuid(2), name: 'Plain', url: 'http://radio.example/2.m3u', logo: null, homepage: null, tags: [] },
      ...{ codec: '', bitrate: 0, country: '', language: '', votes: 0, image: null, country_code: '' },
    },
  ]);
  t.strictSame(server.asked, ['/json/stations/search?limit=50&offset=0&hidebroken=true&order=votes&reverse=true']);
});

t.test('stations are found by name, tag, country and language, the most voted first, part by part', async (t) => {
  const { names } = await start(t, [
    listed(1, 'One', { votes: 1, tags: 'jazz', countrycode: 'DE', language: 'german' }),
    listed(2, 'Two', { votes: 3, tags: 'jazz,pop', countrycode: 'FR', language: 'french' }),
    listed(3, 'Three', { votes: 2, tags: 'news', countrycode: 'DE', language: 'german' }),
    listed(4, 'Gone', { votes: 9, lastcheckok: 0 }),
  ]);
  t.equal(await names(), 'Two Three One');
  t.equal(await names('?q=t'), 'Two Three');
  t.equal(await names('?tag=jazz'), 'Two One');
  t.equal(await names('?country=de'), 'Three One');
  t.equal(await names('?language=french'), 'Two');
  t.equal(await names('?q=t%26limit%3D0&country=DE'), '');
  t.equal(await names('?limit=2'), 'Two Three');
  t.equal(await names('?limit=2&offset=2'), 'One');
  t.equal(await names('?limit=0'), '');
});

t.test('stations come in the order that is asked for, of a whole tag, and of the country of the box', async (t) => {
  const stations = [
    listed(1, 'One', { clickcount: 1, clicktrend: 9, votes: 5, tags: 'rap', countrycode: 'DE' }),
    listed(2, 'Two', { clickcount: 3, clicktrend: 0, votes: 4, tags: 'therapy', countrycode: 'FR' }),
    listed(3, 'Three', { clickcount: 2, clicktrend: 3, votes: 3, tags: 'pop,rap', countrycode: 'DE' }),
  ];
  let zone = 'Europe/Berlin';
  const { names } = await start(t, stations, { zone: () => zone });
  t.equal(await names(), 'One Two Three');
  t.equal(await names('?order=clicks'), 'Two Three One');
  t.equal(await names('?order=trend'), 'One Three Two');
  t.equal(await names('?tag=rap'), 'One Two Three');
  t.equal(await names('?tag=rap&whole_tag=true'), 'One Three');
  t.equal(await names('?whole_tag=true'), 'One Two Three', 'without a tag it means nothing');
  t.equal(await names('?near=true'), 'One Three');
  t.equal(await names('?near=true&country=FR'), 'One Three', 'the box knows better');
  t.equal(await names('?country=FR'), 'Two');
  zone = 'Etc/UTC';
  t.equal(await names('?near=true&country=fr'), 'Two', 'a zone of no country');
  t.equal(await names('?near=true'), 'One Two Three');
});

t.test('the tags of the directory are listed, the one with most stations first', async (t) => {
  const { server, send } = await start(t);
  const tags = async (query = '') => (await send('GET', `/radio/directory/tags${query}`)).json;
  server.tags = [
    { name: 'pop', stationcount: 900 },
    { name: ' jazz\u0000 ', stationcount: 70 },
    { name: '', stationcount: 9 },
    { name: 7, stationcount: 9 },
    { name: 'odd', stationcount: 'many' },
  ];
  t.strictSame(await tags(), [
    { name: 'pop', stations: 900 },
    { name: 'jazz', stations: 70 },
    { name: 'odd', stations: 0 },
  ]);
  t.strictSame(server.asked, ['/json/tags?hidebroken=true&order=stationcount&reverse=true&limit=50']);
  t.strictSame(await tags('?limit=1'), [{ name: 'pop', stations: 900 }]);
  t.strictSame(await tags('?limit=0'), []);
  server.pages.set('/json/tags', page('application/json', '{}'));
  t.match(await tags('?limit=2'), { status: 503, code: 'RADIO_DIRECTORY_UNREACHABLE' });
  const { send: sendOff } = await startRig(t);
  t.match((await sendOff('GET', '/radio/directory/tags')).json, { status: 503, code: 'RADIO_DIRECTORY_OFF' });
});

t.test('what cannot be played, or comes twice, is left out', async (t) => {
  const bad = [
    { ...listed(1, 'Twice') },
    { ...listed(1, 'Twice again'), url_resolved: 'http://radio.example/other' },
    { ...listed(2, 'Same address'), url_resolved: 'http://radio.example/1' },
    { ...listed(3, 'Link-local'), url_resolved: 'http://169.254.169.254/' },
    { ...listed(4, 'Script'), url_resolved: 'javascript:alert(1)', url: '' },
    { ...listed(5, 'No id'), stationuuid: '../../etc' },
    { ...listed(6, '\n') },
    { ...listed(7, 'Odd'), tags: 7, bitrate: 'much', favicon: 'javascript:x', homepage: {}, votes: -1, codec: null },
    null as never,
    'station' as never,
    { ...listed(8, 'x'.repeat(2000)), tags: 'y,'.repeat(500) + 'z'.repeat(300) },
  ];
  const { server, search } = await start(t);
  server.pages.set('/json/stations/search', page('text/html', JSON.stringify(bad)));
  const found = (await search()) as { name: string; tags: string[] }[];
  t.strictSame(
    found.map(({ name }) => name),
    ['Twice', 'Odd', 'x'.repeat(250)],
  );
  t.match(found[1], { tags: [], bitrate: 0, logo: null, homepage: null, votes: 0, codec: '' });
  t.strictSame(found[2]?.tags, ['y']);
});

t.test('the same question is asked once in some minutes, however many ask', async (t) => {
  const { names, server, later } = await start(t, [listed(1, 'One')]);
  await Promise.all([names('?q=o'), names('?q=o'), names('?q=o')]);
  t.equal(server.asked.length, 1);
  await names('?q=on');
  t.equal(server.asked.length, 2);
  server.stations = [];
  t.equal(await names('?q=o'), 'One');
  later(5 * 60_000 + 1);
  t.equal(await names('?q=o'), '');
});

t.test('a directory that fails is said in words, and asked again', async (t) => {
  const { send, server, names } = await start(t, [listed(1, 'One')]);
  const works = server.pages.get('/json/stations/search') ?? page('text/plain', '');
  const unreachable = (reason: string) =>
    problem(
      ...([503, 'Service Unavailable', 'RADIO_DIRECTORY_UNREACHABLE'] as const),
      `The directory of stations cannot be asked: ${reason}.`,
    );
  for (const [show, reason] of [
    [page('text/plain', 'no', 502), 'it answers 502'],
    [page('text/html', '<p>Hello'), 'it does not answer in JSON'],
    [page('application/json', '{"error":"x"}'), 'it does not answer with stations'],
    [page('application/json', ' '.repeat(3_000_000)), 'its answer is too long'],
  ] as const) {
    server.pages.set('/json/stations/search', show);
    t.strictSame((await send('GET', '/radio/directory')).json, unreachable(reason), reason);
  }
  server.pages.set('/json/stations/search', (request) => request.socket.destroy());
  t.match((await send('GET', '/radio/directory')).json, { status: 503, code: 'RADIO_DIRECTORY_UNREACHABLE' });
  server.pages.set('/json/stations/search', works);
  t.equal(await names(), 'One');
});

t.test('a directory that does not answer in time is 504', async (t) => {
  const { send, server } = await start(t, [], { patience: 50 });
  const late = problem(
    ...([504, 'Gateway Timeout', 'RADIO_DIRECTORY_TIMEOUT'] as const),
    'The directory of stations does not answer in time.',
  );
  server.pages.set('/json/stations/search', () => undefined);
  t.strictSame((await send('GET', '/radio/directory')).json, late);
  server.pages.set('/json/stations/search', (_, response) => response.write('['));
  t.strictSame((await send('GET', '/radio/directory')).json, late);
});

t.test('too many questions at once are refused', async (t) => {
  const { send, server } = await start(t, [], { patience: 300 });
  server.pages.set('/json/stations/search', () => undefined);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => send('GET', `/radio/directory?offset=${at}`)),
  );
  const codes = answers.map(({ json }) => (json as { code: string }).code);
  t.equal(codes.filter((code) => code === 'TOO_BUSY').length, 4);
});

t.test('a directory that is switched off is never asked, and that is said', async (t) => {
  const { send } = await startRig(t);
  const off = problem(
    ...([503, 'Service Unavailable', 'RADIO_DIRECTORY_OFF'] as const),
    'No directory of stations is asked: it is switched off.',
  );
  t.strictSame((await send('GET', '/radio/directory?q=x')).json, off);
  t.strictSame((await send('GET', `/radio/directory/${uuid(1)}/logo`)).json, off);
  t.equal((await send('POST', `/radio/directory/${uuid(1)}/click`)).status, 204);
});

t.test('a question in another form is refused', async (t) => {
  const { send, server } = await start(t);
  for (const query of ['limit=-1', 'offset=x', 'country=DEU', 'order=name', `q=${'x'.repeat(201)}`]) {
    t.match((await send('GET', `/radio/directory?${query}`)).json, { status: 400, code: 'INVALID_QUERY' }, query);
  }
  t.strictSame(server.asked, []);
});

t.test('the directory is told what is played', async (t) => {
  const { send, asked, server } = await start(t);
  t.equal((await send('POST', `/radio/directory/${uuid(3).toUpperCase()}/click`)).status, 204);
  await asked(`/json/url/${uuid(3)}`);
  const add = async (body: object) => (await send('POST', '/radio/stations', { body })).json as { id: string };
  const { id } = await add({ url: 'http://radio.example/4', directory_id: uuid(4) });
  t.equal((await send('PUT', `/radio/stations/${id}/play`)).status, 204);
  await asked(`/json/url/${uuid(4)}`);
  const other = await add({ url: 'http://radio.example/5', directory_id: '../x' });
  t.equal((await send('PUT', `/radio/stations/${other.id}/play`)).status, 204);
  t.match((await send('POST', '/radio/directory/x/click')).json, { status: 404, code: 'UNKNOWN_ID' });
  t.equal((await send('POST', `/radio/directory/${uuid(999)}/click`)).status, 204, 'also when it does not know it');
  await asked(`/json/url/${uuid(999)}`);
  t.equal(server.asked.length, 3);
});

t.test('a logo of the directory is served, whether its station was found lately or not', async (t) => {
  const { send, server, search } = await start(t);
  server.pages.set('/logo', page('image/png', PICTURE));
  server.stations = [1, 2].map((at) => listed(at, `S${at}`, { favicon: `${server.address}/logo?${at}` }));
  server.stations.push(listed(3, 'None'));
  await search('?q=S1');
  const logo = (at: number) => send('GET', `/radio/directory/${uuid(at)}/logo`);
  for (const at of [1, 2]) {
    const { status, headers } = await logo(at);
    t.strictSame([status, headers['content-type']], [200, 'image/jpeg']);
  }
  t.notOk(server.asked.includes(`/json/stations/byuuid/${uuid(1)}`));
  t.ok(server.asked.includes(`/json/stations/byuuid/${uuid(2)}`));
  for (const at of [3, 4]) t.match((await logo(at)).json, { status: 404, code: 'NO_LOGO' });
  t.match((await send('GET', '/radio/directory/x/logo')).json, { status: 404, code: 'UNKNOWN_ID' });
});
