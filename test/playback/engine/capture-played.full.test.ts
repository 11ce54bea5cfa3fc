/**
 * A phone interrupts the queue and gives it back, as a card hears it: the right channel of the queue's track is constant
 * and shows the gain, and the left one, divided by it, the frame; of the phone the right channel is negative.
 */
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { Engine } from '../../../src/playback/engine/engine.js';
import { Capture } from '../../../src/streams/capture.js';
import { SILENT_LOG } from '../../fixtures/log.js';
import { FROM_START, soundRig, type Sound } from './sound-rig.js';
import { sendingDevice } from '../../streams/sending-device.js';

const RATE = 44_100;
const FRAMES = 20 * RATE;
const LEVEL = 0.5;
const PHONE = { location: 'bluetooth:AA:BB:CC:00:00:11', pcm: 'sent', sampleRate: RATE, format: 'SBC' };
const counted: Sound = (frame) => [(LEVEL * frame) / FRAMES, LEVEL];
const sent: Sound = (frame) => [(0.25 * (frame % FRAMES)) / FRAMES, -0.25];
t.setTimeout(180_000);

/** A track of the queue that plays, at a card of these rates, and a phone that could. */
async function playing(t: Test, rates: readonly number[]) {
  const rig = await soundRig(t, rates, [], 1); // the phone's sound comes in real time
  const { engine: pipeline, until, folder } = rig;
  const config = process.env['ALSA_CONFIG_PATH'] ?? '';
  const device = await sendingDevice(t, folder, config, 'sent');
  const events: string[] = [];
  const engine = new Engine({
    pipeline,
    output: rig.output,
    readGains: async () => undefined,
    findPart: async () => undefined,
    openFeed: () => {
      throw new Error('nothing comes from the network here');
    },
    openCapture: (source, ended) => new Capture(source, ended),
    log: SILENT_LOG,
  });
  engine.connect({
    trackStarted: (playId) => events.push(`played ${playId}`),
    trackFailed: (playId) => events.push(`failed ${playId}`),
    finished: (playId) => events.push(`finished ${playId}`),
    trackOpened: () => undefined,
    clockChanged: () => undefined,
    outputLost: () => undefined,
    outputBack: () => undefined,
    streamChanged: () => undefined,
  });
  t.teardown(() => engine.stop());
  const track = async (playId: number, frames: number) => {
    const { source } = await rig.track(playId, RATE, frames, counted);
    return { playId, location: source.location };
  };
  engine.load(await track(1, FRAMES), FROM_START);
  engine.follow(await track(2, RATE));
  pipeline.start();
  engine.run();
  const elapsed = () => engine.position()?.elapsed ?? 0;
  await until('it sounds', () => elapsed() > 500);
  /** Samples of the right channel that were played so far and are the phone's at its full level. */
  const capturedFrames = async () => {
    const { right } = await rig.played();
    return right.filter((sample) => Math.abs(sample + 0.25) < 0.001).length;
  };
  const hearCapture = async (frames: number) => {
    const end = Date.now() + 60_000;
    while ((await capturedFrames()) < frames) {
      if (Date.now() > end) throw new Error('the phone is not played');
      await delay(50);
    }
  };
  return { ...rig, pipeline, track, device, engine, elapsed, hearCapture, reported: events };
}

t.test('the phone is played in the place of the queue, which then goes on at the frame that was played', async (t) => {
  const { output, engine, device, elapsed, hearCapture, until, played, reported } = await playing(t, [RATE]);
  const ended: string[] = [];
  engine.hold();
  device.send(sent);
  engine.playCapture(PHONE, (reason) => ended.push(reason));
  const cursor = elapsed();
  t.ok(cursor > 500, 'the queue stands where it was played');
  t.equal(engine.position()?.playId, 1);
  t.equal(engine.trackClock(), undefined, 'and its place is not followed');
  await hearCapture(1.5 * RATE);
  t.equal(elapsed(), cursor, 'it still does');
  engine.releaseCapture();
  t.equal(elapsed(), cursor, 'and afterwards');
  engine.run();
  await until('the queue goes on', () => elapsed() > cursor + 700);
  engine.hold();
  await delay(300);
  await output.close();
  const { left, right } = await played();
  const isQueue = (at: number): boolean => Math.abs((right[at] ?? 0) - LEVEL) < 0.0001;
  const indices = [...left.keys()].filter(isQueue);
  const numbers = indices.map((at) => Math.round(((left[at] ?? 0) / LEVEL) * FRAMES));
  const jumps = numbers.flatMap((number, at) => (at > 0 && number !== (numbers[at - 1] ?? 0) + 1 ? [at] : []));
  t.equal(jumps.length, 1, 'it was interrupted once');
  const [jump = 0] = jumps;
  const missed = (numbers[jump] ?? 0) - (numbers[jump - 1] ?? 0) - 1;
  // Both fades are at less than full level.
  t.ok(Math.abs(missed) < RATE / 20, `${missed} frames are missing at full level`);
  const first = right.findIndex((sample) => Math.abs(sample + 0.25) < 0.001);
  const last = right.findLastIndex((sample) => Math.abs(sample + 0.25) < 0.001);
  const broken = right.subarray(first, last).filter((sample) => Math.abs(sample + 0.25) > 0.01).length;
  t.equal(broken, 0, 'the phone was played in one piece');
  t.ok(first > (indices[jump - 1] ?? Infinity) && last < (indices[jump] ?? -1), 'in between, and nowhere else');
  t.strictSame(ended, []);
  t.strictSame(reported, []);
});

t.test('a player that runs takes the engine back, with what it was reported meanwhile', async (t) => {
  const { engine, device, hearCapture, until, elapsed, track, reported } = await playing(t, [RATE]);
  engine.hold();
  device.send(sent);
  engine.playCapture(PHONE, () => undefined);
  await hearCapture(RATE / 4);
  engine.load(await track(3, RATE / 2), FROM_START);
  engine.follow(undefined);
  t.equal(engine.position()?.playId, 3);
  engine.run();
  await until('the other track is played to its end', () => reported.includes('finished 3'));
  t.ok(elapsed() >= 0);
  t.strictSame(reported, ['finished 3']);
});

t.test('a card that lacks the rate of the phone hears it resampled', async (t) => {
  const { engine, device, hearCapture, opened } = await playing(t, [48_000]);
  engine.hold();
  device.send(sent);
  engine.playCapture(PHONE, () => undefined);
  await hearCapture(48_000);
  t.strictSame([...new Set(await opened())], [48_000]);
});

t.test('what cannot be captured ends the visit, and the queue has the engine again', async (t) => {
  const { engine, elapsed, until } = await playing(t, [RATE]);
  engine.hold();
  const ended: string[] = [];
  engine.playCapture({ ...PHONE, pcm: 'nowhere' }, (reason) => ended.push(reason));
  const cursor = elapsed();
  await until('it ends', () => ended.length > 0);
  t.equal(elapsed(), cursor);
  engine.run();
  await until('the queue goes on', () => elapsed() > cursor + 200);
});
