/** The table of known renderers: who comes in, who leaves, and how many there may be. */
import t from 'tap';
import { NoRenderer, readDescription } from '../../src/renderers/discovery/description.js';
import { KnownRenderers } from '../../src/renderers/discovery/known-renderers.js';
import type { Sighting } from '../../src/renderers/discovery/sightings.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { descriptionText } from './description-text.js';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function createTable() {
  const warnings: string[] = [];
  const asked: string[] = [];
  /** Hosts that do not answer, and those that answer with something else. */
  const silent = new Set<string>();
  const wrong = new Set<string>();
  let now = 1_000_000;
  let name = 'Kitchen';
  const table = new KnownRenderers({
    ownUdn: 'uuid:own',
    log: { ...SILENT_LOG, warn: (message) => void warnings.push(message) },
    now: () => now,
    pause: () => Promise.resolve(),
    async describe(location, udn) {
      asked.push(location.href);
      await settled();
      if (silent.has(location.hostname)) throw new Error('no answer');
      if (wrong.has(location.hostname)) throw new NoRenderer('a router');
      return readDescription(descriptionText({ udn, name: `${name} ${udn.slice(5)}` }), location, udn);
    },
  });
  let changes = 0;
  table.subscribe(() => changes++);
  t.teardown(() => table.stop());
  const alive = (udn: string, host: string, more: Partial<Extract<Sighting, { kind: 'alive' }>> = {}) => {
    const location = `http://${host}:8200/${udn.slice(5)}.xml`;
    table.sighted({ kind: 'alive', udn, location, age: 1_800_000, isAnnouncement: true, ...more }, host);
  };
  return {
    ...{ table, warnings, asked, silent, wrong, alive },
    changes: () => changes,
    gone: (udn: string, host: string) => table.sighted({ kind: 'gone', udn }, host),
    pass: (milliseconds: number) => void (now += milliseconds),
    call: (text: string) => void (name = text),
    names: () => table.list().map((each) => each.name),
    until: async (isSo: () => boolean) => {
      for (let round = 0; round < 1000 && !isSo(); round++) await settled();
    },
  };
}

t.test('a renderer is listed once its description is read, and leaves when it says so', async (t) => {
  const { table, alive, gone, names, until, changes } = createTable();
  alive('uuid:b', '192.168.1.2');
  t.strictSame(names(), [], 'not before');
  alive('uuid:a', '192.168.1.3');
  await until(() => names().length === 2);
  t.strictSame(names(), ['Kitchen a', 'Kitchen b']);
  t.equal(changes(), 2);
  alive('uuid:b', '192.168.1.2');
  await settled();
  t.equal(changes(), 2, 'nothing is another');
  gone('uuid:b', '192.168.1.7');
  t.equal(names().length, 2, 'nobody speaks for another');
  gone('uuid:b', '192.168.1.2');
  t.strictSame(names(), ['Kitchen a']);
  t.equal(table.find('uuid:b'), undefined);
});

t.test('renderers are listed by name, with numbers by their value', async (t) => {
  const { alive, names, until } = createTable();
  for (const number of [10, 2, 1]) alive(`uuid:${number}`, `10.0.0.${number}`);
  await until(() => names().length === 3);
  t.strictSame(names(), ['Kitchen 1', 'Kitchen 2', 'Kitchen 10']);
});

t.test('what is not said by the device itself counts for nothing, and the own renderer is left out', async (t) => {
  const { table, alive, asked, names } = createTable();
  table.sighted(
    { kind: 'alive', udn: 'uuid:a', location: 'http://10.0.0.1/x', age: 1, isAnnouncement: true },
    '10.0.0.2',
  );
  for (const location of ['ftp://10.0.0.1/', 'https://10.0.0.1/', 'x', 'http://localhost/']) {
    table.sighted({ kind: 'alive', udn: 'uuid:a', location, age: 1, isAnnouncement: true }, '10.0.0.1');
  }
  alive('uuid:own', '10.0.0.3');
  for (let round = 0; round < 5; round++) await settled();
  t.strictSame(asked, []);
  t.strictSame(names(), []);
});

