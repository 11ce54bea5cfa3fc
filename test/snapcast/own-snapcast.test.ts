import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { BusCall } from '../../src/dbus/system-bus.js';
import { Forbidden, Unavailable } from '../../src/errors.js';
import { DEFAULT_SETTINGS, type SettingsRecord } from '../../src/settings/settings.js';
import { Listeners } from '../../src/listeners.js';
import type { ClientCard } from '../../src/snapcast/client-card.js';
import { OwnSnapcast } from '../../src/snapcast/own-snapcast.js';
import { SILENT_LOG } from '../fixtures/log.js';

/** A systemd that starts and stops what it is asked. */
class Units {
  readonly asked: string[] = [];
  readonly active = new Map<string, string>([
    ['tonearm-snapserver.service', 'inactive'],
    ['tonearm-snapclient.service', 'inactive'],
  ]);
  refuses = false;

  call = ({ member, body = [] }: BusCall): Promise<readonly unknown[]> => {
    const name = String(body[0]);
    if (member === 'LoadUnit') return Promise.resolve([name]);
    if (this.refuses) return Promise.reject(new Forbidden('SYSTEM_FORBIDS', 'polkit does not allow it.'));
    this.asked.push(`${member} ${name}`);
    this.active.set(name, member === 'StopUnit' ? 'inactive' : 'active');
    return Promise.resolve([]);
  };

  properties = ({ path }: { readonly path: string }) => {
    const active = this.active.get(path);
    return Promise.resolve({
      LoadState: active === undefined ? 'not-found' : 'loaded',
      ActiveState: active ?? 'inactive',
    });
  };
}

const CARD = { pcm: 'hdmi:CARD=vc4hdmi0,DEV="0"', problem: undefined };
const card = { read: () => Promise.resolve(CARD), subscribe: () => () => undefined };

function rig(t: Test, first: Partial<SettingsRecord> = {}, units: Pick<Units, 'call' | 'properties'> = new Units()) {
  const cards = new Listeners();
  let played: ClientCard = CARD;
  const changes = new Listeners();
  let now = { ...DEFAULT_SETTINGS, ...first };
  const folder = join(t.testdir({}), 'run');
  const own = new OwnSnapcast({
    bus: units,
    settings: { read: () => now, subscribe: (listener) => changes.add(listener) },
    runtimeDirectory: folder,
    card: { read: () => Promise.resolve(played), subscribe: (listener) => cards.add(listener) },
    pauses: { first: 20, longest: 40 },
    log: SILENT_LOG,
  });
  t.teardown(() => own.stop());
  const set = async (members: Partial<SettingsRecord>) => {
    now = { ...now, ...members };
    changes.call();
    return own.read();
  };
  const play = async (other: ClientCard) => {
    played = other;
    cards.call();
    return own.read();
  };
  return { own, set, play, environment: () => readFile(join(folder, 'snapclient.env'), 'utf8') };
}

t.test('with both settings off nothing is asked of the system', async (t) => {
  const units = new Units();
  const { own } = rig(t, {}, units);
  own.start();
  t.match(await own.read(), { server: { isWanted: false, state: 'stopped', problem: undefined } });
  t.strictSame(units.asked, []);
  t.equal(own.isServerOn, false);
});

t.test('server and client are started and stopped as the settings have it', async (t) => {
  const units = new Units();
  const { own, set, environment } = rig(t, {}, units);
  own.start();
  let changed = 0;
  own.subscribe(() => changed++);
  t.match(await set({ snapcastServer: true }), { server: { isWanted: true, state: 'running', problem: undefined } });
  t.ok(own.isServerOn);
  t.equal(changed, 1);
  await set({ snapcastClient: true });
  t.equal(await environment(), 'SOUND_CARD="hdmi:CARD=vc4hdmi0,DEV=\\"0\\""\nSERVER="--host 127.0.0.1"\n');
  await set({ volumeLimit: 3 } as Partial<SettingsRecord>);
  await set({ snapcastHost: 'nas.local' });
  t.match(await environment(), /^SERVER="--host nas\.local"$/m);
  await set({ snapcastServer: false, snapcastHost: '' });
  t.match(await environment(), /^SERVER=""$/m, 'it finds one');
  t.equal(changed, 2);
  t.match(await set({ snapcastClient: false }), { client: { isWanted: false, state: 'stopped' } });
  t.strictSame(
    units.asked.map((each) => each.replace('tonearm-snap', '').replace('.service', '')),
    [
      'StartUnit server',
      'RestartUnit client',
      'RestartUnit client',
      'StopUnit server',
      'RestartUnit client',
      'StopUnit client',
    ],
  );
});

