/** A pipeline that plays to a renderer of the test, and what it reports. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Test } from 'tap';
import { factsOf } from '../../src/decode/facts.js';
import type { PlayableSource } from '../../src/decode/playable-source.js';
import type { NativeMixer } from '../../src/native.js';
import { PlaybackClock } from '../../src/playback-clock.js';
import type { KnownTrack } from '../../src/renderers/playing/media.js';
import { RendererPipeline } from '../../src/renderers/playing/renderer-pipeline.js';
import { openSession } from '../../src/renderers/session.js';
import { type PcmStreams, Undecodable } from '../../src/renderers/streaming/pcm-streams.js';
import { milliseconds } from '../../src/units.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { FakeRenderer } from './fake-renderer.js';

/** Lengths of tracks in ms; a track is `/music/<name>.<ending>`. */
const LENGTHS: Readonly<Record<string, number>> = { short: 2500, one: 30_000, two: 30_000, three: 30_000, blink: 300 };
const TYPES: Readonly<Record<string, string>> = { mp3: 'audio/mpeg', flac: 'audio/flac', ape: 'audio/x-ape' };

export const track = (playId: number, location: string) => ({
  playId,
  source: { kind: 'localFile', location } satisfies PlayableSource,
});
export const FROM_START = { kind: 'elapsed', elapsed: milliseconds(0) } as const;
export const fromMs = (ms: number) => ({ kind: 'elapsed', elapsed: milliseconds(ms) }) as const;

/** Seconds of the tests in one. */
const SPEED = 10;

/** @param connected is given the mixer of a renderer as soon as that is connected */
export async function startRig(t: Test, connected: (mixer: NativeMixer | undefined) => void = () => undefined) {
  const renderer = await FakeRenderer.start(t);
  renderer.speed = SPEED;
  const events: string[] = [];
  const mixers: (NativeMixer | undefined)[] = [];
  const decoded: string[] = [];
  let opening = (): Promise<void> => Promise.resolve();
  const files = createServer((request, response) => void response.end(`file ${request.url}`)).listen(0, '127.0.0.1');
  await once(files, 'listening');
  t.teardown(() => void files.close());
  let isThere = true;
  let ownAddress = '127.0.0.1';
  const nameOf = (location: string): string => /([^/]+)\.\w+$/.exec(location)?.[1] ?? '';
  const streams = {
    async open({ location }: PlayableSource) {
      decoded.push(location);
      await opening();
      if (nameOf(location) === 'broken') throw new Undecodable('NOT_AUDIO', 'no sound in it');
      const length = LENGTHS[nameOf(location)] ?? 1000;
      const facts = factsOf({ format: 'APE', sampleRate: 8000, channels: 2, frames: length * 8 });
      let left = facts.totalFrames ?? 0;
      const read = async (frames: number, at: number | undefined) => {
        if (at !== undefined) left = (facts.totalFrames ?? 0) - at;
        const count = Math.min(frames, left);
        left -= count;
        return count === 0 ? undefined : Buffer.alloc(count * 4, 7);
      };
      return { facts, read, close: () => void decoded.push(`closed ${location}`) };
    },
  } as unknown as PcmStreams;
  const pipeline = new RendererPipeline({
    name: 'Kitchen',
    describe: () => (isThere ? renderer.description : undefined),
    connect: (to, changed) =>
      openSession(
        to,
        {
          addresses: () => [{ address: ownAddress, reaches: () => true }],
          isOwn: () => false,
          userAgent: 'Tonearm/test',
          patience: 300,
          log: SILENT_LOG,
        },
        changed,
      ),
    async known(location): Promise<KnownTrack> {
      const name = nameOf(location);
      const type = TYPES[location.split('.').at(-1) ?? ''] ?? '';
      return {
        ...{ id: name, title: name, artist: 'Can & Co', album: '', cover: undefined, type },
        ...{ length: milliseconds(LENGTHS[name] ?? 1000), sampleRate: 44_100, bitrate: 320 },
      };
    },
    port: () => (files.address() as AddressInfo).port,
    streams,
    clock: new PlaybackClock(SPEED),
    log: SILENT_LOG,
  });
  t.teardown(() => pipeline.stop());
  const alive = setInterval(() => undefined, 1000); // its timers do not keep a process
  t.teardown(() => clearInterval(alive));
  pipeline.connect({
    trackOpened: () => undefined,
    trackStarted: (playId) => void events.push(`started ${playId}`),
    trackFailed: (playId, code, _, started) => void events.push(`failed ${playId} ${code}${started ? ' in it' : ''}`),
    finished: (playId) => void events.push(`finished ${playId}`),
    clockChanged: () => undefined,
    outputLost: () => void events.push('lost'),
    outputBack: (isSoon) => void events.push(`back ${isSoon ? 'soon' : 'late'}`),
    async opened(openMixer) {
      mixers.push(openMixer());
      connected(mixers.at(-1));
    },
    pausedThere: () => void events.push('paused there'),
    resumedThere: () => void events.push('resumed there'),
  });
  return {
    /** Resolves after so many ms of the test's clock. */
    pass: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms / SPEED)),
    ...{ renderer, pipeline, events, mixers, decoded },
    leave: () => void (isThere = false),
    comeBack: () => void (isThere = true),
    /** Opening a file to decode it waits for this. */
    whileOpening: (wait: () => Promise<void>) => void (opening = wait),
    /** The box has another address. */
    moveTo: (address: string) => void (ownAddress = address),
    has: (event: string) => renderer.until(() => events.includes(event)),
  };
}
