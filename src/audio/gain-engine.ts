/**
 * Stands before the engine and gives each local track the gains of its tags, while ReplayGain is on: it must be known
 * before the first frame is decoded, so a track whose tags have not been read yet waits for them. While it is off
 * everything passes through at once. Thread: main.
 */
import type { ByteOffset } from '../units.js';
import type { DecodeFrom, PlayId, TrackToDecode } from './decoder-messages.js';
import type { DecoderFacts } from './decoder.js';
import type { ReplayGainTags } from './dsp/replay-gain.js';
import type { AudioEngine, EnginePosition } from './engine.js';
import type { OutputTrouble } from './output.js';
import type { LocalEngine } from './remote/remote-engine.js';

/** Never rejects, and answers soon whatever the file does. */
export type ReadGains = (path: string) => Promise<ReplayGainTags | undefined>;

/** The heard track, the one that follows, and one that was replaced while it was begun. */
const RECENT_TRACKS = 3;

export class GainEngine implements LocalEngine {
  readonly #engine: LocalEngine & Pick<AudioEngine, 'learn'>;
  readonly #readGains: ReadGains;
  #isOn = false;
  /** Counts what replaces an order that still waits for its gains. */
  #cues = 0;
  #follows = 0;
  /** The cue that still waits; what follows waits behind it. */
  #waiting: Promise<void> | undefined;
  #recent: readonly TrackToDecode[] = [];

  constructor(engine: LocalEngine & Pick<AudioEngine, 'learn'>, readGains: ReadGains) {
    this.#engine = engine;
    this.#readGains = readGains;
  }

  /** Resolves when the engine knows the gains of what it plays already. Never rejects. */
  async turn(on: boolean): Promise<void> {
    if (this.#isOn === on) return;
    this.#isOn = on;
    if (!on) return;
    const gained = await Promise.all(
      this.#recent.filter((track) => this.#needsGains(track)).map((track) => this.#withGains(track)),
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
    if (!this.#needsGains(track)) {
      this.#engine.cue(track, from);
      return;
    }
    this.#engine.clear();
    this.#waiting = this.#withGains(track).then((gained) => {
      if (cue !== this.#cues) return;
      this.#waiting = undefined;
      this.#engine.cue(gained, from);
    });
  }

  follow(track: TrackToDecode | undefined): void {
    const follow = ++this.#follows;
    if (track !== undefined) this.#recent = [track, ...this.#recent].slice(0, RECENT_TRACKS);
    const waiting = this.#waiting;
    if (waiting === undefined && (track === undefined || !this.#needsGains(track))) {
      this.#engine.follow(track);
      return;
    }
    // What followed before must not be begun meanwhile.
    if (waiting === undefined) this.#engine.follow(undefined);
    const gained = track === undefined || !this.#needsGains(track) ? track : this.#withGains(track);
    void Promise.all([gained, waiting]).then(([ready]) => {
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

  #needsGains({ path }: TrackToDecode): boolean {
    return this.#isOn && path.startsWith('/');
  }

  async #withGains(track: TrackToDecode): Promise<TrackToDecode> {
    return { ...track, gain: await this.#readGains(track.path) };
  }
}
