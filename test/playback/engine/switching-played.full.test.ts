/**
 * Switching outputs while something plays, as two cards hear it: the right channel of the track is constant and shows the
 * gain, and the left one, divided by it, the frame that is played.
 */
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { alsaSink } from '../../../src/output/sinks/alsa-sink.js';
import type { Fault, Rig, RigOptions } from '../../rig/rig.js';
import { FROM_START, largestStep, soundRig, type Sound } from './sound-rig.js';

const RATE = 44_100;
const FRAMES = 8 * RATE;
const SPEED = 4;
/** The promise of the product. */
const MOST_LOST = RATE / 10;
const LEVEL = 0.5;
const counted: Sound = (frame) => [(LEVEL * frame) / FRAMES, LEVEL];
t.setTimeout(120_000);

interface PlayedPart {
  /** Frames of the track, of what was loud enough to be reported. */
  readonly frames: readonly number[];
  readonly right: Float64Array;
}

/** What a card played so far; `bytes` of a sample, 2 or 4. */
async function updated(card: Rig, bytes = 4): Promise<PlayedPart> {
  const capture = await card.capture();
  const count = Math.floor(capture.length / (2 * bytes));
  const sample = (at: number) =>
    bytes === 2 ? capture.readInt16LE(at * bytes) / 2 ** 15 : capture.readInt32LE(at * bytes) / 2 ** 31;
  const right = Float64Array.from({ length: count }, (_, at) => sample(2 * at + 1));
  const frames: number[] = [];
  for (const [at, gain] of right.entries()) {
    // Below it the frame's number is lost in rounding.
    if (gain > 0.0001 * (bytes === 2 ? 1000 : 1)) frames.push(Math.round((sample(2 * at) / gain) * FRAMES));
  }
  return { frames, right };
}

const last = (frames: readonly number[]): number => frames.at(-1) ?? NaN;

/** Places at which it does not go on with the next frame, as `from to`. */
function jumps(frames: readonly number[]): string[] {
  return frames.flatMap((frame, at) =>
    at > 0 && frame !== (frames[at - 1] ?? 0) + 1 ? [`${frames[at - 1]} ${frame}`] : [],
  );
}

/** A track that plays on the first of two cards. */
async function playing(t: Test, other: RigOptions = { rates: [RATE] }) {
  const rig = await soundRig(t, [RATE], [other], SPEED);
  const { engine, until, cards, targets, volume } = rig;
  const [first, second] = cards;
  const [one, two] = targets;
  if (first === undefined || second === undefined || one === undefined || two === undefined)
    throw new Error('no cards');
  const elapsed = () => engine.position()?.elapsed ?? 0;
  engine.load(await rig.track(1, RATE, FRAMES, counted), FROM_START);
  engine.start();
  engine.run();
  await until('it sounds', () => elapsed() > 500);
  /** Until so much more was played. */
  const hear = async (milliseconds: number) => {
    const from = elapsed();
    await until(`${milliseconds} ms more`, () => elapsed() > from + milliseconds);
  };
  return { ...rig, volume, first, second, one, two, elapsed, hear };
}

t.test('what plays goes on at the other card, where the first one left off, and back again', async (t) => {
  const { engine, output, first, second, one, two, hear } = await playing(t);
  await output.switchTo(two);
  await hear(500);
  const before = await updated(first);
  await output.switchTo(one);
  await hear(500);
  const after = await updated(second);
  engine.hold();
  await delay(300);
  t.strictSame(jumps(before.frames), [], 'the first card played it in one piece');
  t.strictSame(jumps(after.frames), [], 'so did the second');
  const lost = (after.frames[0] ?? NaN) - last(before.frames);
  t.ok(lost >= 1 && lost <= MOST_LOST, `${lost} frames from one to the other`);
  const [jump = '', ...more] = jumps((await updated(first)).frames);
  t.strictSame(more, []);
  const [left = NaN, back = NaN] = jump.split(' ').map(Number);
  t.equal(left, last(before.frames));
  const lostAgain = back - last(after.frames);
  t.ok(lostAgain >= 1 && lostAgain <= MOST_LOST, `${lostAgain} frames on the way back`);
});

t.test('neither card clicks: sound goes and comes in a fade', async (t) => {
  const { output, first, second, one, two, hear } = await playing(t);
  await output.switchTo(two);
  await hear(300);
  await output.switchTo(one);
  await hear(300);
  // A fade of 15 ms moves a constant by this much from frame to frame; the very beginning of the track is its own.
  const most = (1.1 * LEVEL) / (0.015 * RATE);
  const start = 10;
  for (const card of [first, second]) {
    const { right } = await updated(card);
    const step = largestStep(right, card === first ? start : 0);
    t.ok(step <= most, `${step}`);
  }
});

