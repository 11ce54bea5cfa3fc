import t from 'tap';
import { DEFAULT_SETTINGS, Settings, type SettingsRecord } from '../../../src/settings/settings.js';
import { Unavailable } from '../../../src/errors.js';
import { createLog } from '../../../src/log.js';
import { DailyCheck } from '../../../src/system/update/daily-check.js';
import type { UpdateOffer } from '../../../src/system/update/updates.js';

const ADDRESS = 'https://updates.example/channel.json';
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const OFFER: UpdateOffer = { version: '0.2.0', order: 'newer', bytes: 1, changes: [], at: 0 };

interface Plan {
  readonly act: () => void;
  readonly milliseconds: number;
}

/** A check whose timers a test lets fire. @param random the same each time */
function rig(random: number) {
  const store = { load: async () => new Map<string, unknown>(), save: async () => undefined };
  const logged: string[] = [];
  const log = createLog('info', (line) => logged.push(line));
  const settings = new Settings(store, log);
  const plans = new Set<Plan>();
  const state = { looks: 0, isOnline: true, answer: async () => OFFER };
  const check = new DailyCheck({
    settings,
    lookUp() {
      state.looks++;
      return state.answer();
    },
    isOnline: () => state.isOnline,
    log,
    random: () => random,
    later(act, milliseconds) {
      const plan = { act, milliseconds };
      plans.add(plan);
      return () => plans.delete(plan);
    },
  });
  const set = (members: Partial<SettingsRecord>) => settings.change(members);
  const planned = () => [...plans].map(({ milliseconds }) => milliseconds);
  /** The one timer fires. */
  const fire = async () => {
    const [plan] = plans;
    if (plan === undefined) throw new Error('there is no timer');
    plans.delete(plan);
    plan.act();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { check, set, planned, fire, state, logged };
}

t.test('there is no timer unless it is switched on and an address is set', async (t) => {
  const { check, set, planned } = rig(0);
  t.match(DEFAULT_SETTINGS, { updateCheck: false, updateUrl: '' });
  check.start();
  t.strictSame(planned(), []);
  await set({ updateUrl: ADDRESS });
  t.strictSame(planned(), []);
  await set({ updateUrl: '', updateCheck: true });
  t.strictSame(planned(), []);
  await set({ updateUrl: ADDRESS });
  t.strictSame(planned(), [MINUTE]);
  await set({ playerName: 'Kitchen' });
  t.strictSame(planned(), [MINUTE], 'another setting leaves the plan alone');
  await set({ updateCheck: false });
  t.strictSame(planned(), []);
  await set({ updateCheck: true });
  check.stop();
  t.strictSame(planned(), []);
  await set({ updateCheck: false });
  await set({ updateCheck: true });
  t.strictSame(planned(), [], 'after the end nothing begins');
});

t.test('it looks within an hour, then once a day, at a random minute', async (t) => {
  for (const [random, first, next] of [
    [0, MINUTE, DAY - 30 * MINUTE],
    [0.5, 30.5 * MINUTE, DAY],
    [1, 60 * MINUTE, DAY + 30 * MINUTE],
  ] as const) {
    const { check, set, planned, fire, state, logged } = rig(random);
    await set({ updateUrl: ADDRESS, updateCheck: true });
    check.start();
    t.strictSame(planned(), [first]);
    await fire();
    t.strictSame([state.looks, planned()], [1, [next]]);
    await fire();
    t.strictSame([state.looks, planned()], [2, [next]]);
    t.equal(logged.filter((line) => line.includes('new version found')).length, 1, 'a version is logged once');
  }
});

t.test('without a network nobody is asked, and without an answer it looks again within the hour', async (t) => {
  const { check, set, planned, fire, state, logged } = rig(0);
  await set({ updateUrl: ADDRESS, updateCheck: true });
  check.start();
  state.isOnline = false;
  await fire();
  t.strictSame([state.looks, planned(), logged.length], [0, [30 * MINUTE], 0]);
  state.isOnline = true;
  state.answer = () => Promise.reject(new Unavailable('UPDATE_CHANNEL_UNREACHABLE', 'it answers 500'));
  await fire();
  await fire();
  t.strictSame([state.looks, planned()], [2, [30 * MINUTE]]);
  t.equal(logged.filter((line) => line.includes('not looked up')).length, 1, 'a failure is logged once');
  state.answer = async () => ({ ...OFFER, order: 'same' });
  await fire();
  t.strictSame([state.looks, planned()], [3, [DAY - 30 * MINUTE]]);
  t.notMatch(logged.join('\n'), 'new version found');
});

t.test('switched off while it looks, it plans nothing', async (t) => {
  const { check, set, planned, fire, state } = rig(0);
  await set({ updateUrl: ADDRESS, updateCheck: true });
  check.start();
  let answer = (_offer: UpdateOffer): void => undefined;
  state.answer = () => new Promise((resolve) => (answer = resolve));
  await fire();
  await set({ updateCheck: false });
  answer(OFFER);
  await new Promise((resolve) => setImmediate(resolve));
  t.strictSame(planned(), []);
});
