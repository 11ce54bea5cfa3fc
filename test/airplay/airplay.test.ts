/** The setting starts and stops the unit, and reads its pipes. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { Airplay } from '../../src/airplay/airplay.js';
import { Unavailable } from '../../src/errors.js';
import { Listeners } from '../../src/listeners.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { temporaryDirectory } from '../http/rig.js';
import { event, FakeShairport } from './fake-shairport.js';

/** @param unit LoadState of the unit @param refusals answers of the bus to the first calls @param active its ActiveState */
async function open(t: Test, unit = 'loaded', refusals: Error[] = [], active = 'active') {
  const directory = join(await temporaryDirectory(t), 'tonearm');
  const shairport = await FakeShairport.make(t, `${directory}-airplay`);
  const changed = new Listeners();
  const now = { airplayEnabled: false, name: 'Kitchen' };
  const calls: string[] = [];
  const airplay = new Airplay({
    bus: {
      async call({ member, body }) {
        calls.push([member, ...(body ?? [])].join(' '));
        const refusal = refusals.shift();
        if (refusal !== undefined) throw refusal;
        return ['/unit'];
      },
      properties: () => Promise.resolve({ LoadState: unit, ActiveState: active }),
    },
    settings: { read: () => now, subscribe: (listener) => changed.add(listener) },
    name: () => now.name,
    runtimeDirectory: directory,
    covers: { note: () => 'r', forget: () => undefined },
    log: SILENT_LOG,
    pauses: { first: 10, longest: 40 },
  });
  t.teardown(() => airplay.stop());
  const set = async (change: Partial<typeof now>): Promise<void> => {
    Object.assign(now, change);
    changed.call();
    await delay(100);
  };
  /** Waits for so many orders, and then a moment for one more. */
  const ordered = async (count: number): Promise<string[]> => {
    for (let look = 0; orders().length < count && look < 500; look++) await delay(10);
    await delay(50);
    return orders();
  };
  const orders = (): string[] => calls.filter((call) => !call.startsWith('LoadUnit'));
  const environment = (): Promise<string> => readFile(join(directory, 'airplay.env'), 'utf8');
  return { airplay, shairport, set, orders, ordered, calls, environment, directory };
}

t.test('off, nothing is called, opened or loaded', async (t) => {
  const { airplay, set, calls, directory } = await open(t);
  await airplay.start();
  await set({ name: 'Bath' });
  await airplay.stop();
  t.strictSame(calls, []);
  t.strictSame(airplay.sources(), []);
  await t.rejects(stat(directory), { code: 'ENOENT' });
});

t.test('on, the unit is started with the name, again with another one, and stopped at the end', async (t) => {
  const { airplay, shairport, set, ordered, environment } = await open(t);
  await airplay.start();
  await set({ airplayEnabled: true });
  t.strictSame(await ordered(1), ['RestartUnit tonearm-shairport.service replace']);
  t.equal(await environment(), 'AIRPLAY_NAME="Kitchen"\n');
  await set({});
  t.equal((await ordered(1)).length, 1, 'other settings are none of its business');
  await set({ name: 'A "50%" $HOME\n\\ `box`' });
  t.equal((await ordered(2)).length, 2);
  t.equal(await environment(), 'AIRPLAY_NAME="A \\"50\\" \\$HOME\\\\ \\`box\\`"\n');
  let changes = 0;
  airplay.subscribe(() => changes++);
  await shairport.say(event('pbeg'), event('prsm'));
  for (let look = 0; airplay.sources().length === 0 && look < 500; look++) await delay(10);
  t.equal(airplay.sources()[0]?.isSounding, true);
  await set({ airplayEnabled: false });
  t.strictSame(airplay.sources(), []);
  t.ok(changes >= 2);
  t.equal((await ordered(3)).at(-1), 'StopUnit tonearm-shairport.service replace');
});

t.test('where the unit is missing, a shairport-sync that a person runs is received', async (t) => {
  const { airplay, shairport, set, orders } = await open(t, 'not-found');
  await set({ airplayEnabled: true });
  await airplay.start();
  t.strictSame(orders(), []);
  await shairport.say(event('pbeg'));
  for (let look = 0; airplay.sources().length === 0 && look < 500; look++) await delay(10);
  t.equal(airplay.sources().length, 1);
});

t.test('what the program does is reported, and why it does not run', async (t) => {
  const { airplay, set } = await open(t, 'loaded', [], 'active');
  t.match(await airplay.read(), { isWanted: false, state: 'running', problem: undefined });
  await airplay.start();
  await set({ airplayEnabled: true });
  t.match(await airplay.read(), { isWanted: true, state: 'running', problem: undefined });
  const failed = await open(t, 'loaded', [], 'failed');
  await failed.set({ airplayEnabled: true });
  await failed.airplay.start();
  t.match(await failed.airplay.read(), { isWanted: true, state: 'failed', problem: /does not run now/ });
  const missing = await open(t, 'not-found');
  await missing.set({ airplayEnabled: true });
  await missing.airplay.start();
  t.match(await missing.airplay.read(), { state: 'missing', problem: /not installed.*shairport-sync/s });
  const refused = await open(t, 'loaded', [new Unavailable('NO_SYSTEM_SERVICE', 'It is not there.')], 'inactive');
  await refused.set({ airplayEnabled: true });
  await refused.airplay.start();
  t.match(await refused.airplay.read(), { isWanted: true, state: 'stopped', problem: 'It is not there.' });
});

t.test('a bus that does not answer at the start is asked again, and no more once it has', async (t) => {
  const busy = (): Error => new Unavailable('NO_SYSTEM_SERVICE', 'org.freedesktop.systemd1 is not there.');
  const { airplay, set, ordered, calls } = await open(t, 'loaded', [busy(), busy(), busy()]);
  await set({ airplayEnabled: true });
  await airplay.start();
  t.strictSame(await ordered(1), ['RestartUnit tonearm-shairport.service replace']);
  const { length } = calls;
  await delay(200);
  t.equal(calls.length, length);
});

t.test('switched off before the bus answers, nothing is tried again', async (t) => {
  const refusals = Array.from({ length: 100 }, () => new Unavailable('NO_SYSTEM_SERVICE', 'It is not there.'));
  const { airplay, shairport, set, calls } = await open(t, 'loaded', refusals);
  await set({ airplayEnabled: true });
  await airplay.start();
  await set({ airplayEnabled: false });
  refusals.length = 0;
  await delay(100);
  const { length } = calls;
  await delay(200);
  t.equal(calls.length, length);
  await t.rejects(shairport.say(event('pbeg')), { code: 'ENXIO' }, 'no pipe is open');
});
