/** The loop of the decoder worker: loads, track boundaries, fades, cuts and failures. The test plays the consumer. */
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { CONFINE } from '../fixtures/confine.js';
import { DecoderLoop } from '../../src/decode/decoder-loop.js';
import type { OpenDecoder } from '../../src/decode/mixing/open-tracks.js';
import type { DecodeFrom, FromDecoder, TrackToDecode } from '../../src/decode/decoder-messages.js';
import { UndecodableFile, type Decoder, type DecoderFacts, type PcmBlock } from '../../src/decode/decoder.js';
import { ChildPrograms } from '../../src/decode/formats/child-programs.js';
import { openFile } from '../../src/decode/formats/open-file.js';
import { XiphLibraries } from '../../src/decode/formats/ogg/xiph-libraries.js';
import { Mpg123 } from '../../src/decode/formats/mpg123.js';
import { SampleFormat } from '../../src/native.js';
import {
  Attached,
  Command,
  createRing,
  frameDistance,
  ringWords,
  Word,
  type RingHandle,
} from '../../src/output/ring-layout.js';
import { SOUND_OFF, type SoundSettings } from '../../src/dsp/sound-settings.js';
import { byteOffset, frameCount, type FrameCount, milliseconds, sampleRateHz } from '../../src/units.js';
import { FakeNative } from '../output/fake-native.js';
import { difference, nativeDecode, noiseMp3, stretch, type Stereo } from './formats/fixtures.js';

const mpg123 = await Mpg123.create();
t.teardown(() => mpg123.free());

/** Number of every load in these tests, which all news must carry. */
const LOAD = 7;
/** Milliseconds until the consumer has told its place again. */
const PERIOD = 130;
const BLOCK = 1000;
const BYTES_A_FRAME = 4;
/** What the device of a test has: whatever its tracks need. */
const RATES = [1000, 2000, 44_100, 48_000];

/** A track that exists in this test only: frame n of track k is the sample k + n / 2^24. */
interface FakeTrack {
  readonly frames: number;
  readonly rate: number;
  /** `read` throws when it arrives here. */
  readonly breaksAt?: number;
  /** The length is not known before the end. */
  readonly unknownLength?: boolean;
}

const sampleOf = (track: number, frame: number) => Math.fround(track + frame / 2 ** 24);

class FakeDecoder implements Decoder {
  readonly facts: DecoderFacts;
  readonly #track: FakeTrack;
  readonly #number: number;
  #at = 0;
  closed = 0;

  constructor(track: FakeTrack, number: number) {
    this.#track = track;
    this.#number = number;
    this.facts = {
      format: 'fake',
      bitsPerSample: undefined,
      sampleRate: sampleRateHz(track.rate),
      channels: 2,
      totalFrames: track.unknownLength === true ? undefined : frameCount(track.frames),
      length: milliseconds(Math.floor((track.frames * 1000) / track.rate)),
      encoderDelay: frameCount(0),
      padding: frameCount(0),
      bitrate: 128,
    };
  }

