/** How a captured input is let in and kept up with, look by look: a real capture, whose decoder is the test. */
import t, { type Test } from 'tap';
import type { PlayableSource } from '../../../src/decode/playable-source.js';
import { PipeReader } from '../../../src/decode/pipes/byte-pipe.js';
import { CapturedPlayback, goingOn } from '../../../src/playback/engine/captured-playback.js';
import { FROM_START, type RequestedTrack } from '../../../src/playback/engine/queue-track.js';
import type { SoundReadings } from '../../../src/playback/engine/sound-readings.js';
import { Capture } from '../../../src/streams/capture.js';
import { frameCount, milliseconds } from '../../../src/units.js';
import { SILENT_LOG } from '../../fixtures/log.js';
import { FakePipeline } from './fake-pipeline.js';

const RATE = 44_100;
const PHONE = { location: 'bluetooth:AA:BB:CC:00:00:11', pcm: 'none', sampleRate: RATE, format: 'SBC' };
const PLAY_ID = 9;
/** Milliseconds between two looks: until the device plays, and afterwards. */
const [START, PLAYING] = [20, 250];

class Pipeline extends FakePipeline {
  now: SoundReadings = {
    ...{ xruns: 0, starvations: 0, ringFill: 0, ringCapacity: 5, deviceWrites: 70, decoderRestarts: 0 },
    ...{ decoderThread: 1, outputThread: 2, trouble: undefined },
  };

  override readings(): SoundReadings {
    return this.now;
  }

  become(readings: Partial<SoundReadings>): void {
    this.now = { ...this.now, ...readings };
  }
}

/** A capture that was begun; time passes when the test says so. */
function begun(t: Test) {
  let due = (): void => undefined;
  let pause = 0;
  t.capture(globalThis, 'setTimeout', (call: () => void, milliseconds: number) => {
    [due, pause] = [call, milliseconds];
    return { unref: () => undefined };
  });
  const pipeline = new Pipeline();
  const captures: Capture[] = [];
  const open = (...[source, ended]: ConstructorParameters<typeof Capture>): Capture => {
    const capture = new Capture(source, ended, ['sh', '-c', 'exec sleep 600']);
    captures.push(capture);
    return capture;
  };
  const playback = new CapturedPlayback(PLAY_ID, PHONE, { pipeline, open, log: SILENT_LOG }, () => undefined);
  t.teardown(() => playback.close());
  playback.begin();
  const [{ control, input }] = captures as [Capture];
  return {
    pipeline,
    control,
    input,
    /** @returns milliseconds until the next look. */
    look: (): number => {
      due();
      return pause;
    },
    /** As many looks while so many milliseconds of sound are decoded and not played yet. */
    looks: (count: number, onTheWay: number): void => {
      for (let look = 0; look < count; look++) {
        pipeline.hear(PLAY_ID, 1000);
        new PipeReader(input.memory).setDecoded(((1000 + onTheWay) * RATE) / 1000);
        due();
      }
    },
    /** The decoder begins, and the device takes its silence. */
    plays: (): void => {
      control.begin();
      pipeline.become({ deviceWrites: pipeline.now.deviceWrites + 1 });
      due();
    },
  };
}

t.test('another machine that plays is sent what comes, at its own pace', (t) => {
  const { pipeline, control, look, looks } = begun(t);
  pipeline.become({ outputThread: 0, isElsewhere: true });
  look();
  control.begin();
  t.ok(control.isWaiting, 'it has just fetched the beginning');
  look();
  t.notOk(control.isWaiting);
  looks(100, 8000);
  t.equal(control.pace, 0, 'however much it keeps');
  t.equal(pipeline.now.deviceWrites, 70);
  t.end();
});

