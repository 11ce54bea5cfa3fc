import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { Forbidden, TooManyAttempts, Unauthorized, Unavailable } from '../../src/errors.js';
import { mendPin, PinMark } from '../../src/system/pin-mark.js';
import { PinAttempts } from '../../src/system/pin-attempts.js';
import { Pin, type PinGiven, type PinLevel } from '../../src/system/pin.js';
import { databaseIn } from '../database/rig.js';
import { keptLog, SILENT_LOG } from '../fixtures/log.js';
import { switchedOn } from './presence-rig.js';

const HERE = '192.0.2.1';
const THERE = '192.0.2.2';

async function startPin(t: Test, directory = t.testdir()) {
  const state = databaseIn(directory, { mend: (sql) => mendPin(sql, directory) });
  t.teardown(() => state.close());
  const clock = { now: 0 };
  const { log, lines } = keptLog('system');
  // Each mark lies elsewhere, as if the box was just switched on.
  const bootId = () => String(Math.random());
  const presence = await switchedOn(t, t.testdirName, { now: () => clock.now, bootId });
  const real = new Pin({ state, mark: new PinMark(directory), presence, log, now: () => clock.now });
  const given = (pin: string | undefined, client: string): PinGiven => ({ pin, client });
  const pin = {
    isSet: async () => (await real.read()).isSet,
    require: (value: string | undefined, client = HERE) => real.require(given(value, client)),
    change: (value: string, current: string | undefined, client = HERE) =>
      real.change({ pin: value }, given(current, client)),
    setLevel: (level: PinLevel, current: string | undefined) => real.change({ level }, given(current, HERE)),
    requireForChange: (value: string | undefined) => real.require(given(value, HERE), 'changes'),
    keepMark: () => real.keepMark(),
    forgetIfAsked: (folder: string) => real.forgetIfAsked(folder),
  };
  return { pin, real, state, clock, lines, directory };
}

type TestedPin = Awaited<ReturnType<typeof startPin>>['pin'];

async function tryWrong(t: Test, pin: TestedPin, times: number, client = HERE): Promise<void> {
  for (let time = 0; time < times; time++) await t.rejects(pin.require('wrong', client), Forbidden);
}

t.test('without a PIN everybody may, whatever they say', async (t) => {
  const { pin } = await startPin(t);
  t.equal(await pin.isSet(), false);
  await pin.require(undefined);
  await pin.require('anything');
});

t.test('with one only who says it may', async (t) => {
  const { pin } = await startPin(t);
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
  const { pin } = await startPin(t);
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
  const { pin, state, directory } = await startPin(t);
  await pin.change('very-secret-pin', undefined);
  await state.close();
  t.notMatch((await readFile(join(directory, 'state.db'))).toString('latin1'), /very-secret/);
  const again = await startPin(t, directory);
  await t.rejects(again.pin.require('another'), Forbidden);
  await again.pin.require('very-secret-pin');
});

t.test('two boxes with the same PIN do not keep the same', async (t) => {
  const folder = t.testdir({ one: {}, other: {} });
  const kept = async (name: string) => {
    const { pin, state } = await startPin(t, join(folder, name));
    await pin.change('1234', undefined);
    return state.read((sql) => sql.prepare('SELECT hex(hash) FROM pin').pluck().get());
  };
  t.not(await kept('one'), await kept('other'));
});

