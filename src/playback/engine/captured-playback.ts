/**
 * Plays a captured input, such as what a phone sends: starts its capture, lets the sound in once the device plays, and then
 * keeps as much of it on the way as there was. Thread: main; no call waits.
 */
import type { PlayId } from '../../decode/decoder-messages.js';
import type { DecoderFacts } from '../../decode/decoder.js';
import { CapturePace, LOOK_MILLISECONDS } from '../../decode/pipes/capture-pace.js';
import type { Log } from '../../log.js';
import type { CapturedSound, CaptureSource } from '../../streams/capture.js';
import type { EnginePosition } from './engine-events.js';
import type { StreamNow } from './network-track.js';
import type { Pipeline } from './pipeline.js';
import { FROM_START, isFile, type RequestedTrack } from './queue-track.js';

/** Milliseconds between two looks whether the device plays. */
const START_LOOK_MILLISECONDS = 20;

/** Starts a capture; `ended` is called once, with the reason, when no more comes. */
export type OpenCapture = (source: CaptureSource, ended: (reason: string) => void) => CapturedSound;

export interface CapturedPlaybackDeps {
  readonly pipeline: Pick<Pipeline, 'load' | 'run' | 'position' | 'readings'>;
  readonly open: OpenCapture;
  readonly log: Log;
}

/** A captured input that has the pipeline, and what is known of the player's track meanwhile. */
export interface Interruption {
  readonly playback: CapturedPlayback;
  /** Called, once, when no more comes of it or it cannot be played. */
  readonly ended: (reason: string) => void;
  readonly facts: DecoderFacts | undefined;
  readonly stream: StreamNow | undefined;
}

/**
 * Where a track goes on that is interrupted: at the exact frame of a file, at the time of a stream.
 * @param isExact false: at the time, whatever it is
 */
export function goingOn(
  current: RequestedTrack | undefined,
  position: EnginePosition | undefined,
  isExact = true,
): RequestedTrack | undefined {
  if (current === undefined || position?.playId !== current.track.playId) return current;
  const { track } = current;
  const { elapsed, frame } = position;
  if (isExact && frame !== undefined && isFile(track)) return { track, elapsed, from: { kind: 'frame', frame } };
  // What was loaded and not begun yet begins where it was to begin.
  return elapsed > 0 ? { track, elapsed, from: { kind: 'elapsed', elapsed } } : current;
}

export class CapturedPlayback {
  readonly playId: PlayId;
  readonly source: CaptureSource;
  readonly #deps: CapturedPlaybackDeps;
  readonly #capture: CapturedSound;
  readonly #pace = new CapturePace();
  /** Decoders that were asked for; and how often the device had written when the last one was. */
  #decoders = 0;
  #writes = 0;
  #xruns = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param ended called once when no more comes; not after `close` */
  constructor(playId: PlayId, source: CaptureSource, deps: CapturedPlaybackDeps, ended: (reason: string) => void) {
    this.playId = playId;
    this.source = source;
    this.#deps = deps;
    this.#capture = deps.open(source, ended);
  }

  /** Begins to play; again: drops what is on the way. */
  begin(): void {
    const { pipeline } = this.#deps;
    this.#decoders = this.#capture.control.begun + 1;
    this.#writes = pipeline.readings().deviceWrites;
    const { location } = this.source;
    const source = { kind: 'capturedInput', location, input: this.#capture.input } as const;
    pipeline.load({ playId: this.playId, source }, FROM_START);
    pipeline.run();
    this.#look();
  }

  /** May be called twice. */
  close(): void {
    clearTimeout(this.#timer);
    this.#capture.close();
  }

  #look(): void {
    clearTimeout(this.#timer);
    const { control } = this.#capture;
    const { deviceWrites, outputThread, xruns, isElsewhere = false } = this.#deps.pipeline.readings();
    const isBegun = control.begun >= this.#decoders;
    // A network player takes sound as it comes, and keeps a reserve of its own.
    const plays = isElsewhere || (outputThread !== 0 && deviceWrites !== this.#writes);
    if (isBegun && control.isWaiting && plays) {
      control.admit();
      control.pace = 0;
      this.#pace.reset();
    } else if (isBegun && !control.isWaiting && !isElsewhere) {
      this.#writes = NaN; // it plays: another decoder, for other settings of the sound, is let in at once
      if (xruns !== this.#xruns) this.#pace.reset();
      this.#xruns = xruns;
      const pace = this.#pace.look(this.#onTheWay());
      if (pace === 'begin anew') {
        const { location } = this.source;
        this.#deps.log.info('external source: too far behind, begun anew', { source: location });
        this.begin();
        return;
      }
      control.pace = pace;
    }
    const pause = control.isWaiting || !isBegun ? START_LOOK_MILLISECONDS : LOOK_MILLISECONDS;
    this.#timer = setTimeout(() => this.#look(), pause).unref();
  }

  /** Milliseconds that were decoded and not played yet. */
  #onTheWay(): number {
    const position = this.#deps.pipeline.position();
    if (position?.playId !== this.playId) return 0;
    const { sampleRate, decoded } = this.#capture;
    const played = (position.elapsed * sampleRate) / 1000;
    return (((decoded - played) | 0) * 1000) / sampleRate;
  }
}
