import t, { type Test } from 'tap';
import { Commands } from '../../src/mqtt/commands.js';
import { settled } from '../playback/rig.js';
import { fakes } from './rig.js';

function commands(t: Test) {
  const all = fakes(t);
  const clock = { now: 0 };
  const taking = new Commands(all.deps, () => clock.now);
  const take = async (name: string, text: string, isRetained = false): Promise<void> => {
    taking.take(name, Buffer.from(text), isRetained);
    await settled();
  };
  return { ...all, clock, taking, take };
}

t.test('buttons are commands of the player', async (t) => {
  const { player, scanner, take } = commands(t);
  player.hold(['/music/a.mp3', '/music/b.mp3']);
  const steps: readonly (readonly [string, ...unknown[]])[] = [
    ['play', 'play', 0, 0],
    ['pause', 'pause'],
    ['play', 'resume'],
    ['play_pause', 'pause'],
    ['play_pause', 'resume'],
    ['next', 'next'],
    ['previous', 'previous'],
    ['stop', 'stop'],
  ];
  for (const [name, ...command] of steps) {
    await take(name, 'PRESS');
    t.strictSame(player.commands.splice(0), [command], name);
  }
  player.held = {
    ...player.held,
    resume: { index: 1, location: '/music/b.mp3', elapsed: 5 as never, offset: 0 as never },
  };
  await take('play', 'PRESS');
  t.strictSame(player.commands.splice(0), [['resumeTrack']], 'a stop is gone on from');
  await take('scan', 'PRESS');
  t.strictSame(scanner.asked, ['everything']);
});

t.test('numbers, a switch and a choice set what they say', async (t) => {
  const { player, volume, sleepTimer, take } = commands(t);
  await take('volume', '35');
  t.equal(volume.range.volume, 35);
  await take('volume', '12.5');
  t.equal(volume.range.volume, 13);
  volume.highest = 20;
  await take('volume', '100');
  t.equal(volume.range.volume, 20, 'the limit holds');
  await take('sleep', '30');
  const { remaining } = sleepTimer.read();
  t.ok(remaining > 29 * 60_000 && remaining <= 30 * 60_000);
  await take('sleep', '0.0');
  t.equal(sleepTimer.read().remaining, 0);
  await take('shuffle', 'ON');
  await take('repeat', 'one');
  t.match(player.modes(), { shuffle: true, repeat: 'one' });
  await take('shuffle', 'OFF');
  t.match(player.modes(), { shuffle: false, repeat: 'one' });
});

t.test('what is wrong is logged once, and does nothing', async (t) => {
  const { player, volume, sleepTimer, lines, take, taking } = commands(t);
  for (let round = 0; round < 2; round++) {
    for (const text of ['', '-1', '101', 'loud', '1e1', 'NaN', '0x10', ' 5', '5 ', '99999', '١'])
      await take('volume', text);
    await take('sleep', '1441');
    await take('shuffle', 'on');
    await take('repeat', 'never');
    await take('play', 'press');
    for (const name of ['', 'constructor', '__proto__', 'off\nERROR forged', 'play/it']) await take(name, 'PRESS');
    await take('volume', '9'.repeat(257));
    taking.take('volume', Buffer.from([0xff, 0xfe, 0x80]), false);
  }
  t.strictSame(player.commands, []);
  t.equal(volume.range.volume, 40);
  t.equal(sleepTimer.read().remaining, 0);
  const once = ['volume', 'sleep', 'shuffle', 'repeat', 'play'].map(
    (name) => `<4>mqtt: command: ignored, there is no such command or value name=${name}`,
  );
  t.strictSame(lines, [...once, '<4>mqtt: command: ignored, there is no such command or value']);
});

t.test('an order that the broker has kept from earlier is not carried out', async (t) => {
  const { player, lines, take } = commands(t);
  await take('stop', 'PRESS', true);
  await take('next', 'PRESS', true);
  t.strictSame(player.commands, []);
  t.strictSame(lines, ['<4>mqtt: command: ignored, it is retained (clear it on the broker) name=stop']);
});

t.test('too many are left out, until some time has passed', async (t) => {
  const { player, lines, take, taking, clock } = commands(t);
  for (let at = 0; at < 500; at++) taking.take('next', Buffer.from('PRESS'), false);
  await settled();
  t.ok(player.commands.length <= 20, `${player.commands.length} at once`);
  t.strictSame(lines, ['<4>mqtt: command: ignored, too many come name=next']);
  player.commands.length = 0;
  clock.now += 1000;
  for (let at = 0; at < 50; at++) await take('next', 'PRESS');
  t.equal(player.commands.length, 10, 'ten a second');
});

t.test('commands wait for each other, and none waits forever behind many', async (t) => {
  const { player, taking } = commands(t);
  let go = (): void => undefined;
  const waiting = new Promise<void>((resolve) => (go = resolve));
  player.next = () => waiting;
  taking.take('next', Buffer.from('PRESS'), false);
  taking.take('pause', Buffer.from('PRESS'), false);
  await settled();
  t.strictSame(player.commands, []);
  go();
  await settled();
  t.strictSame(player.commands, [['pause']]);
});

t.test('a refusal is logged once, and the next command is carried out', async (t) => {
  const { player, lines, take } = commands(t);
  for (let round = 0; round < 2; round++) {
    player.failure = new Error('the output is away');
    await take('next', 'PRESS');
  }
  await take('next', 'PRESS');
  t.strictSame(player.commands, [['next']]);
  t.strictSame(lines, ['<4>mqtt: command: not carried out name=next error="the output is away"']);
});
