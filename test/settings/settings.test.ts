import t from 'tap';
import { SOUND_OFF } from '../../src/dsp/sound-settings.js';
import { DEFAULT_SETTINGS, Settings, type SettingsRecord } from '../../src/settings/settings.js';
import { SettingsStore } from '../../src/settings/settings-store.js';
import { databaseIn, settingsOf } from '../database/rig.js';
import { keptLog, SILENT_LOG } from '../fixtures/log.js';

async function settingsIn(directory: string, log = SILENT_LOG): Promise<Settings> {
  const settings = new Settings(new SettingsStore(databaseIn(directory)), log);
  await settings.load();
  return settings;
}

/** A disk that is full when a test says so; it takes its time. */
class FakeDisk {
  isFull = false;
  readonly saves: object[] = [];

  async load(): Promise<ReadonlyMap<string, unknown>> {
    return new Map();
  }

  async save(settings: object, due: readonly string[]): Promise<void> {
    const { isFull } = this;
    await Promise.resolve();
    if (isFull) throw new Error('no space left on device');
    this.saves.push(Object.fromEntries(Object.entries(settings).filter(([name]) => due.includes(name))));
  }
}

t.test('out of the box every sample is untouched', async (t) => {
  const settings = (await settingsIn(t.testdir())).read();
  t.match(settings, SOUND_OFF);
  t.equal(settings.replayGain.source, 'off');
  t.equal(settings.crossfade.when, 'never');
  t.equal(settings.fadeOnStop, false);
  t.equal(settings.equaliser.enabled, false);
  t.equal(settings.equaliser.bands.length, 10);
});

t.test('what was set comes back', async (t) => {
  const directory = t.testdir();
  const settings = await settingsIn(directory);
  const crossfeed = { ...SOUND_OFF.crossfeed, kind: 'meier' } as const;
  await settings.change({ balance: -20, crossfeed });
  await settings.change({ playerName: 'Küche', resumeOnStart: true });
  t.strictSame((await settingsIn(directory)).read(), {
    ...DEFAULT_SETTINGS,
    balance: -20,
    crossfeed,
    playerName: 'Küche',
    resumeOnStart: true,
  });
});

t.test('a list is as long as it was set, and one of another shape is none', async (t) => {
  const directory = t.testdir();
  const lists = { artistSeparators: [' & ', ';', ' / '], artistExceptions: ['AC/DC'], tagEncoding: 'big5' as const };
  await (await settingsIn(directory)).change(lists);
  t.strictSame((await settingsIn(directory)).read(), { ...DEFAULT_SETTINGS, ...lists });
  await databaseIn(directory).write((sql) =>
    sql.prepare("UPDATE setting SET value = '[1]' WHERE value LIKE '%&%'").run(),
  );
  t.strictSame((await settingsIn(directory)).read().artistSeparators, DEFAULT_SETTINGS.artistSeparators);
});

t.test('parts that did not change stay the same objects, and nothing can be written to any', async (t) => {
  const settings = await settingsIn(t.testdir());
  const before = settings.read();
  await settings.change({ tone: { ...before.tone, bass: 6 } });
  t.equal(settings.read().equaliser, before.equaliser);
  t.not(settings.read().tone, before.tone);
  t.throws(() => Object.assign(settings.read().tone, { bass: 7 }), TypeError);
});

t.test('only what does not stand at its default is stored', async (t) => {
  const directory = t.testdir();
  const settings = await settingsIn(directory);
  await settings.change({ balance: 5, stereoWidth: 50 });
  await settings.change({ balance: 0 });
  t.strictSame(await databaseIn(directory).read(settingsOf), { stereoWidth: '50' });
});

t.test('listeners hear of each change when it is in force, until they end it', async (t) => {
  const settings = await settingsIn(t.testdir());
  const applied: number[][] = [];
  const end = settings.subscribe((now: SettingsRecord, before: SettingsRecord) => {
    applied.push([before.balance, now.balance, settings.read().balance]);
  });
  await settings.change({ balance: 5 });
  end();
  await settings.change({ balance: 6 });
  t.strictSame(applied, [[0, 5, 5]]);
});

