/**
 * Stands before the engine and gives each local track what must be known before its first frame is decoded: the gains of
 * its tags, while ReplayGain is on, and of a part of a file (`/path#track=2`) where it lies. A track waits for both, but
 * not for what is known already: a seek, or a skip to the track that follows, reaches the engine at once, and so does
 * everything else. Thread: main.
 */
import { milliseconds, type ByteOffset } from '../../units.js';
import type { DecodeFrom, PlayId, TrackToDecode } from '../../decode/decoder-messages.js';
import type { DecoderFacts } from '../../decode/decoder.js';
import type { ReplayGainTags } from '../../dsp/replay-gain.js';
import type { AudioEngine, EnginePosition } from './engine.js';
import type { FilePart } from '../../decode/formats/part-decoder.js';
import type { OutputTrouble } from '../../output/output.js';
import type { LocalEngine } from './remote-engine.js';
import type { HeardCourse } from './timeline.js';

/** Never rejects, and answers within seconds whatever the file does. */
export type ReadGains = (path: string) => Promise<ReplayGainTags | undefined>;

/** Of a part of a file its file and place; undefined for what is none, or is not known. Never rejects. */
export type FindPart = (location: string) => Promise<FilePart | undefined>;

/** How the location of a part ends; a file may be named so, too. */
const PART = /#track=\d+$/;

/** The heard track, the one that follows, and one that was replaced while it was begun. */
const RECENT_TRACKS = 3;

/** What was found out about a track. */
interface Found {
  readonly part: FilePart | undefined;
  /** Undefined: nobody has asked. */
  readonly gains: { readonly tags: ReplayGainTags | undefined } | undefined;
}

export class GainEngine implements LocalEngine {
  readonly #engine: LocalEngine & Pick<AudioEngine, 'learn'>;
  readonly #readGains: ReadGains;
  readonly #findPart: FindPart;
  #isOn = false;
  /** Counts what replaces an order that still waits to be completed. */
  #cues = 0;
  #follows = 0;
  /** The cue that still waits, and where it is to begin; what follows waits behind it. */
  #waiting: { readonly done: Promise<void>; readonly place: EnginePosition } | undefined;
  #recent: readonly TrackToDecode[] = [];
  /** By path, the newest last. */
  readonly #found = new Map<string, Found>();

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

  findOutput(): Promise<OutputTrouble | undefined> {
    return this.#engine.findOutput();
  }

  cue(track: TrackToDecode, from: DecodeFrom): void {
    const cue = ++this.#cues;
    this.#follows++;
    this.#waiting = undefined;
    this.#recent = [track];
    const known = this.#known(track);
    if (known !== undefined) {
      this.#engine.cue(known, from);
      return;
    }
    this.#engine.clear();
    const elapsed = milliseconds(from.kind === 'elapsed' ? Math.max(from.elapsed, 0) : 0);
    const done = this.#complete(track).then((complete) => {
      if (cue !== this.#cues) return;
      this.#waiting = undefined;
      this.#engine.cue(complete, from);
    });
    this.#waiting = { done, place: { playId: track.playId, elapsed } };
  }

  follow(track: TrackToDecode | undefined): void {
    const follow = ++this.#follows;
    if (track !== undefined) this.#remember(track);
    const waiting = this.#waiting;
    const known = track && this.#known(track);
    const isKnown = track === undefined || known !== undefined;
    if (waiting === undefined && isKnown) {
      this.#engine.follow(known);
      return;
    }
    // What followed before must not be begun meanwhile.
    if (waiting === undefined) this.#engine.follow(undefined);
    const completing = isKnown ? known : this.#complete(track);
    void Promise.all([completing, waiting?.done]).then(([ready]) => {
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
    return this.#waiting?.place ?? this.#engine.position();
  }

  course(): HeardCourse | undefined {
    return this.#waiting === undefined ? this.#engine.course() : undefined;
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

  /** The track with all that must be known of it; undefined while some of that is not. */
  #known(track: TrackToDecode): TrackToDecode | undefined {
    const found = this.#found.get(track.path);
    if (isPart(track) && found?.part === undefined) return undefined;
    if (this.#needsGains(track) && found?.gains === undefined) return undefined;
    return this.#with(track, found);
  }

  async #complete(track: TrackToDecode): Promise<TrackToDecode> {
    const part = isPart(track) ? await this.#findPart(track.path) : undefined;
    const gains = this.#needsGains(track) ? { tags: await this.#readGains(part?.path ?? track.path) } : undefined;
    const found = { part, gains };
    this.#keep(track.path, found);
    return this.#with(track, found);
  }

  #with(track: TrackToDecode, found: Found | undefined): TrackToDecode {
    const { part, gains } = found ?? {};
    const gain = this.#needsGains(track) ? gains?.tags : undefined;
    return { ...track, ...(part === undefined ? {} : { part }), ...(gain === undefined ? {} : { gain }) };
  }

  /** The heard track stays among the recent ones, however often what follows it changes. */
  #remember(track: TrackToDecode): void {
    const heard = this.position()?.playId;
    const isHeard = ({ playId }: TrackToDecode): boolean => playId === heard;
    const others = this.#recent.filter((recent) => !isHeard(recent));
    this.#recent = [track, ...this.#recent.filter(isHeard), ...others].slice(0, RECENT_TRACKS);
  }

  #keep(path: string, found: Found): void {
    this.#found.delete(path);
    this.#found.set(path, found);
    for (const oldest of this.#found.keys()) {
      if (this.#found.size <= RECENT_TRACKS) return;
      if (!this.#recent.some((recent) => recent.path === oldest)) this.#found.delete(oldest);
    }
  }
}

function isPart({ path }: TrackToDecode): boolean {
  return path.startsWith('/') && PART.test(path);
}
