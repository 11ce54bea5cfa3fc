import t from 'tap';
import { readConfig } from '../../src/config/config.js';
import { FROM_START } from '../../src/playback/state.js';
import { after, PLAY, playIdOf, playingAt, sketch, STOP } from './states.js';
import { storedPlayer } from './fake-store.js';
import { createRig, playing } from './rig.js';
import { lineOf } from '../fixtures/log.js';

t.test('restore saves nothing', async (t) => {
  const { player, store } = createRig();
  store.stored = storedPlayer(['/a', '/b'], 1);
  await player.restore();
  t.strictSame(store.saves, []);
});

t.test('once the disk is well again, commands are acknowledged again', async (t) => {
  const { player, store } = await playing('/a', '/b');
  store.failure = new Error('no space left on device');
  await t.rejects(player.next());
  store.failure = undefined;
  await t.resolves(player.pause());
  await t.resolves(player.stop());
  await t.resolves(player.play(FROM_START));
  t.strictSame(store.saves.at(-1), { locations: ['/a', '/b'], index: 1 }, 'what was not saved is saved');
});

t.test('no C1 control character or Unicode line separator reaches the log', async (t) => {
  const line = lineOf('info', 'r', 'm\u2028x', { path: 'a\u009b31m\u0085b\u2028c\u2029d' }, true);
  t.notMatch(line, /[\u0080-\u009f\u2028\u2029]/);
});

t.test('logging never throws', async (t) => {
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  t.doesNotThrow(() => lineOf('error', 'r', 'm', { error: circular }, true));
  t.doesNotThrow(() => lineOf('error', 'r', 'm', { sizes: { bytes: 1n } }, true));
});

t.test('the whole configuration is frozen', async (t) => {
  const config = readConfig({ TONEARM_ALSA_MIXER: 'hw:0:Digital' });
  t.ok(Object.isFrozen(config.libraryRoots), 'roots');
  t.ok(Object.isFrozen(config.alsaMixer), 'mixer');
  t.ok(Object.isFrozen(config.streamAllow), 'no networks');
  t.ok(Object.isFrozen(readConfig({ TONEARM_STREAM_ALLOW: '::1' }).streamAllow), 'networks');
});

t.test('a misspelt variable stops with its name', async (t) => {
  t.throws(() => readConfig({ TONEARM_HTPP_PORT: '80' }), { message: /TONEARM_HTPP_PORT/ });
});

t.test('an inherited JOURNAL_STREAM that is not standard error is no journal', async (t) => {
  t.equal(readConfig({ JOURNAL_STREAM: '1:1' }).journal, false);
});

t.test('play after stop tries every entry again, like any other choice by hand', async (t) => {
  const before = playingAt(0);
  const { state } = after(before, { type: 'trackFailed', playId: playIdOf(before, 'upcoming') }, STOP, PLAY);
  t.equal(sketch(state), 'playing /a at 0, then /b');
});

t.test('ten thousand unplayable entries cost ten thousand small steps', async (t) => {
  const { player, engine } = createRig();
  await player.replaceQueue(Array.from({ length: 10_000 }, (_, at) => `/${at}`));
  await player.play(FROM_START);
  const before = process.cpuUsage();
  for (let rounds = 0; rounds < 10_000; rounds++) engine.fails(engine.loaded);
  const { user } = process.cpuUsage(before);
  t.equal(player.status().kind, 'stopped');
  // A copy of the whole set at each of them took twenty times as long.
  t.ok(user < 15_000_000, `took ${user} µs of CPU`);
});

t.test('a start index that is no whole number is refused', async (t) => {
  const { player } = await playing('/a', '/b');
  await t.rejects(player.startAt(0.5, FROM_START));
  await t.rejects(player.startAt(NaN, FROM_START));
});
