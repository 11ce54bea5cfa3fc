/** The setting starts and stops the unit, and reads its pipes. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { Airplay } from '../../src/airplay/airplay.js';
import { Listeners } from '../../src/listeners.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { temporaryDirectory } from '../http/rig.js';
import { event, FakeShairport } from './fake-shairport.js';

/** @param unit LoadState of the unit */
async function open(t: Test, unit = 'loaded') {
  const directory = join(await temporaryDirectory(t), 'tonearm');
  const shairport = await FakeShairport.make(t, `${directory}-airplay`);
  const changed = new Listeners();
  const now = { airplayEnabled: false, name: 'Kitchen' };
  const calls: string[] = [];
  const airplay = new Airplay({
    bus: {
      async call({ member, body }) {
        calls.push([member, ...(body ?? [])].join(' '));
        return ['/unit'];
      },
      properties: () => Promise.resolve({ LoadState: unit }),
    },
    settings: { read: () => now, subscribe: (listener) => changed.add(listener) },
    name: () => now.name,
    runtimeDirectory: directory,
    covers: { note: () => 'r', forget: () => undefined },
    log: SILENT_LOG,
  });
  t.teardown(() => airplay.stop());
  const set = async (change: Partial<typeof now>): Promise<void> => {
    Object.assign(now, change);
    changed.call();
    await delay(100);
  };
  const orders = (): string[] => calls.filter((call) => !call.startsWith('LoadUnit'));
  const environment = (): Promise<string> => readFile(join(directory, 'airplay.env'), 'utf8');
  return { airplay, shairport, set, orders, calls, environment, directory };
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
  const { airplay, shairport, set, orders, environment } = await open(t);
  await airplay.start();
  await set({ airplayEnabled: true });
  t.strictSame(orders(), ['RestartUnit tonearm-shairport.service replace']);
  t.equal(await environment(), 'AIRPLAY_NAME="Kitchen"\n');
  await set({});
  t.equal(orders().length, 1, 'other settings are none of its business');
  await set({ name: 'A "50%" $HOME\n\\ `box`' });
  t.equal(orders().length, 2);
  t.equal(await environment(), 'AIRPLAY_NAME="A \\"50\\" \\$HOME\\\\ \\`box\\`"\n');
  let changes = 0;
  airplay.subscribe(() => changes++);
  await shairport.say(event('pbeg'), event('prsm'));
  for (let look = 0; airplay.sources().length === 0 && look < 500; look++) await delay(10);
  t.equal(airplay.sources()[0]?.isSounding, true);
  await set({ airplayEnabled: false });
  t.strictSame(airplay.sources(), []);
  t.ok(changes >= 2);
  t.equal(orders().at(-1), 'StopUnit tonearm-shairport.service replace');
});

t.test('where the unit is missing, one that a person runs is heard', async (t) => {
  const { airplay, shairport, set, orders } = await open(t, 'not-found');
  await set({ airplayEnabled: true });
  await airplay.start();
  t.strictSame(orders(), []);
  await shairport.say(event('pbeg'));
  for (let look = 0; airplay.sources().length === 0 && look < 500; look++) await delay(10);
  t.equal(airplay.sources().length, 1);
});