  read(): PcmBlock | undefined {
    const { frames: total, breaksAt = Infinity } = this.#track;
    if (this.#at >= breaksAt) throw new UndecodableFile('UNREADABLE_FILE', 'EIO: i/o error, read');
    const frames = Math.min(BLOCK, Math.min(total, breaksAt) - this.#at);
    if (frames <= 0) return undefined;
    const samples = new Float32Array(2 * frames);
    for (let i = 0; i < frames; i++) {
      samples[i] = sampleOf(this.#number, this.#at + i);
      samples[frames + i] = -sampleOf(this.#number, this.#at + i);
    }
    this.#at += frames;
    return { samples, left: 0, right: frames, frames };
  }

  async seek(frame: FrameCount): Promise<void> {
    this.#at = frame;
  }

  byteOffsetOf(frame: FrameCount) {
    return byteOffset(frame * BYTES_A_FRAME);
  }

  frameAt(offset: number) {
    return frameCount(Math.floor(offset / BYTES_A_FRAME));
  }

  close(): void {
    this.closed++;
  }
}

const START: DecodeFrom = { kind: 'elapsed', elapsed: milliseconds(0) };

const local = (playId: number, location: string): TrackToDecode => ({
  playId,
  source: { kind: 'localFile', location },
});

/** A worker's loop whose tracks are fakes, named by their play id. The test plays the consumer of the ring. */
function rig(tracks: Readonly<Record<number, FakeTrack>>, open?: OpenDecoder) {
  const native = new FakeNative();
  const messages: FromDecoder[] = [];
  const decoders: FakeDecoder[] = [];
  const loop = new DecoderLoop(
    native,
    (message) => messages.push(message),
    open ??
      (({ source }) => {
        const number = Number(source.location);
        const track = tracks[number];
        if (track === undefined) throw new UndecodableFile('UNREADABLE_FILE', 'no such file');
        const decoder = new FakeDecoder(track, number);
        decoders.push(decoder);
        return decoder;
      }),
    () => clock(),
  );
  // Every look at the clock finds a second gone, unless the test says otherwise.
  let time = 0;
  let clock = () => (time += 1000);
  let ring: RingHandle | undefined;
  const words = () => {
    if (ring === undefined) throw new Error('there is no ring');
    return ringWords(ring);
  };
  const self = {
    native,
    messages,
    decoders,
    loop,
    words,
    /** Kinds and tracks of what was said since the last question. */
    said: () => messages.splice(0).map((message) => ('playId' in message ? `${message.kind} ${message.playId}` : '')),
    last: () => messages.at(-1),
    track: (playId: number): TrackToDecode => local(playId, String(playId)),
    load: (playId: number, from: DecodeFrom = START) =>
      loop.receive({ kind: 'load', load: LOAD, track: self.track(playId), from }),
    follow: (playId?: number) =>
      loop.receive({ kind: 'follow', track: playId === undefined ? undefined : self.track(playId) }),
    sound: (crossfade: Partial<SoundSettings['crossfade']>) => {
      const settings = { ...SOUND_OFF, crossfade: { ...SOUND_OFF.crossfade, ...crossfade } };
      return loop.receive({ kind: 'sound', settings, isShuffling: false });
    },
    /** Where a track was said to begin. */
    queued: (playId: number) => messages.filter((message) => message.kind === 'queued' && message.playId === playId),
    ring: async (rate: number, rates: readonly number[] = RATES) => {
      ring = createRing(sampleRateHz(rate), SampleFormat.S32, 0, rates.map(sampleRateHz));
      await loop.receive({ kind: 'ring', ring });
      return ring;
    },
    setClock: (now: () => number) => {
      clock = now;
    },
    run: () => Atomics.store(words(), Word.command, Command.run),
    step: () => loop.step(() => false),
    ringId: () => ring?.id,
    ended: () => words()[Word.endOfStream] === 1,
    /** Everything in the ring is heard. */
    hear: () => {
      words()[Word.tail] = words()[Word.head] ?? 0;
    },
    fill: () => frameDistance(words()[Word.tail] ?? 0, words()[Word.head] ?? 0),
    pushed: (): Stereo => native.producers.at(-1)?.pushed ?? { left: new Float32Array(), right: new Float32Array() },
    /** Steps and hears until the stream has ended. */
    playOut: async () => {
      self.run();
      for (let i = 0; i < 1000 && !self.ended(); i++) {
        await self.step();
        self.hear();
      }
    },
  };
  return self;
}

/** `frames` frames of a fake track from `first` on, as the ring must get them. */
function isTrack(t: Test, pushed: Stereo, at: number, track: number, first: number, frames: number): void {
  for (let i = 0; i < frames; i++) {
    const wanted = sampleOf(track, first + i);
    if (pushed.left[at + i] !== wanted || pushed.right[at + i] !== -wanted) {
      t.fail(`frame ${at + i} is ${pushed.left[at + i]} and not frame ${first + i} of track ${track}`);
      return;
    }
  }
  t.pass(`${frames} frames of track ${track}`);
}

t.test('a load opens the track and asks for a ring of its rate', async (t) => {
  const { load, messages } = rig({ 1: { frames: 5000, rate: 48_000 } });
  await load(1);
  t.strictSame(messages, [
    { kind: 'opened', load: LOAD, playId: 1, facts: new FakeDecoder({ frames: 5000, rate: 48_000 }, 1).facts },
    { kind: 'ringNeeded', load: LOAD, playId: 1, rate: 48_000, whenDrained: false },
  ]);
});

t.test('once there is a ring the track is decoded into it, whole, and its end announced', async (t) => {
  const self = rig({ 1: { frames: 5500, rate: 1000 } });
  await self.load(1);
  await self.ring(1000);
  t.strictSame(self.last(), {
    kind: 'queued',
    load: LOAD,
    playId: 1,
    ringFrame: 0,
    trackFrame: 0,
    ring: self.ringId(),
  });
  await self.playOut();
  t.ok(self.ended());
  t.equal(self.pushed().left.length, 5500);
  isTrack(t, self.pushed(), 0, 1, 0, 5500);
});

t.test('a ring of another rate is not the one that was asked for', async (t) => {
  const self = rig({ 1: { frames: 5000, rate: 1000 } });
  await self.load(1);
  self.said();
  await self.ring(2000);
  await self.step();
  t.strictSame(self.said(), []);
  t.equal(self.pushed().left.length, 0);
  await self.ring(1000);
  t.strictSame(self.said(), ['queued 1']);
});

t.test('while nothing runs one second is kept ready, and the worker sleeps', async (t) => {
  const self = rig({ 1: { frames: 50_000, rate: 1000 } });
  await self.load(1);
  await self.ring(1000);
  t.equal(await self.step(), Infinity);
  t.ok(self.fill() >= 1000 && self.fill() < 1000 + BLOCK);
  t.equal(await self.step(), Infinity);
  t.ok(self.fill() < 1000 + BLOCK, 'and no more than that');
});

t.test('while it runs the ring is filled, left alone, and filled again below two and a half seconds', async (t) => {
  const self = rig({ 1: { frames: 500_000, rate: 1000 } });
  await self.load(1);
  const { capacity } = await self.ring(1000);
  self.run();
  const pause = await self.step();
  const full = self.fill();
  t.equal(full, capacity - 50, 'all but the guard');
  t.equal(pause, full - 2500 + PERIOD, 'milliseconds until it is worth coming again');
  self.words()[Word.tail] = full - 2600;
  t.equal(await self.step(), 100 + PERIOD);
  t.equal(self.fill(), 2600, 'not yet');
  self.words()[Word.tail] = full - 2400;
  await self.step();
  t.equal(self.fill(), full);
  isTrack(t, self.pushed(), 0, 1, 0, self.pushed().left.length);
});

t.test('a message that waits interrupts the burst', async (t) => {
  const self = rig({ 1: { frames: 500_000, rate: 1000 } });
  await self.load(1);
  await self.ring(1000);
  self.run();
  let looks = 0;
  await self.loop.step(() => ++looks > 2);
  t.equal(self.fill(), 2 * BLOCK);
  await self.loop.step(() => true);
  t.equal(self.fill(), 2 * BLOCK);
});

t.test('a follower of the same rate joins without a gap and without an end between', async (t) => {
  const self = rig({ 1: { frames: 3456, rate: 1000 }, 2: { frames: 2000, rate: 1000 } });
  await self.load(1);
  await self.ring(1000);
  await self.follow(2);
  self.said();
  self.run();
  await self.step();
  t.strictSame(self.messages[1], {
    kind: 'queued',
    load: LOAD,
    playId: 2,
    ringFrame: 3456,
    trackFrame: 0,
    ring: self.ringId(),
  });
  t.strictSame(self.said(), ['opened 2', 'queued 2']);
  t.ok(self.ended(), 'both were short enough for the ring');
  t.equal(self.pushed().left.length, 5456);
  isTrack(t, self.pushed(), 0, 1, 0, 3456);
  isTrack(t, self.pushed(), 3456, 2, 0, 2000);
});

t.test('between tracks that join the end is never announced', async (t) => {
  const self = rig({ 1: { frames: 3000, rate: 1000 }, 2: { frames: 300_000, rate: 1000 } });
  await self.load(1);
  await self.ring(1000);
  await self.follow(2);
  self.native.kicks = 0;
  self.run();
  await self.step();
  t.notOk(self.ended());
  t.equal(self.native.kicks, 0);
});

t.test('a follower that comes after the end was announced takes the end back', async (t) => {
  const self = rig({ 1: { frames: 500, rate: 1000 }, 2: { frames: 500, rate: 1000 } });
  await self.load(1);
  await self.ring(1000);
  await self.playOut();
  t.ok(self.ended());
  await self.follow(2);
  t.notOk(self.ended());
  await self.playOut();
  isTrack(t, self.pushed(), 500, 2, 0, 500);
  t.ok(self.ended());
});

t.test('a follower of another rate asks for a ring when this one is drained', async (t) => {
  const self = rig({ 1: { frames: 500, rate: 1000 }, 2: { frames: 700, rate: 2000 } });
  await self.load(1);
  await self.ring(1000);
  await self.follow(2);
  self.said();
  self.run();
  await self.step();
  t.ok(self.ended(), 'nothing follows in this ring');
  t.strictSame(self.last(), { kind: 'ringNeeded', load: LOAD, playId: 2, rate: 2000, whenDrained: true });
  t.strictSame(self.said(), ['opened 2', 'ringNeeded 2']);
  t.equal(self.pushed().left.length, 500);
  await self.ring(2000);
  t.strictSame(self.said(), ['queued 2']);
  await self.playOut();
  t.equal(self.pushed().left.length, 700);
  isTrack(t, self.pushed(), 0, 2, 0, 700);
});

t.test('a load that cannot be opened is reported, and nothing sounds before the next load', async (t) => {
  const self = rig({ 2: { frames: 500, rate: 1000 } });
  await self.load(1);
  t.strictSame(self.messages, [
    { kind: 'failed', load: LOAD, playId: 1, code: 'UNREADABLE_FILE', reason: 'no such file', started: false },
  ]);
  await self.ring(1000);
  await self.follow(2);
  await self.step();
  t.strictSame(self.said(), ['failed 1'], 'the follower was named before the player knew');
  t.equal(self.fill(), 0);
  await self.load(2);
  t.strictSame(self.said(), ['opened 2', 'queued 2']);
  await self.playOut();
  isTrack(t, self.pushed(), 0, 2, 0, 500);
});

t.test('a load that cannot be opened answers the flush: what the ring held is not waited for', async (t) => {
  const self = rig({ 1: { frames: 50_000, rate: 1000 }, 3: { frames: 500, rate: 1000 } });
  await self.load(1);
  await self.ring(1000);
  await self.step();
  Atomics.add(self.words(), Word.flushRequested, 1);
  await self.load(2);
  t.equal(self.words()[Word.flushReady], self.words()[Word.flushRequested]);
  t.equal(self.fill(), 0);
  await self.load(3);
  t.match(self.last(), { kind: 'queued', load: LOAD, playId: 3 });
});

t.test('followers that cannot be opened are reported one by one, until one can or none is left', async (t) => {
  const self = rig({ 1: { frames: 500, rate: 1000 }, 5: { frames: 500, rate: 1000 } });
  await self.load(1);
  await self.ring(1000);
  await self.follow(2);
  self.said();
  self.run();
  await self.step();
  t.strictSame(self.said(), ['failed 2']);
  t.notOk(self.ended(), 'the player may know another');
  for (const playId of [3, 4, 5]) await self.follow(playId);
  t.strictSame(self.said(), ['failed 3', 'failed 4', 'opened 5', 'queued 5']);
  await self.playOut();
  t.equal(self.pushed().left.length, 1000);
  isTrack(t, self.pushed(), 500, 5, 0, 500);
});

t.test('when nothing follows a track that could not be opened, the stream ends', async (t) => {
  const self = rig({ 1: { frames: 500, rate: 1000 } });
  await self.load(1);
  await self.ring(1000);
  await self.follow(2);
  self.run();
  await self.step();
  t.notOk(self.ended());
  await self.follow(undefined);
  t.ok(self.ended());
});

t.test('a read error in the middle of a track goes on with the follower', async (t) => {
  const self = rig({ 1: { frames: 9000, rate: 1000, breaksAt: 2500 }, 2: { frames: 800, rate: 1000 } });
  await self.load(1);
  await self.ring(1000);
  await self.follow(2);
  self.said();
  await self.playOut();
  t.strictSame(self.messages[0], {
    kind: 'failed',
    load: LOAD,
    playId: 1,
    code: 'UNREADABLE_FILE',
    reason: 'EIO: i/o error, read',
    started: true,
  });
  t.strictSame(self.said(), ['failed 1', 'opened 2', 'queued 2']);
  isTrack(t, self.pushed(), 0, 1, 0, 2500);
  isTrack(t, self.pushed(), 2500, 2, 0, 800);
  t.equal(self.pushed().left.length, 3300);
});

t.test('a read error with nothing behind it ends the stream', async (t) => {
  const self = rig({ 1: { frames: 9000, rate: 1000, breaksAt: 2500 } });
  await self.load(1);
  await self.ring(1000);
  await self.playOut();
  t.ok(self.ended());
  t.equal(self.pushed().left.length, 2500);
});

t.test('an error of another kind is a failed decoder', async (t) => {
  for (const thrown of [new TypeError('surprise'), 'surprise']) {
    const self = rig({}, () => {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- what a careless library might do
      throw thrown;
    });
    await self.load(1);
    t.strictSame(self.messages, [
      { kind: 'failed', load: LOAD, playId: 1, code: 'DECODER_FAILED', reason: 'surprise', started: false },
    ]);
  }
});

t.test('a track without a single frame is not audio', async (t) => {
  const self = rig({ 1: { frames: 0, rate: 1000 } });
  await self.load(1);
  t.match(self.messages, [{ kind: 'failed', load: LOAD, playId: 1, code: 'NOT_AUDIO', started: false }]);
  t.ok(self.decoders[0]?.closed);
});

const POSITIONS: readonly (readonly [name: string, from: DecodeFrom, frame: number])[] = [
  ['a time', { kind: 'elapsed', elapsed: milliseconds(1500) }, 1500],
  ['a time from the end', { kind: 'elapsed', elapsed: milliseconds(-500) }, 4500],
  ['a time before the beginning', { kind: 'elapsed', elapsed: milliseconds(-999_999) }, 0],
  ['a time beyond the end', { kind: 'elapsed', elapsed: milliseconds(999_999) }, 5000],
  ['a frame', { kind: 'frame', frame: frameCount(77) }, 77],
  ['a frame beyond the end', { kind: 'frame', frame: frameCount(5001) }, 5000],
  ['a byte offset', { kind: 'offset', offset: byteOffset(4000) }, 1000],
];

for (const [name, from, frame] of POSITIONS) {
  t.test(`decoding begins at ${name}`, async (t) => {
    const self = rig({ 1: { frames: 5000, rate: 1000 } });
    await self.load(1, from);
    await self.ring(1000);
    t.strictSame(self.last(), {
      kind: 'queued',
      load: LOAD,
      playId: 1,
      ringFrame: 0,
      trackFrame: frame,
      ring: self.ringId(),
    });
    t.equal(self.words()[Word.fadeIn], frame > 0 ? 1 : 0, 'it fades in unless it begins at the beginning');
    await self.playOut();
    t.equal(self.pushed().left.length, 5000 - frame);
    isTrack(t, self.pushed(), 0, 1, frame, 5000 - frame);
  });
}

t.test('a follower begins at its beginning, wherever the load began', async (t) => {
  const self = rig({ 1: { frames: 5000, rate: 1000 }, 2: { frames: 500, rate: 1000 } });
  await self.load(1, { kind: 'frame', frame: frameCount(4000) });
  await self.ring(1000);
  await self.follow(2);
  await self.playOut();
  t.match(self.last(), { kind: 'queued', load: LOAD, playId: 2, ringFrame: 1000, trackFrame: 0 });
  isTrack(t, self.pushed(), 1000, 2, 0, 500);
});

t.test('a load drops what was decoded, the follower too, and begins behind it', async (t) => {
  const self = rig({ 1: { frames: 9000, rate: 1000 }, 2: { frames: 600, rate: 1000 }, 3: { frames: 1, rate: 1000 } });
  await self.load(1);
  await self.ring(1000);
  await self.follow(3);
  await self.step();
  const head = self.words()[Word.head] ?? 0;
  Atomics.add(self.words(), Word.flushRequested, 1);
  await self.load(2);
  t.strictSame(self.last(), {
    kind: 'queued',
    load: LOAD,
    playId: 2,
    ringFrame: head,
    trackFrame: 0,
    ring: self.ringId(),
  });
  t.equal(self.words()[Word.flushFrame], head);
  t.equal(self.words()[Word.flushApplied], self.words()[Word.flushRequested]);
  await self.playOut();
  t.equal(self.pushed().left.length, head + 600);
  isTrack(t, self.pushed(), head, 2, 0, 600);
});

t.test('while the consumer has not carried out a flush, decoding goes on as far as there is room', async (t) => {
  const self = rig({ 1: { frames: 90_000, rate: 1000 }, 2: { frames: 90_000, rate: 1000 } });
  await self.load(1);
  const { capacity } = await self.ring(1000);
  self.run();
  await self.step();
  Atomics.store(self.words(), Word.attached, 1);
  Atomics.add(self.words(), Word.flushRequested, 1);
  await self.load(2);
  t.equal(await self.step(), 2, 'there is none: it asks again soon');
  const head = self.words()[Word.head] ?? 0;
  Atomics.store(self.words(), Word.tail, self.words()[Word.flushFrame] ?? 0);
  Atomics.store(self.words(), Word.flushApplied, 1);
  await self.step();
  t.equal(self.fill(), capacity - 50);
  isTrack(t, self.pushed(), head, 2, 0, 1000);
});

t.test('clear forgets everything and answers the flush', async (t) => {
  const self = rig({ 1: { frames: 9000, rate: 1000 }, 2: { frames: 9000, rate: 1000 } });
  await self.load(1);
  await self.ring(1000);
  await self.follow(2);
  await self.step();
  self.said();
  Atomics.add(self.words(), Word.flushRequested, 1);
  await self.loop.receive({ kind: 'clear' });
  self.run();
  t.equal(await self.step(), Infinity);
  t.equal(self.fill(), 0);
  t.notOk(self.ended());
  t.strictSame(self.said(), []);
  t.equal(self.words()[Word.flushReady], self.words()[Word.flushRequested]);
  t.ok(self.decoders.every((decoder) => decoder.closed > 0));
});

t.test('a follower that is taken back is not played', async (t) => {
  const self = rig({ 1: { frames: 500, rate: 1000 }, 2: { frames: 500, rate: 1000 } });
  await self.load(1);
  await self.ring(1000);
  await self.follow(2);
  await self.follow(undefined);
  await self.playOut();
  t.equal(self.pushed().left.length, 500);
});

t.test('a follower without anything loaded waits for the load', async (t) => {
  const self = rig({ 1: { frames: 500, rate: 1000 }, 2: { frames: 500, rate: 1000 } });
  await self.follow(2);
  t.strictSame(self.said(), []);
});

t.test('byte positions are told for the track that is decoded and the one before it, and for no other', async (t) => {
  const self = rig({ 1: { frames: 500, rate: 1000 }, 2: { frames: 50_000, rate: 1000 } });
  const locate = async (playId: number) => {
    await self.loop.receive({ kind: 'locate', request: 9, playId, frame: frameCount(100) });
    return self.messages.pop();
  };
  await self.load(1);
  t.strictSame(await locate(1), { kind: 'located', request: 9, offset: 400 });
  await self.ring(1000);
  await self.follow(2);
  self.run();
  await self.step();
  t.match(await locate(1), { offset: 400 });
  t.match(await locate(2), { offset: 400 });
  t.match(await locate(3), { offset: undefined });
});

t.test('a long row of tracks leaves no decoder open but the last two', async (t) => {
  const tracks = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [at, { frames: 100, rate: 1000 }]));
  const self = rig(tracks);
  await self.load(0);
  await self.ring(1000);
  self.run();
  for (let playId = 1; playId < 30; playId++) {
    await self.follow(playId);
    await self.step();
  }
  t.equal(self.pushed().left.length, 3000);
  t.equal(self.decoders.filter((decoder) => decoder.closed === 0).length, 2);
});

t.test(
  'a prepared track leaves the processor to the device when it starts, and is decoded on after that',
  async (t) => {
    const self = rig({ 1: { frames: 90_000, rate: 1000 } });
    let now = 5000;
    self.setClock(() => now);
    await self.load(1);
    await self.ring(1000);
    await self.step();
    const prepared = self.fill();
    self.run();
    const pause = await self.step();
    t.equal(self.fill(), prepared, 'nothing is decoded yet');
    t.ok(pause > 0 && pause <= 100);
    now += pause;
    await self.step();
    t.ok(self.fill() >= 2500);
  },
);

t.test('a track that was not prepared is decoded at once when it starts', async (t) => {
  const self = rig({ 1: { frames: 90_000, rate: 1000 } });
  self.setClock(() => 5000);
  await self.load(1);
  await self.ring(1000);
  self.run();
  await self.step();
  t.ok(self.fill() >= 500);
});

t.test(
  'a ring that comes while a track is decoded gets nothing of it before a load says where it is heard',
  async (t) => {
    const self = rig({ 1: { frames: 20_000, rate: 1000 } });
    await self.load(1);
    await self.ring(1000);
    self.run();
    await self.step();
    await self.ring(1000);
    self.run();
    await self.step();
    t.equal(self.fill(), 0);
    await self.load(1, { kind: 'frame', frame: frameCount(700) });
    await self.step();
    isTrack(t, self.pushed(), 0, 1, 700, 1000);
  },
);

t.test('real files join sample by sample', async (t) => {
  const paths = [await noiseMp3(t, 1, ['-V', '2']), await noiseMp3(t, 0.5, ['-b', '128', '-m', 'm'])];
  const native = new FakeNative();
  const messages: FromDecoder[] = [];
  let time = 0;
  const clock = () => (time += 1000);
  const loop = new DecoderLoop(
    native,
    (message) => messages.push(message),
    ({ source }) =>
      openFile(source.location, { mpg123, children: new ChildPrograms(CONFINE), xiph: new XiphLibraries() }),
    clock,
  );
  const ring = createRing(sampleRateHz(44_100), SampleFormat.S32, 0);
  await loop.receive({ kind: 'ring', ring });
  await loop.receive({ kind: 'load', load: LOAD, track: local(1, paths[0]!), from: START });
  await loop.receive({ kind: 'follow', track: local(2, paths[1]!) });
  Atomics.store(ringWords(ring), Word.command, Command.run);
  await loop.step(() => false);
  const { pushed } = native.producers[0]!;
  t.equal(pushed.left.length, 44_100 + 22_050);
  t.ok(difference(stretch(pushed, 0, 44_100), await nativeDecode(paths[0]!)) <= 1e-6);
  t.ok(difference(stretch(pushed, 44_100, 22_050), await nativeDecode(paths[1]!)) <= 1e-6);
  t.match(
    messages.filter(({ kind }) => kind === 'queued'),
    [{ ringFrame: 0 }, { ringFrame: 44_100 }],
  );
  await loop.receive({ kind: 'load', load: LOAD, track: local(3, join(paths[0]!, 'missing')), from: START });
  t.match(messages.at(-1), { kind: 'failed', load: LOAD, playId: 3, code: 'UNREADABLE_FILE' });
});

t.test('a resampled track and the next of its rate share a resampler, also when the next is named late', async (t) => {
  for (const late of [false, true]) {
    const self = rig({ 1: { frames: 30_001, rate: 8000 }, 2: { frames: 20_000, rate: 8000 } });
    await self.ring(16_000, [16_000]);
    await self.load(1);
    if (!late) await self.follow(2);
    self.run();
    const pause = await self.step();
    if (late) {
      t.ok(Number.isFinite(pause), 'it comes back by itself');
      t.notOk(self.ended(), 'the end is kept open while the ring is full');
      await self.follow(2);
    }
    await self.playOut();
    t.equal(self.pushed().left.length, 2 * 50_001);
    t.equal(self.pushed().left[2 * 30_001 - 1], sampleOf(1, 30_000));
    t.equal(self.pushed().left[2 * 30_001], sampleOf(2, 0));
    t.match(self.queued(2), [{ ringFrame: 2 * 30_001, trackFrame: 0 }]);
  }
});

t.test('a resampled track that nothing follows ends with its last frame', async (t) => {
  const self = rig({ 1: { frames: 30_001, rate: 16_000 } });
  await self.ring(8000, [8000]);
  await self.load(1);
  await self.playOut();
  t.equal(self.pushed().left.length, 15_001);
  await self.follow(undefined);
  t.ok(self.ended());
});

t.test('a seek in a resampled track tells the frame of the track', async (t) => {
  const self = rig({ 1: { frames: 3000, rate: 8000 } });
  await self.ring(16_000, [16_000]);
  await self.load(1, { kind: 'frame', frame: frameCount(700) });
  t.match(self.queued(1), [{ ringFrame: 0, trackFrame: 700 }]);
  await self.playOut();
  t.equal(self.pushed().left.length, 2 * 2300);
  t.equal(self.pushed().left[0], sampleOf(1, 700));
});

t.test('tracks fade into one another, and the new one counts from where it begins', async (t) => {
  const self = rig({ 1: { frames: 5000, rate: 1000 }, 2: { frames: 4000, rate: 1000 } });
  await self.sound({ when: 'trackEnd', fadeInDelay: 0.5, fadeInDuration: 1, fadeOutDuration: 2 });
  await self.ring(1000);
  await self.load(1);
  await self.follow(2);
  await self.playOut();
  t.match(self.queued(2), [{ ringFrame: 3500, trackFrame: 0 }]);
  const { left } = self.pushed();
  t.equal(left.length, 7500);
  t.equal(left[2999], sampleOf(1, 2999));
  t.ok(Math.abs((left[4000] ?? 0) - (0.5 * sampleOf(1, 4000) + 0.5 * sampleOf(2, 500))) < 1e-5);
  t.equal(left[5000], sampleOf(2, 1500));
  t.equal(left[7499], sampleOf(2, 3999));
});

t.test('a track that cannot be opened leaves the one before it whole', async (t) => {
  const self = rig({ 1: { frames: 5000, rate: 1000 }, 3: { frames: 2000, rate: 1000 } });
  await self.sound({ when: 'always', fadeOutDuration: 2 });
  await self.ring(1000);
  await self.load(1);
  await self.follow(2);
  await self.playOut();
  await self.follow(undefined);
  const { left } = self.pushed();
  t.equal(left.length, 5000);
  t.equal(left[4999], sampleOf(1, 4999));
  t.ok(self.messages.some((message) => message.kind === 'failed' && message.playId === 2));
});

t.test('a track that breaks inside its fade leaves the other, and a short one lets the old one end', async (t) => {
  const self = rig({ 1: { frames: 5000, rate: 1000, breaksAt: 4000 }, 2: { frames: 600, rate: 1000 } });
  await self.sound({ when: 'always', fadeOutDuration: 2, fadeInDuration: 0 });
  await self.ring(1000);
  await self.load(1);
  await self.follow(2);
  await self.playOut();
  const { left } = self.pushed();
  t.equal(left.length, 4000);
  t.equal(left[3999], Math.fround(sampleOf(1, 3999) * 0.5005));
  t.equal(self.messages.filter(({ kind }) => kind === 'failed').length, 1);
  t.ok(self.decoders.every(({ closed }) => closed <= 1));
});

t.test('without a fade the tracks of one rate go straight into the ring', async (t) => {
  const self = rig({ 1: { frames: 5000, rate: 1000 }, 2: { frames: 4000, rate: 1000 } });
  await self.sound({ when: 'skip', fadeOutDuration: 2 });
  await self.ring(1000);
  await self.load(1);
  await self.follow(2);
  await self.playOut();
  isTrack(t, self.pushed(), 0, 1, 0, 5000);
  isTrack(t, self.pushed(), 5000, 2, 0, 4000);
  t.equal(self.native.chain, undefined);
});

const cutAt = (self: ReturnType<typeof rig>, ringFrame: number | undefined, playId?: number) =>
  self.loop.receive({
    kind: 'cut',
    load: LOAD,
    ringFrame,
    track: playId === undefined ? undefined : self.track(playId),
  });

t.test('a follower that is not near the consumer is cut out of the ring, and another joins there', async (t) => {
  const self = rig({ 1: { frames: 2000, rate: 1000 }, 2: { frames: 900, rate: 1000 }, 3: { frames: 700, rate: 1000 } });
  await self.load(1);
  await self.ring(1000);
  await self.follow(2);
  self.run();
  await self.step();
  t.match(self.queued(2), [{ ringFrame: 2000 }]);
  self.said();
  await cutAt(self, 2000, 3);
  t.strictSame(self.said(), ['opened 3', 'queued 3']);
  t.match(self.decoders[1], { closed: 1 });
  t.equal(self.words()[Word.head], 2000);
  await self.playOut();
  t.equal(self.words()[Word.head], 2700);
  isTrack(t, self.pushed(), self.pushed().left.length - 700, 3, 0, 700);
});

t.test('a follower that is cut with nothing in its place leaves the end of the stream where it began', async (t) => {
  const self = rig({ 1: { frames: 2000, rate: 1000 }, 2: { frames: 900, rate: 1000 } });
  await self.load(1);
  await self.ring(1000);
  await self.follow(2);
  self.run();
  await self.step();
  await cutAt(self, 2000);
  t.ok(self.ended());
  t.equal(self.words()[Word.head], 2000);
});

t.test('a follower that the device may be reading is not cut, and goes on', async (t) => {
  const self = rig({ 1: { frames: 2000, rate: 1000 }, 2: { frames: 900, rate: 1000 }, 3: { frames: 700, rate: 1000 } });
  await self.load(1);
  await self.ring(1000);
  await self.follow(2);
  self.run();
  await self.step();
  Atomics.store(self.words(), Word.reach, 500);
  Atomics.store(self.words(), Word.playedFrame, 1376);
  self.said();
  await cutAt(self, 2000, 3);
  t.strictSame(self.said(), ['tooLateToCut 3']);
  t.equal(self.words()[Word.head], 2900);
  t.match(self.decoders[1], { closed: 0 });
});

t.test('only what joined at the very frame is cut', async (t) => {
  const self = rig({ 1: { frames: 2000, rate: 1000 }, 2: { frames: 900, rate: 1000 } });
  await self.load(1);
  await self.ring(1000);
  await self.follow(2);
  self.run();
  await self.step();
  self.said();
  for (const frame of [1999, 2001, undefined]) await cutAt(self, frame, 2);
  t.strictSame(self.said(), ['tooLateToCut 2', 'tooLateToCut 2', 'tooLateToCut 2']);
});

t.test('a follower that waits for a ring of its own is cut without touching the ring', async (t) => {
  const self = rig({ 1: { frames: 500, rate: 1000 }, 2: { frames: 900, rate: 2000 }, 3: { frames: 300, rate: 1000 } });
  await self.load(1);
  await self.ring(1000, [1000, 2000]);
  await self.follow(2);
  self.run();
  await self.step();
  t.match(self.last(), { kind: 'ringNeeded', playId: 2 });
  self.said();
  await cutAt(self, undefined, 3);
  t.strictSame(self.said(), ['opened 3', 'queued 3']);
  await self.playOut();
  isTrack(t, self.pushed(), 500, 3, 0, 300);
});

t.test('a seek goes on with the decoder that is open, from any place and to any', async (t) => {
  const self = rig({ 1: { frames: 3000, rate: 1000 } });
  await self.load(1);
  await self.ring(1000);
  for (const first of [1200, 0, 2999]) {
    await self.playOut();
    const before = self.pushed().left.length;
    await self.load(1, { kind: 'frame', frame: frameCount(first) });
    await self.playOut();
    t.equal(self.pushed().left.length - before, 3000 - first);
    isTrack(t, self.pushed(), before, 1, first, 3000 - first);
  }
  t.equal(self.decoders.length, 1);
});

t.test('a file that is loaded under another play id goes on with its decoder', async (t) => {
  const self = rig({ 1: { frames: 3000, rate: 1000 } });
  await self.load(1);
  await self.ring(1000);
  await self.playOut();
  const before = self.pushed().left.length;
  const from = { kind: 'frame', frame: frameCount(1200) } as const;
  await self.loop.receive({ kind: 'load', load: LOAD, track: local(7, '1'), from });
  await self.playOut();
  t.equal(self.queued(7).length, 1);
  isTrack(t, self.pushed(), before, 1, 1200, 1800);
  t.equal(self.decoders.length, 1);
});

t.test('a track that could not be read to its end is opened anew when it is sought in', async (t) => {
  const self = rig({ 1: { frames: 3000, rate: 1000, breaksAt: 500 } });
  await self.load(1);
  await self.ring(1000);
  await self.playOut().catch(() => undefined);
  await self.step();
  await self.load(1, { kind: 'frame', frame: frameCount(100) });
  t.equal(self.decoders.length, 2);
  t.match(self.decoders[0], { closed: 1 });
});

t.test('a file that has taken the place of the one that is open is opened', async (t) => {
  const path = join(t.testdir({ 'track.mp3': 'one', 'other.mp3': 'two' }), 'track.mp3');
  const decoders: FakeDecoder[] = [];
  const self = rig({}, () => {
    const decoder = new FakeDecoder({ frames: 3000 - 1000 * decoders.length, rate: 1000 }, 1);
    decoders.push(decoder);
    return decoder;
  });
  const load = (playId: number) =>
    self.loop.receive({ kind: 'load', load: LOAD, track: local(playId, path), from: START });
  await load(1);
  await self.ring(1000);
  await load(2);
  t.equal(decoders.length, 1, 'the same file goes on');
  await rename(join(dirname(path), 'other.mp3'), path);
  await load(3);
  t.match(decoders, [{ closed: 1 }, { closed: 0 }]);
  await rm(path);
  await load(4);
  t.equal(decoders.length, 2, 'one that is gone can still be read');
  await self.playOut();
  t.equal(self.pushed().left.length, 2000);
});

t.test('a load that goes on with what sounds says where that was, in this ring only', async (t) => {
  const self = rig({ 1: { frames: 9000, rate: 1000 } });
  await self.load(1);
  await self.ring(1000);
  await self.step();
  const again = (ring: number) =>
    self.loop.receive({
      kind: 'load',
      load: LOAD,
      track: self.track(1),
      from: { kind: 'frame', frame: frameCount(300) },
      splicePoint: { ring, frame: 300 },
    });
  await again(self.ringId() ?? 0);
  t.match([self.words()[Word.flushSplice], self.words()[Word.flushSpliceFrame]], [1, 300]);
  await again((self.ringId() ?? 0) + 1);
  t.equal(self.words()[Word.flushSplice], 0);
});

t.test('a load that repeats another goes on with what sounds by now', async (t) => {
  const self = rig({ 1: { frames: 9000, rate: 1000 } });
  await self.load(1);
  await self.ring(1000);
  await self.step();
  const words = self.words();
  words[Word.attached] = Attached.writer;
  const spliceFrame = () => (words[Word.flushSplice] === 1 ? words[Word.flushSpliceFrame] : undefined);
  const load = (number: number, frame: number, again?: number) =>
    self.loop.receive({
      kind: 'load',
      load: number,
      track: self.track(1),
      from: { kind: 'frame', frame: frameCount(frame) },
      splicePoint: { ring: self.ringId() ?? 0, frame },
      again,
    });
  const carryOut = () => (words[Word.flushApplied] = words[Word.flushReady] ?? 0);
  const begun: number[] = [];
  const note = () => begun.push(words[Word.flushFrame] ?? 0);

  await load(11, 300);
  note();
  await self.step();
  await load(12, 300, 11);
  t.equal(spliceFrame(), 300, 'the one before it is not carried out: with what sounded before that');
  note();
  carryOut();
  await self.step();
  await load(13, 300, 11);
  t.equal(spliceFrame(), begun.at(-1), 'it is carried out');
  carryOut();
  await self.step();
  await load(15, 700, 14);
  t.equal(spliceFrame(), 700, 'the one that it repeats was dropped unread: with what it says itself');
});
