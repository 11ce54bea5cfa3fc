/**
 * The engine with the real worker and addon, playing WAV files of 32-bit floats into a card made of files: what is played
 * comes back as numbers. Thread of the card: the process's own, so one rig at a time.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';
import { chooseScale } from '../../../src/volume/choose-scale.js';
import { Mixers } from '../../../src/volume/mixers.js';
import type { TrackToDecode } from '../../../src/decode/decoder-messages.js';
import type { LocalFile } from '../../../src/decode/playable-source.js';
import { Output } from '../../../src/output/output.js';
import { Pipeline } from '../../../src/playback/engine/pipeline.js';
import { loadNative } from '../../../src/native.js';
import { alsaSink } from '../../../src/output/sinks/alsa-sink.js';
import type { SinkTarget } from '../../../src/output/sinks/sink.js';
import { Volume } from '../../../src/volume/volume.js';
import { VolumeStore } from '../../../src/volume/volume-store.js';
import { PlaybackClock } from '../../../src/playback-clock.js';
import { databaseIn } from '../../database/rig.js';
import { milliseconds } from '../../../src/units.js';
import { SILENT_LOG } from '../../fixtures/log.js';
import { createRigs, type RigOptions } from '../../rig/rig.js';
import { chunk, fmt, wav } from '../../decode/formats/pcm-fixtures.js';

const built = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const NATIVE = built('native/build/Release/tonearm_native.node');
const FRAME_BYTES = 8;
const FLOAT = 3;

export const localTrack = (playId: number, path: string): TrackToDecode & { readonly source: LocalFile } => ({
  playId,
  source: { kind: 'localFile', location: path },
});

export const FROM_START = { kind: 'elapsed', elapsed: milliseconds(0) } as const;

/** A sample by its frame, for left and right. */
export type Sound = (frame: number) => readonly [number, number];

export const sine =
  (frequency: number, rate: number, amplitude = 0.9): Sound =>
  (frame) => {
    const value = amplitude * Math.sin((2 * Math.PI * frequency * frame) / rate);
    return [value, value];
  };

/**
 * `others`: cards that can be switched to; with them each has its volume, else there is none. `speed`: of all cards, and of
 * the engine's time.
 */