t.test('a daemon that starts again interrupts no room', async (t) => {
  const units = new Units();
  const wanted = { snapcastServer: true, snapcastClient: true };
  const { own, environment } = rig(t, wanted, units);
  own.start();
  await own.read();
  const before = await environment();
  own.stop();
  units.asked.length = 0;
  const again = new OwnSnapcast({
    bus: units,
    settings: { read: () => ({ ...DEFAULT_SETTINGS, ...wanted }), subscribe: () => () => undefined },
    runtimeDirectory: join(t.testdirName, 'run'),
    card,
    log: SILENT_LOG,
  });
  again.start();
  await again.read();
  t.equal(await environment(), before);
  t.strictSame(units.asked, ['StartUnit tonearm-snapserver.service', 'StartUnit tonearm-snapclient.service']);
  t.ok(again.isServerOn);
});

t.test('a unit that an earlier run of the daemon could not stop is stopped', async (t) => {
  const units = new Units();
  const { own, set } = rig(t, { snapcastServer: true, snapcastClient: true }, units);
  own.start();
  await own.read();
  units.refuses = true;
  await set({ snapcastServer: false, snapcastClient: false });
  own.stop();
  units.refuses = false;
  units.asked.length = 0;
  const nextRun = async () => {
    const next = new OwnSnapcast({
      bus: units,
      settings: { read: () => DEFAULT_SETTINGS, subscribe: () => () => undefined },
      runtimeDirectory: join(t.testdirName, 'run'),
      card,
      log: SILENT_LOG,
    });
    next.start();
    t.match(await next.read(), { server: { state: 'stopped' }, client: { state: 'stopped' } });
    next.stop();
    return units.asked.splice(0);
  };
  t.strictSame(await nextRun(), ['StopUnit tonearm-snapserver.service', 'StopUnit tonearm-snapclient.service']);
  t.strictSame(await nextRun(), [], 'once');
});

t.test('off the appliance it is said what is missing', async (t) => {
  const units = new Units();
  units.active.clear();
  const { own, set } = rig(t, {}, units);
  own.start();
  t.match(await set({ snapcastServer: true }), {
    server: {
      isWanted: true,
      state: 'missing',
      problem: /tonearm-snapserver\.service.*Install Debian's snapserver/,
    },
    client: { isWanted: false, state: 'missing', problem: undefined },
  });
  t.equal(own.isServerOn, false);
  const silent = () => Promise.reject(new Unavailable('NO_SYSTEM_BUS', 'There is no bus.'));
  const without = rig(t, { snapcastClient: true }, { call: silent, properties: silent });
  without.own.start();
  t.match(await without.own.read(), { client: { state: 'missing', problem: 'There is no bus.' } });
});

t.test('a system that refuses, or does not answer yet, is asked again', async (t) => {
  const units = new Units();
  units.refuses = true;
  const { own, set } = rig(t, {}, units);
  own.start();
  t.match(await set({ snapcastServer: true }), { server: { state: 'stopped', problem: /polkit/ } });
  const became = async (isOn: boolean) => {
    while (own.isServerOn !== isOn) await delay(5);
    return own.read();
  };
  units.refuses = false;
  t.match(await became(true), { server: { state: 'running', problem: undefined } });
  units.refuses = true;
  await set({ snapcastServer: false });
  t.ok(own.isServerOn, 'it goes on');
  units.refuses = false;
  t.match(await became(false), { server: { isWanted: false, state: 'stopped' } });
});

t.test('a program that has ended is told', async (t) => {
  const units = new Units();
  const { own, set } = rig(t, {}, units);
  own.start();
  await set({ snapcastServer: true });
  units.active.set('tonearm-snapserver.service', 'activating');
  t.match(await own.read(), { server: { state: 'starting', problem: /snapserver\.service does not run now/ } });
});

t.test('the client plays on the card that is played on, and on none with a volume limit', async (t) => {
  const { own, set, play, environment } = rig(t);
  own.start();
  await set({ snapcastClient: true });
  t.match(await play({ pcm: 'plughw:CARD=DAC', problem: undefined }), { client: { state: 'running' } });
  t.match(await environment(), 'SOUND_CARD="plughw:CARD=DAC"');
  const problem = 'It would not keep to the limit.';
  t.match(await play({ pcm: '', problem }), { client: { state: 'stopped', problem } });
  t.match(await play(CARD), { client: { state: 'running', problem: undefined } });
});