t.test('values of another shape stand at their default', async (t) => {
  const directory = t.testdir();
  const database = databaseIn(directory);
  await database.write((sql) => {
    const put = sql.prepare('INSERT INTO setting VALUES (?, ?)');
    put.run('balance', '"left"');
    put.run('tone', '{"bass":3,"treble":"much","colour":1}');
    put.run('equaliser', '{"enabled":true,"bands":[{"cutoff":40,"q":2,"gain":1}]}');
    put.run('nobody', '7');
  });
  const settings = (await settingsIn(directory)).read();
  t.equal(settings.balance, 0);
  t.strictSame(settings.tone, { ...SOUND_OFF.tone, bass: 3 });
  t.strictSame(settings.equaliser, {
    enabled: true,
    precut: 0,
    bands: [{ cutoff: 40, q: 2, gain: 1 }, ...SOUND_OFF.equaliser.bands.slice(1)],
  });
  t.notOk('nobody' in settings);
});

t.test(
  'settings that cannot be read stand at their defaults; a change is in force and says that it is not kept',
  async (t) => {
    const { log, lines } = keptLog('settings');
    const settings = await settingsIn(t.testdir({ 'state.db': t.fixture('symlink', '/proc/self/mem') }), log);
    t.strictSame(settings.read(), DEFAULT_SETTINGS);
    await t.rejects(settings.change({ balance: 9 }), { code: 'STATE_NOT_SAVED' });
    t.equal(settings.read().balance, 9);
    t.match(lines, [/^<3>settings: not readable/, /^<3>settings: not saved/]);
  },
);

t.test('what could not be saved is saved by the next change, also by one that changes nothing', async (t) => {
  const disk = new FakeDisk();
  const settings = new Settings(disk, SILENT_LOG);
  disk.isFull = true;
  await t.rejects(settings.change({ balance: 9 }), { code: 'STATE_NOT_SAVED' });
  await t.rejects(settings.change({}), { code: 'STATE_NOT_SAVED' }, 'it still is not');
  disk.isFull = false;
  await settings.change({});
  t.strictSame(disk.saves.at(-1), { balance: 9 });
  const { length } = disk.saves;
  await settings.change({});
  t.equal(disk.saves.length, length, 'nothing is left to save');
});

t.test('of two changes that overlap the one that failed is saved later, with its own value', async (t) => {
  const disk = new FakeDisk();
  const settings = new Settings(disk, SILENT_LOG);
  const first = settings.change({ balance: 1 });
  disk.isFull = true;
  const second = settings.change({ balance: 2 });
  await first;
  await t.rejects(second, { code: 'STATE_NOT_SAVED' });
  disk.isFull = false;
  await settings.change({ stereoWidth: 50 });
  t.strictSame(disk.saves.at(-1), { balance: 2, stereoWidth: 50 });
});

t.test('settings that could not be read are not forgotten by a change of others', async (t) => {
  const directory = t.testdir();
  await (await settingsIn(directory)).change({ balance: 5, playerName: 'Küche' });
  const store = new SettingsStore(databaseIn(directory));
  const settings = new Settings(
    { load: () => Promise.reject(new Error('EIO')), save: (now, due, defaults) => store.save(now, due, defaults) },
    SILENT_LOG,
  );
  await settings.load();
  await settings.change({ stereoWidth: 50 });
  t.match((await settingsIn(directory)).read(), { balance: 5, playerName: 'Küche', stereoWidth: 50 });
});

t.test('into a fresh file, in the place of a damaged one, all of them are saved again', async (t) => {
  const directory = t.testdir();
  const database = databaseIn(directory);
  const settings = new Settings(new SettingsStore(database), SILENT_LOG);
  await settings.load();
  await settings.change({ balance: 5 });
  const damage = Object.assign(new Error('malformed'), { code: 'SQLITE_CORRUPT' });
  await t.rejects(
    database.write(() => {
      throw damage;
    }),
    damage,
  );
  await settings.change({ stereoWidth: 50 });
  t.match((await settingsIn(directory)).read(), { balance: 5, stereoWidth: 50 });
});