t.test('a device that has just started is asked again, one that is no renderer is not', async (t) => {
  const { alive, asked, silent, wrong, names, until, pass } = createTable();
  silent.add('10.0.0.1');
  alive('uuid:a', '10.0.0.1');
  await until(() => asked.length === 2);
  silent.clear();
  await until(() => names().length === 1);
  t.equal(asked.length, 2);
  wrong.add('10.0.0.2');
  alive('uuid:b', '10.0.0.2');
  await until(() => asked.length === 3);
  await settled();
  for (let round = 0; round < 5; round++) alive('uuid:b', '10.0.0.2');
  await settled();
  t.equal(asked.length, 3);
  pass(700_000);
  wrong.clear();
  alive('uuid:b', '10.0.0.2');
  await until(() => names().length === 2);
  t.equal(names().length, 2, 'later it is');
});

t.test('silence twice, and it is gone', async (t) => {
  const { table, alive, asked, silent, names, until, pass } = createTable();
  alive('uuid:a', '10.0.0.1');
  alive('uuid:b', '10.0.0.2');
  await until(() => names().length === 2);
  await table.check(10_000);
  t.equal(asked.length, 2, 'both were there a moment ago');
  pass(11_000);
  alive('uuid:b', '10.0.0.2', { isAnnouncement: false });
  silent.add('10.0.0.1');
  await table.check(10_000);
  t.equal(asked.length, 3, 'only the one that was silent is asked');
  t.equal(names().length, 2);
  await table.check(10_000);
  t.strictSame(names(), ['Kitchen b']);
});

t.test('another address counts when the one before is silent', async (t) => {
  const { table, alive, silent, names, until } = createTable();
  alive('uuid:a', '10.0.0.1');
  await until(() => names().length === 1);
  alive('uuid:a', '10.0.0.66');
  for (let round = 0; round < 5; round++) await settled();
  t.equal(table.find('uuid:a')?.host, '10.0.0.1', 'somebody else has its name');
  silent.add('10.0.0.1');
  alive('uuid:a', '10.0.0.66');
  await until(() => table.find('uuid:a')?.host === '10.0.0.66');
  t.equal(table.find('uuid:a')?.host, '10.0.0.66', 'it has moved');
});

t.test('another name is noticed when it announces itself', async (t) => {
  const { alive, call, names, until, pass, asked } = createTable();
  alive('uuid:a', '10.0.0.1');
  await until(() => names().length === 1);
  call('Bath');
  alive('uuid:a', '10.0.0.1');
  await settled();
  t.equal(asked.length, 1, 'announcements come in threes');
  pass(61_000);
  alive('uuid:a', '10.0.0.1');
  await until(() => names()[0] === 'Bath a');
  t.strictSame(names(), ['Bath a']);
});

t.test('of 500 announcements 64 have room, and one address has not all of it', async (t) => {
  const { table, alive, names, until, warnings, asked, gone } = createTable();
  for (let at = 0; at < 500; at++) alive(`uuid:x${at}`, '10.0.0.1');
  await until(() => names().length === 32);
  for (let at = 0; at < 500; at++) alive(`uuid:${at}`, `10.0.${1 + (at >> 7)}.${at & 127}`);
  await until(() => names().length === 64);
  t.equal(names().length, 64);
  t.equal(asked.length, 64);
  t.equal(warnings.length, 1, 'said once');
  gone('uuid:0', '10.0.1.0');
  alive('uuid:499', '10.0.4.115');
  await until(() => table.find('uuid:499') !== undefined);
  t.ok(table.find('uuid:499'), 'there is room again');
});

t.test('who comes and goes at once takes a place until it was asked, and costs no more than others', async (t) => {
  const { asked, alive, gone, names, until } = createTable();
  for (let at = 0; at < 5000; at++) {
    alive(`uuid:x${at}`, '192.168.1.9');
    gone(`uuid:x${at}`, '192.168.1.9');
  }
  alive('uuid:a', '192.168.1.2');
  await until(() => names().length === 1);
  t.strictSame(names(), ['Kitchen a']);
  t.ok(asked.length <= 33, `${asked.length} questions`);
  alive('uuid:y', '192.168.1.9');
  await until(() => names().length === 2);
  t.equal(names().length, 2, 'there is room again');
});

t.test('one that names another address all the time is asked now and then', async (t) => {
  const { asked, alive, names, until, pass } = createTable();
  alive('uuid:a', '192.168.1.2');
  await until(() => names().length === 1);
  const before = asked.length;
  for (let at = 0; at < 1000; at++) {
    pass(10);
    alive('uuid:a', '192.168.1.2', { location: `http://192.168.1.2:8200/${at % 2}.xml` });
    await settled();
  }
  t.ok(asked.length - before <= 3, `${asked.length - before} questions in ten seconds`);
});