t.test(
  'the limit of the other card is in force before its first frame, and no step above it is ever set',
  async (t) => {
    const { output, volume, second, one, two, hear } = await playing(t);
    await output.switchTo(two);
    t.ok(volume.read().volume <= 195, 'a card that was never seen starts at -30 dB or below');
    await volume.set(150);
    await volume.setLimit(120);
    await output.switchTo(one);
    await second.setMixer(255, true); // somebody rounds it up meanwhile
    const from = (await second.events()).length;
    await output.switchTo(two);
    await hear(200);
    await volume.adjust(100);
    const since = (await second.events()).slice(from);
    const levels = since.filter(({ name }) => name === 'VOLUME').map(({ values }) => Number(values['left']));
    t.ok(levels.length > 0 && levels.every((level) => level <= 120), levels.join(' '));
    const order = since.map(({ name }) => name).filter((name) => name === 'VOLUME' || name === 'FIRST');
    t.equal(order[0], 'VOLUME');
    t.strictSame(await second.mixerState(), { left: 120, right: 120, on: true });
  },
);

t.test(
  'a card without a mixer starts at -30 dB of software, which is never exceeded, and leaves no trace',
  async (t) => {
    const { output, first, second, one, two, hear } = await playing(t, {
      rates: [RATE],
      mixer: undefined,
    });
    await output.switchTo(two);
    await hear(400);
    await output.switchTo(one);
    const mark = (await updated(first)).right.length;
    await hear(400);
    const { right } = await updated(second);
    t.ok(Math.max(...right) <= LEVEL * 10 ** (-30 / 20) + 1e-6, `${Math.max(...right)}`);
    const again = (await updated(first)).right.subarray(mark);
    t.ok(
      again.some((sample) => sample === LEVEL),
      'the first card has its samples untouched again',
    );
  },
);

t.test('a card of another format and rate has the track decoded again, from where it was played', async (t) => {
  const { output, first, second, two, hear } = await playing(t, {
    rates: [48_000],
    formats: ['S16_LE'],
  });
  await output.switchTo(two);
  await hear(500);
  const [before, after] = [await updated(first), await updated(second, 2)];
  const lost = (after.frames[0] ?? NaN) - last(before.frames);
  t.ok(Math.abs(lost) <= MOST_LOST, `${lost} frames from one to the other`);
  t.equal(output.ring?.rate, 48_000);
  t.strictSame(jumps(before.frames), []);
});

t.test('a switch while it pauses keeps the place', async (t) => {
  const { engine, output, first, second, two, elapsed, hear } = await playing(t);
  engine.hold();
  await delay(300);
  const at = elapsed();
  await output.switchTo(two);
  t.equal(elapsed(), at);
  t.equal((await second.capture()).length, 0, 'and is silent');
  engine.run();
  await hear(300);
  const [before, after] = [await updated(first), await updated(second)];
  const lost = (after.frames[0] ?? NaN) - last(before.frames);
  t.ok(lost >= 1 && lost <= MOST_LOST, `${lost} frames`);
  t.strictSame(jumps(after.frames), []);
});

t.test('a card that is not there is refused, and the first one goes on without a break', async (t) => {
  const { output, volume, first, second, two, hear } = await playing(t);
  await second.inject('unplug');
  const before = volume.read().volume;
  await t.rejects(output.switchTo(two), { code: 'OUTPUT_MISSING' });
  await hear(300);
  t.strictSame(jumps((await updated(first)).frames), []);
  t.equal(volume.read().volume, before);
  t.equal(output.trouble, undefined);
});

t.test('another name of the card that plays takes its place', async (t) => {
  const { output, native, first, one, hear } = await playing(t);
  const named = { ...one, sink: alsaSink(native, 'rig'), key: 'another name' };
  await output.switchTo(named);
  await hear(300);
  const [jump, ...more] = jumps((await updated(first)).frames);
  t.strictSame(more, []);
  const [left = NaN, right = NaN] = (jump ?? '').split(' ').map(Number);
  if (jump !== undefined) t.ok(right > left && right - left <= MOST_LOST, `${left} to ${right}`);
  t.equal(output.target.key, 'another name');
});

for (const [fault, what] of [
  ['unplug', 'a card that is unplugged'],
  ['lose', 'a speaker whose link is lost'],
] as const) {
  t.test(`${what} is reported, and what was played goes on where it stood`, (t) => goneAndBack(t, fault));
}

async function goneAndBack(t: Test, fault: Fault): Promise<void> {
  const { engine, output, events, first, until, elapsed } = await playing(t);
  await first.inject(fault);
  await until('it is reported', () => events.includes('output lost'));
  engine.hold(); // as the player does
  const at = elapsed();
  t.match(output.trouble, { code: 'OUTPUT_MISSING' });
  t.match(await output.look(), { code: 'OUTPUT_MISSING' });
  await first.clearFault();
  t.equal(await output.look(), undefined);
  t.strictSame(
    events.filter((line) => line.startsWith('output')),
    ['output lost', 'output back'],
  );
  engine.run();
  await until('it goes on', () => elapsed() > at + 200);
  const [jump = '', ...more] = jumps((await updated(first)).frames);
  t.strictSame(more, []);
  const [left = NaN, right = NaN] = jump.split(' ').map(Number);
  t.ok(right <= left + 1 && left - right < RATE / 4, `little is repeated and nothing lost: ${left} to ${right}`);
}