t.test('an interrupted track goes on where it was played, or where it was to begin', async (t) => {
  const requested = (location: string, from = FROM_START): RequestedTrack => ({
    ...{ track: { playId: 1, location }, from, elapsed: milliseconds(0) },
  });
  const [file, stream] = [requested('/a'), requested('http://a/')];
  const frame = frameCount(88_200);
  const [one, elapsed] = [milliseconds(1), milliseconds(2000)];
  for (const [what, current, position, expected] of [
    ['nothing was loaded', undefined, { playId: 1, elapsed }, undefined],
    ['nothing is known of its place', file, undefined, file],
    ['another track is still played', file, { playId: 2, elapsed, frame }, file],
    ['a file', file, { playId: 1, elapsed, frame }, { ...file, elapsed, from: { kind: 'frame', frame } }],
    ['a file by its time', file, { playId: 1, elapsed }, { ...file, elapsed, from: { kind: 'elapsed', elapsed } }],
    ['a stream', stream, { playId: 1, elapsed, frame }, { ...stream, elapsed, from: { kind: 'elapsed', elapsed } }],
    [
      'a millisecond',
      file,
      { playId: 1, elapsed: one },
      { ...file, elapsed: one, from: { kind: 'elapsed', elapsed: one } },
    ],
    ['not begun yet', stream, { playId: 1, elapsed: milliseconds(0) }, stream],
  ] as const) {
    t.strictSame(goingOn(current, position), expected, what);
  }
});

t.test('it is loaded at once, and let in once its decoder runs and the device plays', async (t) => {
  const { pipeline, control, input, look } = begun(t);
  t.strictSame(pipeline.calls, [`load ${PLAY_ID} 0`, 'run']);
  const source: PlayableSource = { kind: 'capturedInput', location: PHONE.location, input };
  t.strictSame(pipeline.loaded, { playId: PLAY_ID, source });
  t.equal(look(), START);
  pipeline.become({ deviceWrites: 71 });
  t.equal(look(), START, 'there is no decoder yet: what is played is older');
  control.begin();
  for (const readings of [{ deviceWrites: 70 }, { deviceWrites: 71, outputThread: 0 }]) {
    pipeline.become(readings);
    t.equal(look(), START);
    t.equal(control.isAdmitted(1), false, JSON.stringify(readings));
  }
  control.pace = 50;
  pipeline.become({ outputThread: 2 });
  t.equal(look(), PLAYING);
  t.equal(control.isAdmitted(1), true);
  t.equal(control.pace, 0);
});

t.test('another decoder of what plays, for other settings of the sound, is let in at once', async (t) => {
  const { control, look, plays } = begun(t);
  plays();
  t.equal(look(), PLAYING);
  control.begin();
  t.equal(control.isAdmitted(2), false);
  t.equal(look(), PLAYING);
  t.equal(control.isAdmitted(2), true);
});

t.test('more on the way than there was is taken faster, less is taken slower', async (t) => {
  for (const [onTheWay, expected] of [
    [300, 0],
    [400, 200],
    [200, -200],
  ] as const) {
    const { control, looks, plays } = begun(t);
    plays();
    looks(16, 300);
    t.equal(control.pace, 0);
    looks(1, onTheWay);
    t.equal(control.pace, expected, `${onTheWay} ms`);
  }
});

t.test('what is on the way is measured anew after an underrun', async (t) => {
  const { pipeline, control, looks, plays } = begun(t);
  plays();
  looks(16, 300);
  pipeline.become({ xruns: 1 });
  looks(16, 100);
  t.equal(control.pace, 0);
  looks(1, 200);
  t.equal(control.pace, 200, 'and counts from then on');
});

t.test('while something else is played nothing of it is on the way', async (t) => {
  const { pipeline, control, looks, look, plays } = begun(t);
  plays();
  looks(16, 100);
  pipeline.hear(PLAY_ID + 1, 1000);
  look();
  t.equal(control.pace, -200);
});

t.test('with far too much on the way it is begun anew', async (t) => {
  const { pipeline, control, looks, look, plays } = begun(t);
  plays();
  pipeline.reported();
  looks(16, 300);
  t.strictSame(pipeline.reported(), []);
  looks(1, 2300);
  t.strictSame(pipeline.reported(), [`load ${PLAY_ID} 0`, 'run']);
  pipeline.become({ deviceWrites: 100 });
  t.equal(look(), START, 'the old decoder is not asked for its sound again');
  control.begin();
  t.equal(look(), PLAYING);
  t.equal(control.isAdmitted(2), true);
});
