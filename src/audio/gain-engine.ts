/**
 * Stands before the engine and gives each local track what must be known before its first frame is decoded: the gains of
 * its tags, while ReplayGain is on, and of a part of a file (`/path#track=2`) where it lies. A track waits for both.
 * Everything else passes through at once. Thread: main.
 */
import type { ByteOffset } from '../units.js';
import type { DecodeFrom, PlayId, TrackToDecode } from './decoder-messages.js';
import type { DecoderFacts } from './decoder.js';
import type { ReplayGainTags } from './dsp/replay-gain.js';
import type { AudioEngine, EnginePosition } from './engine.js';
import type { FilePart } from './formats/part-decoder.js';
import type { OutputTrouble } from './output.js';
import type { LocalEngine } from './remote/remote-engine.js';

/** Never rejects, and answers soon whatever the file does. */
export type ReadGains = (path: string) => Promise<ReplayGainTags | undefined>;

/** Of a part of a file its file and place; undefined for what is none, or is not known. Never rejects. */
export type FindPart = (location: string) => Promise<FilePart | undefined>;

/** How the location of a part ends; a file may be named so, too. */
const PART = /#track=\d+$/;

/** The heard track, the one that follows, and one that was replaced while it was begun. */
const RECENT_TRACKS = 3;

export class GainEngine implements LocalEngine {
  readonly #engine: LocalEngine & Pick<AudioEngine, 'learn'>;
  readonly #readGains: ReadGains;
  readonly #findPart: FindPart;
  #isOn = false;
  /** Counts what replaces an order that still waits to be completed. */
  #cues = 0;
  #follows = 0;
  /** The cue that still waits; what follows waits behind it. */
  #waiting: Promise<void> | undefined;
  #recent: readonly TrackToDecode[] = [];

  constructor(engine: LocalEngine & Pick<AudioEngine, 'learn'>, readGains: ReadGains, findPart: FindPart) {
    this.#engine = engine;
    this.#readGains = readGains;
    this.#findPart = findPart;
  }

  /** Resolves when the engine knows the gains of what it plays already. Never rejects. */
  async turn(on: boolean): Promise<void> {
    if (this.#isOn === on) return;
    this.#isOn = on;
    if (!on) return;
    const gained = await Promise.all(
      this.#recent.filter((track) => this.#needsGains(track)).map((track) => this.#complete(track)),
    );
    for (const track of gained) this.#engine.learn(track);
  }

  get trouble(): OutputTrouble | undefined {
    return this.#engine.trouble;
  }

  cue(track: TrackToDecode, from: DecodeFrom): void {
    const cue = ++this.#cues;
    this.#follows++;
    this.#waiting = undefined;
    this.#recent = [track];
    if (!this.#isIncomplete(track)) {
      this.#engine.cue(track, from);
      return;
    }
    this.#engine.clear();
    this.#waiting = this.#complete(track).then((complete) => {
      if (cue !== this.#cues) return;
      this.#waiting = undefined;
      this.#engine.cue(complete, from);
    });
  }

  follow(track: TrackToDecode | undefined): void {
    const follow = ++this.#follows;
    if (track !== undefined) this.#recent = [track, ...this.#recent].slice(0, RECENT_TRACKS);
    const waiting = this.#waiting;
    if (waiting === undefined && (track === undefined || !this.#isIncomplete(track))) {
      this.#engine.follow(track);
      return;
    }
    // What followed before must not be begun meanwhile.
    if (waiting === undefined) this.#engine.follow(undefined);
    const completing = track === undefined || !this.#isIncomplete(track) ? track : this.#complete(track);
    void Promise.all([completing, waiting]).then(([ready]) => {
      if (follow === this.#follows) this.#engine.follow(ready);
    });
  }

  clear(): void {
    this.#cues++;
    this.#follows++;
    this.#waiting = undefined;
    this.#recent = [];
    this.#engine.clear();
  }

  run(): void {
    this.#engine.run();
  }

  hold(): void {
    this.#engine.hold();
  }

  halt(): void {
    this.#engine.halt();
  }

  position(): EnginePosition | undefined {
    return this.#engine.position();
  }

  bytePosition(): Promise<ByteOffset | undefined> {
    return this.#engine.bytePosition();
  }

  facts(playId: PlayId): DecoderFacts | undefined {
    return this.#engine.facts(playId);
  }

  #isIncomplete(track: TrackToDecode): boolean {
    return this.#needsGains(track) || isPart(track);
  }

  #needsGains({ path }: TrackToDecode): boolean {
    return this.#isOn && path.startsWith('/');
  }

  async #complete(track: TrackToDecode): Promise<TrackToDecode> {
    const part = isPart(track) ? await this.#findPart(track.path) : undefined;
    const gain = this.#needsGains(track) ? await this.#readGains(part?.path ?? track.path) : undefined;
    return { ...track, ...(part === undefined ? {} : { part }), gain };
  }
}

function isPart({ path }: TrackToDecode): boolean {
  return path.startsWith('/') && PART.test(path);
}