export async function soundRig(t: Test, rates: readonly number[], others: readonly RigOptions[] = [], speed = 4) {
  const folder = await mkdtemp(join(tmpdir(), 'tonearm-sound-'));
  const cards = await createRigs(...[{ rates }, ...others].map((options) => ({ ...options, speed, patient: true })));
  const [card] = cards;
  if (card === undefined) throw new Error('a card was asked for');
  process.env['ALSA_CONFIG_PATH'] = card.environment.ALSA_CONFIG_PATH;
  const native = loadNative(NATIVE, speed);
  const events: string[] = [];
  const targets = cards.map(({ device, mixer }): SinkTarget => {
    const [ctl = '', control = ''] = mixer?.split(':') ?? [];
    const sink = alsaSink(native, device);
    return { sink, key: `alsa-${device}`, mixer: mixer === undefined ? undefined : { card: ctl, control } };
  });
  const [target] = targets;
  if (target === undefined) throw new Error('a card was asked for');
  const setGain = (gain: number): void => output.control.setGain(gain);
  const volume = new Volume({
    choose: (opened, mode) => chooseScale(new Mixers(native), opened, mode, setGain, SILENT_LOG),
    memory: new VolumeStore(databaseIn(folder), SILENT_LOG),
    whileSilent: (change) => output.whileSilent(change),
    log: SILENT_LOG,
  });
  const clock = new PlaybackClock(speed);
  const output: Output = new Output({
    native,
    target,
    opened: (opened, number) =>
      others.length === 0 ? Promise.resolve(() => undefined) : volume.prepare(opened, number),
    clock,
    log: SILENT_LOG,
  });
  const engine: Pipeline = new Pipeline({
    output,
    nativeFile: NATIVE,
    workerFile: built('dist/decoder-worker.cjs'),
    roots: [folder],
    clock,
    log: SILENT_LOG,
  });
  engine.connect({
    trackStarted: (playId) => events.push(`played ${playId}`),
    trackFailed: (playId, code, reason) => events.push(`failed ${playId} ${code} ${reason}`),
    finished: (playId) => events.push(`finished ${playId}`),
    trackOpened: () => undefined,
    clockChanged: () => undefined,
    outputLost: () => events.push('output lost'),
    outputBack: () => events.push('output back'),
  });
  const awake = setInterval(() => undefined, 1000);
  t.teardown(async () => {
    clearInterval(awake);
    await engine.stop();
    for (const each of [...cards].reverse()) await each.cleanUp();
    await rm(folder, { recursive: true, force: true });
  });
  const until = async (what: string, condition: () => boolean) => {
    for (const end = Date.now() + 60_000; !condition();) {
      if (Date.now() > end) throw new Error(`never happened: ${what}; events: ${events.join(', ')}`);
      await delay(5);
    }
  };
  /** Writes a file of `frames` frames. */
  const track = async (playId: number, rate: number, frames: number, sound: Sound) => {
    const samples = new Float32Array(2 * frames);
    for (let at = 0; at < frames; at++) samples.set(sound(at), 2 * at);
    const path = join(folder, `${playId}.wav`);
    const data = chunk('data', new Uint8Array(samples.buffer));
    await writeFile(path, wav(fmt({ tag: FLOAT, rate, bits: 32 }), data));
    return localTrack(playId, path);
  };
  /** Everything that was played so far, full scale 1. */
  const played = async () => {
    const bytes = await card.capture();
    const frames = Math.floor(bytes.length / FRAME_BYTES);
    const channel = (offset: number) =>
      Float64Array.from({ length: frames }, (_, at) => bytes.readInt32LE(at * FRAME_BYTES + offset) / 2 ** 31);
    return { frames, left: channel(0), right: channel(4) };
  };
  /** Plays tracks 1 to 3; the third is named only after the second has begun, at this frame of the card. */
  const playThree = async (tracks: readonly TrackToDecode[], secondAt: number) => {
    const [one, two, three] = tracks;
    await card.holdAt(secondAt + (rates[0] ?? 0) / 5);
    if (one !== undefined) engine.load(one, FROM_START);
    engine.follow(two);
    engine.start();
    engine.run();
    await until('the second', () => events.includes('played 2'));
    engine.follow(three);
    await card.clearFault();
    await until('the end', () => events.includes('finished 3'));
  };
  const opened = async () =>
    (await card.events()).filter(({ name }) => name === 'HW_PARAMS').map(({ values }) => Number(values['rate']));
  return {
    folder,
    native,
    engine,
    output,
    volume,
    card,
    cards,
    targets,
    events,
    until,
    track,
    playThree,
    played,
    opened,
  };
}

/** Level of a sine in samples [from, to) and what is not it, by least squares. */
export function fitSine(samples: Float64Array, from: number, to: number, frequency: number, rate: number) {
  const step = (2 * Math.PI * frequency) / rate;
  let [ss, cc, sc, xs, xc] = [0, 0, 0, 0, 0];
  for (let at = from; at < to; at++) {
    const [s, c, x] = [Math.sin(step * at), Math.cos(step * at), samples[at] ?? 0];
    ss += s * s;
    cc += c * c;
    sc += s * c;
    xs += x * s;
    xc += x * c;
  }
  const determinant = ss * cc - sc * sc;
  const [a, b] = [(xs * cc - xc * sc) / determinant, (xc * ss - xs * sc) / determinant];
  let rest = 0;
  for (let at = from; at < to; at++) {
    rest += ((samples[at] ?? 0) - a * Math.sin(step * at) - b * Math.cos(step * at)) ** 2;
  }
  const amplitude = Math.hypot(a, b);
  return { amplitude, noise: decibels((Math.sqrt(rest / (to - from)) * Math.SQRT2) / amplitude) };
}

export const decibels = (ratio: number): number => 20 * Math.log10(ratio);

/** The largest step from one sample to the next. */
export function largestStep(samples: Float64Array, from = 0, to = samples.length): number {
  let step = 0;
  for (let at = from + 1; at < to; at++) step = Math.max(step, Math.abs((samples[at] ?? 0) - (samples[at - 1] ?? 0)));
  return step;
}
