import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { Forbidden, TooManyTries, Unauthorized, Unavailable } from '../../src/errors.js';
import { Pin } from '../../src/system/pin.js';
import { databaseIn } from '../database/rig.js';
import { keptLog, SILENT_LOG } from '../fixtures/log.js';

function startPin(t: Test, directory = t.testdir()) {
  const state = databaseIn(directory);
  t.teardown(() => state.close());
  const clock = { now: 0 };
  const { log, lines } = keptLog('system');
  const pin = new Pin({ state, log, now: () => clock.now });
  return { pin, state, clock, lines, directory };
}

async function tryWrong(t: Test, pin: Pin, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await t.rejects(pin.require('wrong'), Forbidden);
}

t.test('without a PIN everybody may, whatever they say', async (t) => {
  const { pin } = startPin(t);
  t.equal(await pin.isSet(), false);
  await pin.require(undefined);
  await pin.require('anything');
});

t.test('with one only who says it may', async (t) => {
  const { pin } = startPin(t);
  await pin.change('1234', undefined);
  t.equal(await pin.isSet(), true);
  await pin.require('1234');
  await t.rejects(pin.require('12345'), { code: 'PIN_WRONG' });
  for (const missing of [undefined, '']) {
    await t.rejects(pin.require(missing), Unauthorized);
    await t.rejects(pin.require(missing), { code: 'PIN_REQUIRED' });
  }
});

t.test('it is changed and removed only by who knows it', async (t) => {
  const { pin } = startPin(t);
  await pin.change('first one', undefined);
  await t.rejects(pin.change('second', undefined), Unauthorized);
  await t.rejects(pin.change('', 'second'), Forbidden);
  await pin.require('first one');
  await pin.change('second', 'first one');
  await t.rejects(pin.require('first one'), Forbidden);
  await pin.change('', 'second');
  t.equal(await pin.isSet(), false);
});

t.test('it is there after the next start, and nowhere in the file to be read', async (t) => {
  const { pin, state, directory } = startPin(t);
  await pin.change('very-secret-pin', undefined);
  await state.close();
  t.notMatch((await readFile(join(directory, 'state.db'))).toString('latin1'), /very-secret/);
  const again = startPin(t, directory);
  await t.rejects(again.pin.require('another'), Forbidden);
  await again.pin.require('very-secret-pin');
});

t.test('two boxes with the same PIN do not keep the same', async (t) => {
  const folder = t.testdir({ one: {}, other: {} });
  const kept = async (name: string) => {
    const { pin, state } = startPin(t, join(folder, name));
    await pin.change('1234', undefined);
    return state.read((sql) => sql.prepare('SELECT hex(hash) FROM pin').pluck().get());
  };
  t.not(await kept('one'), await kept('other'));
});

t.test(
  'after five wrong ones in a row even the right one has to wait, longer each time, but not for ever',
  async (t) => {
    const { pin, clock, lines } = startPin(t);
    await pin.change('1234', undefined);
    await tryWrong(t, pin, 5);
    const waits: number[] = [];
    for (let time = 0; time < 8; time++) {
      const refusal = await pin.require('1234').catch((error: unknown) => error);
      const seconds = refusal instanceof TooManyTries ? refusal.retryAfter : 0;
      waits.push(seconds);
      clock.now += seconds * 1000 - 1;
      await t.rejects(pin.require('1234'), TooManyTries, 'not a moment earlier');
      clock.now += 1;
      await tryWrong(t, pin, 1);
    }
    t.strictSame(waits, [30, 60, 120, 240, 480, 900, 900, 900]);
    clock.now += 900_000;
    await pin.require('1234');
    await tryWrong(t, pin, 4);
    await pin.require('1234');
    t.notMatch(lines.join(), /1234/);
  },
);

t.test('who knows it and says it often forgives nobody who guesses', async (t) => {
  const { pin } = startPin(t);
  await pin.change('1234', undefined);
  await pin.require('1234');
  await tryWrong(t, pin, 4);
  await pin.require('1234');
  await tryWrong(t, pin, 1);
  await t.rejects(pin.require('1234'), TooManyTries);
});

t.test('a wrong one of long ago is forgotten a day after the last', async (t) => {
  const { pin, clock } = startPin(t);
  await pin.change('1234', undefined);
  await pin.require('1234');
  await tryWrong(t, pin, 4);
  clock.now += 86_400_000;
  await tryWrong(t, pin, 4);
  clock.now += 86_400_000 - 1;
  await tryWrong(t, pin, 1);
  await t.rejects(pin.require('1234'), TooManyTries);
});

t.test('who does not say any is told so even while others wait', async (t) => {
  const { pin } = startPin(t);
  await pin.change('1234', undefined);
  await tryWrong(t, pin, 5);
  await t.rejects(pin.require(undefined), Unauthorized);
});

t.test('a hundred wrong ones at once are not a hundred tries', async (t) => {
  const { pin } = startPin(t);
  await pin.change('1234', undefined);
  const results = await Promise.allSettled(Array.from({ length: 100 }, () => pin.require('wrong')));
  const reasons = results.map((result) => (result as PromiseRejectedResult).reason as unknown);
  t.equal(reasons.filter((reason) => reason instanceof Forbidden).length, 5);
  t.equal(reasons.filter((reason) => reason instanceof TooManyTries).length, 95);
});

t.test('a file in the state directory has it forgotten once', async (t) => {
  const { pin, directory } = startPin(t);
  await pin.change('1234', undefined);
  await pin.forgetIfAsked(directory);
  t.equal(await pin.isSet(), true, 'nobody asked');
  await writeFile(join(directory, 'forget-pin'), '');
  await pin.forgetIfAsked(directory);
  t.equal(await pin.isSet(), false);
  await t.rejects(stat(join(directory, 'forget-pin')), { code: 'ENOENT' });
  await pin.change('5678', undefined);
  await pin.forgetIfAsked(directory);
  t.equal(await pin.isSet(), true);
});

t.test('what cannot be read may be a PIN, and what cannot be saved is not changed', async (t) => {
  const directory = t.testdir();
  await mkdir(join(directory, 'state.db'));
  const pin = new Pin({ state: databaseIn(directory), log: SILENT_LOG });
  await t.rejects(pin.require('1234'), Unavailable);
  await t.rejects(pin.change('1234', undefined), { code: 'STATE_UNAVAILABLE' });
  await t.rejects(pin.remove(), { code: 'NOT_SAVED' });
  await pin.forgetIfAsked(directory);
});