t.test(
  'after five wrong ones in a row even the right one has to wait, longer each time, but not for ever',
  async (t) => {
    const { pin, clock, lines } = await startPin(t);
    await pin.change('1234', undefined);
    await tryWrong(t, pin, 5);
    const waits: number[] = [];
    for (let time = 0; time < 8; time++) {
      const refusal = await pin.require('1234').catch((error: unknown) => error);
      const seconds = refusal instanceof TooManyAttempts ? refusal.retryAfter : 0;
      waits.push(seconds);
      clock.now += seconds * 1000 - 1;
      await t.rejects(pin.require('1234'), TooManyAttempts, 'not a moment earlier');
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
  const { pin } = await startPin(t);
  await pin.change('1234', undefined);
  await pin.require('1234');
  await tryWrong(t, pin, 4);
  await pin.require('1234');
  await tryWrong(t, pin, 1);
  await t.rejects(pin.require('1234'), TooManyAttempts);
});

t.test('a wrong one of long ago is forgotten a day after the last', async (t) => {
  const { pin, clock } = await startPin(t);
  await pin.change('1234', undefined);
  await pin.require('1234');
  await tryWrong(t, pin, 4);
  clock.now += 86_400_000;
  await tryWrong(t, pin, 4);
  clock.now += 86_400_000 - 1;
  await tryWrong(t, pin, 1);
  await t.rejects(pin.require('1234'), TooManyAttempts);
});

t.test('who does not say any is told so even while others wait', async (t) => {
  const { pin } = await startPin(t);
  await pin.change('1234', undefined);
  await tryWrong(t, pin, 5);
  await t.rejects(pin.require(undefined), Unauthorized);
});

t.test('a hundred wrong ones at once are not a hundred tries', async (t) => {
  const { pin } = await startPin(t);
  await pin.change('1234', undefined);
  const results = await Promise.allSettled(Array.from({ length: 100 }, () => pin.require('wrong')));
  const reasons = results.map((result) => (result as PromiseRejectedResult).reason as unknown);
  t.equal(reasons.filter((reason) => reason instanceof Forbidden).length, 4, 'as many as wait at a time');
  t.equal(reasons.filter((reason) => reason instanceof TooManyAttempts).length, 96);
});

t.test('a file in the state directory has it forgotten once', async (t) => {
  const { pin, directory } = await startPin(t);
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

t.test('who guesses keeps nobody out at another address', async (t) => {
  const { pin } = await startPin(t);
  await pin.change('1234', undefined);
  await tryWrong(t, pin, 5, THERE);
  await t.rejects(pin.require('1234', THERE), TooManyAttempts);
  await pin.require('1234', HERE);
  await pin.require('1234', '192.0.2.3');
});

t.test('a restart forgets no wrong guess', async (t) => {
  const { pin, state, directory } = await startPin(t);
  await pin.change('1234', undefined);
  await tryWrong(t, pin, 5, THERE);
  await state.close();
  const { pin: again, clock } = await startPin(t, directory);
  const waits = async () => {
    const refusal = await again.require('1234', THERE).catch((error: unknown) => error);
    return refusal instanceof TooManyAttempts ? refusal.retryAfter : 0;
  };
  t.equal(await waits(), 30);
  await again.require('1234', HERE);
  clock.now += 30_000;
  await tryWrong(t, again, 1, THERE);
  t.equal(await waits(), 60, 'and they go on to grow');
});

t.test(
  'who has guessed wrong waits together with all others; who has not, or has named the PIN, does not',
  async (t) => {
    const { pin, clock } = await startPin(t);
    await pin.change('1234', undefined);
    for (let at = 0; at < 50; at++) await tryWrong(t, pin, 1, `2001:db8::${at}`);
    await pin.require('1234', '2001:db8::1:0');
    await t.rejects(pin.require('guess', '2001:db8::1'), TooManyAttempts);
    await pin.require('1234', HERE);
    clock.now += 30_000;
    await pin.require('1234', '2001:db8::1');
  },
);

t.test('a thousand wrong guessers drive out nobody who has named the PIN', async (t) => {
  const { state } = await startPin(t);
  const attempts = new PinAttempts({ state, log: SILENT_LOG, now: () => 0 });
  await attempts.wasRight(HERE, true);
  for (let at = 0; at < 1001; at++) await attempts.wasWrong(`10.0.${at >> 8}.${at & 255}`);
  await attempts.wasWrong(HERE);
  t.equal(await attempts.pauseOf(HERE), 0);
});

t.test('its level says whether changes need it, and stays with another PIN', async (t) => {
  const { pin, real } = await startPin(t);
  await t.rejects(pin.setLevel('changes', undefined), { code: 'NO_PIN' });
  await pin.requireForChange(undefined);
  await pin.change('1234', undefined);
  await pin.requireForChange(undefined);
  await t.rejects(pin.setLevel('changes', undefined), Unauthorized);
  await pin.setLevel('changes', '1234');
  await t.rejects(pin.requireForChange(undefined), Unauthorized);
  await pin.requireForChange('1234');
  await pin.change('5678', '1234');
  t.match(await real.read(), { isSet: true, level: 'changes', mayBegin: false, secondsLeft: 0 });
  await pin.change('', '5678');
  t.match(await real.read(), { isSet: false, level: 'box' });
  await t.rejects(real.change({}, { pin: undefined, client: HERE }), { code: 'INVALID_BODY' });
});

t.test('a first PIN is set by who is at the box only, and one that is there by who knows it', async (t) => {
  const { pin, real, clock } = await startPin(t);
  t.match(await real.read(), { mayBegin: true, secondsLeft: 600 });
  clock.now += 600_000;
  t.match(await real.read(), { mayBegin: false, secondsLeft: 0 });
  await t.rejects(pin.change('1234', undefined), { code: 'PRESENCE_NEEDED', message: /allow-pin/ });
  t.equal(await pin.isSet(), false);
  await pin.change('', undefined);
  clock.now -= 1;
  await pin.change('1234', undefined);
  clock.now += 600_000;
  await pin.change('5678', '1234');
  await pin.change('', '5678');
  await t.rejects(pin.change('1234', undefined), { code: 'PRESENCE_NEEDED' }, 'and then it would be a first one again');
});

t.test('what cannot be read may be a PIN, and what cannot be saved is not changed', async (t) => {
  const directory = t.testdir();
  await mkdir(join(directory, 'state.db'));
  const presence = await switchedOn(t, t.testdirName);
  const pin = new Pin({ state: databaseIn(directory), presence, log: SILENT_LOG });
  await t.rejects(pin.require({ pin: '1234', client: HERE }), Unavailable);
  await t.rejects(pin.change({ pin: '1234' }, { pin: undefined, client: HERE }), { code: 'STATE_UNAVAILABLE' });
  await t.rejects(pin.remove(), { code: 'NOT_SAVED' });
  await pin.forgetIfAsked(directory);
});

/** The database is lost, with all its copies or without. */
async function loseState(directory: string): Promise<void> {
  await writeFile(join(directory, 'state.db'), '');
}

t.test('damage to the database never opens what the PIN guards', async (t) => {
  const { pin, state, directory } = await startPin(t);
  await pin.change('1234', undefined);
  await state.close();
  t.equal((await stat(join(directory, 'pin.mark'))).mode & 0o777, 0o600);
  await loseState(directory);
  const after = await startPin(t, directory);
  t.equal(await after.pin.isSet(), true);
  await t.rejects(after.pin.require('another'), Forbidden);
  await after.pin.require('1234');
  await after.pin.change('', '1234');
  t.equal(await after.pin.isSet(), false);
  await after.state.close();
  await loseState(directory);
  t.equal(await (await startPin(t, directory)).pin.isSet(), false, 'one that was removed is not there any more');
});

t.test('when its mark is damaged too, nobody knows the PIN, and the file forget-pin opens', async (t) => {
  for (const mark of ['', '{"id":1,"salt":7}', '[]']) {
    const { pin, state, directory } = await startPin(t, t.testdir());
    await pin.change('1234', undefined);
    await state.close();
    await loseState(directory);
    await writeFile(join(directory, 'pin.mark'), mark);
    const after = await startPin(t, directory);
    t.equal(await after.pin.isSet(), true, mark);
    await t.rejects(after.pin.require('1234'), Forbidden, mark);
    await writeFile(join(directory, 'forget-pin'), '');
    await after.pin.forgetIfAsked(directory);
    t.equal(await after.pin.isSet(), false, mark);
    await after.state.close();
  }
});

t.test('a PIN of a version without a mark has one after the next start', async (t) => {
  const { pin, state, directory } = await startPin(t);
  await pin.change('1234', undefined);
  await state.close();
  await rm(join(directory, 'pin.mark'));
  const next = await startPin(t, directory);
  await next.pin.keepMark();
  await next.state.close();
  await loseState(directory);
  await (await startPin(t, directory)).pin.require('1234');
});
