/** Examples of the OpenAPI document: `UPDATE_EXAMPLES=1 npm test -- test/e2e/examples.test.ts` records them again. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import t from 'tap';

import { DEMO_ALBUMS } from '../../src/demo/albums.js';
import { generateDemoLibrary } from '../../src/demo/generate.js';
import { createHouse } from './daemon.js';
import { StandInBluez, StandInSound } from '../bluetooth/stand-in-bluez.js';
import { listed, startDirectory } from '../radio/directory-server.js';
import { PrivateBus, timedatedTrouble } from '../dbus/private-bus.js';
import { StandInSystemd } from '../dbus/stand-in-systemd.js';
import { StandInRauc } from '../system/stand-in-rauc.js';
import { collectExamples, type Examples, LIST, OF_TIMEDATED } from './examples.js';

const FILE = fileURLToPath(new URL('../../src/http/examples.json', import.meta.url));

const STATIONS = ['Harbour Radio', 'Harbour Nights'].map((name, at) =>
  listed(at + 1, name, {
    ...{ favicon: 'http://radio.example/logo.png', homepage: 'http://radio.example/', tags: 'ambient,sea' },
    ...{ country: 'Germany', countrycode: 'DE', language: 'german', votes: 20 - at },
  }),
);

const LYRICS = '[00:01.50]The tide comes in\n[00:03.00]\n[00:04.25]The tide goes out\n';

interface Documented {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId: string;
            readonly responses: Readonly<
              Record<string, { readonly content?: Readonly<Record<string, { readonly example?: unknown }>> }>
            >;
          }
        >
      >
    >
  >;
}

/** Member names and types of a value, without values, which differ between two runs. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
}

t.test('the examples of all operations are what a daemon answers', async (t) => {
  const { library, start } = await createHouse(t);
  const albums = DEMO_ALBUMS.map((album) => ({
    ...album,
    tracks: album.tracks.map((track) => ({ ...track, bars: 2 })),
  }));
  await generateDemoLibrary(library, albums);
  await writeFile(join(library, 'Evening.m3u8'), LIST);
  for (const name of await readdir(library, { recursive: true })) {
    if (name.endsWith('.mp3')) await writeFile(join(library, name.replace(/mp3$/, 'lrc')), LYRICS);
  }
  const bus = await PrivateBus.start(t);
  const systemd = await StandInSystemd.start(t, bus);
  systemd.networkTime = true;
  const rauc = await StandInRauc.start(t, bus);
  rauc.addOther('1.1.0');
  const bluez = await StandInBluez.start(t, bus);
  await StandInSound.start(t, bus, bluez);
  bluez.addPaired('5C:FB:7C:00:00:01', 'Kitchen');
  bluez.show('5C:FB:7C:00:00:02', 'Bathroom');
  const stick = { active: 'active', status: 'is mounted under /media/tonearm/MUSIC 51C0-FFEE' };
  systemd.units.set('tonearm-stick@sda1.service', stick);
  const directory = await startDirectory(t, STATIONS);
  const daemon = await start({
    environment: {
      DBUS_SYSTEM_BUS_ADDRESS: bus.address,
      TONEARM_RADIO_DIRECTORY: directory.address,
      TONEARM_STREAM_ALLOW: '127.0.0.1',
    },
  });
  const backups = join(dirname(library), 'state', 'backups');
  await mkdir(backups);
  await mkdir(`${library}-more`);
  await writeFile(join(backups, 'tonearm-backup-2026-11-26T12-00-00.json'), '{ "made_at": 1795694400 }\n');
  const without = (await timedatedTrouble()) === false ? [] : OF_TIMEDATED;
  const taken = await collectExamples(daemon, library, without);
  if (process.env['UPDATE_EXAMPLES'] === '1') await writeFile(FILE, `${JSON.stringify(taken, null, 2)}\n`);
  const kept = JSON.parse(await readFile(FILE, 'utf8')) as Examples;
  for (const [id, example] of Object.entries(taken)) {
    const shape = ({ status, type, value }: Examples[string]) => ({ status, type, value: shapeOf(value) });
    const known = kept[id];
    t.ok(known, `${id} has an example`);
    if (known !== undefined) t.strictSame(shape(known), shape(example), id);
  }
  t.strictSame(Object.keys(kept).sort(), [...Object.keys(taken), ...without].sort());

  const documented = (await daemon.get('/openapi.json')).body as Documented;
  for (const operation of Object.values(documented.paths).flatMap((methods) => Object.values(methods))) {
    const example = kept[operation.operationId];
    const { content = {} } = operation.responses[String(example?.status)] ?? {};
    const shown = Object.values(content).find((each) => each.example !== undefined)?.example;
    t.strictSame(shown, example?.value, `${operation.operationId} is documented with it`);
  }
});
