/** Stations that were heard lately, noted by what plays, through the real app. */
import t, { type Test } from 'tap';
import type { DirectoryStation } from '../../src/radio/directory-station.js';
import { RecentStations } from '../../src/radio/recent-stations.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { startShelf } from './shelf-rig.js';

const FOUND: DirectoryStation = {
  ...{ id: '96062a7b-0601-11e8-ae97-000000000001', name: 'Found', url: 'http://radio.example/found', homepage: null },
  ...{ logo: 'http://radio.example/l.png', tags: ['jazz'], codec: 'AAC', bitrate: 64 },
  ...{ country: '', countryCode: '', language: '', votes: 0 },
};

async function house(t: Test) {
  const shelf = await startShelf(t);
  const { stations, library } = shelf;
  const directory = { stationAt: (url: string) => (url === FOUND.url ? FOUND : undefined) };
  const noter = new RecentStations({ stations, directory, library, log: SILENT_LOG });
  return {
    ...shelf,
    noter,
    recent: async () => (await shelf.get('/radio/recent')) as Readonly<Record<string, unknown>>[],
    names: async () => ((await shelf.get('/radio/recent')) as { name: string }[]).map(({ name }) => name),
    report: (url: string, title: string, length: number) =>
      library.saveStream({ url, title, artist: '', album: '', length }),
    keep: async (name: string, url: string) =>
      (await shelf.send('POST', '/radio/stations', { body: { name, url } })).json as { id: string },
  };
}

t.test('a station that begins to sound is noted, whether it is saved, found or told', async (t) => {
  const { noter, recent, names, report, keep, stations } = await house(t);
  t.strictSame(await recent(), []);
  const { id } = await keep('Saved', 'http://radio.example/saved');
  await report('http://radio.example/told', 'Told', 0);
  await report('http://radio.example/episode', 'An episode', 60_000);
  const before = stations.revision;
  await noter.note('http://radio.example/saved');
  t.not(stations.revision, before, 'which the event reports');
  for (const url of [FOUND.url, 'http://radio.example/told']) await noter.note(url);
  for (const url of ['http://radio.example/episode', 'http://radio.example/unknown', '/music/a.mp3']) {
    await noter.note(url);
  }
  t.strictSame(await names(), ['Told', 'Found', 'Saved']);
  const [, found, saved] = await recent();
  t.match(found, {
    ...{ name: 'Found', url: FOUND.url, tags: ['jazz'], codec: 'AAC', bitrate: 64 },
    ...{ saved_id: null, directory_id: FOUND.id, image: /^\/radio\/directory\/.*\/logo\?v=/ },
  });
  t.match(saved, { name: 'Saved', saved_id: id, directory_id: null, image: null });
  t.ok(Math.abs(Number(found?.['played_at']) - Date.now() / 1000) < 60);
});

t.test('each is there once, the last one first, as it is saved now', async (t) => {
  const { noter, recent, names, keep, report, send } = await house(t);
  const { id } = await keep('Old name', 'http://radio.example/a');
  await report('http://radio.example/b', 'B', 0);
  await noter.note('http://radio.example/a');
  await noter.note('http://radio.example/b');
  await noter.note('http://radio.example/a');
  t.strictSame(await names(), ['Old name', 'B']);
  await send('PUT', `/radio/stations/${id}`, { body: { name: 'New name', url: 'http://radio.example/a' } });
  t.strictSame(await names(), ['New name', 'B']);
  await send('DELETE', `/radio/stations/${id}`);
  t.match(await recent(), [{ name: 'Old name', saved_id: null }, { name: 'B' }]);
});

t.test('only the last thirty are remembered', async (t) => {
  const { noter, names, report } = await house(t);
  for (let at = 0; at < 33; at++) {
    await report(`http://radio.example/${at}`, `S${at}`, 0);
    await noter.note(`http://radio.example/${at}`);
  }
  const all = await names();
  t.equal(all.length, 30);
  t.notOk(all.includes('S0'));
});
