/** One playing of a track at a renderer: where it begins, and what the renderer is given for it. Thread: main. */
import type { DecodeFrom, PlayId, TrackToDecode } from '../../decode/decoder-messages.js';
import { milliseconds, type Milliseconds } from '../../units.js';
import type { PreparedMedia } from './media.js';

export class Playing {
  readonly track: TrackToDecode;
  /** Undefined until it is prepared. */
  media: PreparedMedia | undefined;
  /** The renderer has to be moved to `start` once it plays. */
  mustSeek = false;
  /** The renderer refuses it as the one that follows. */
  isRefused = false;
  #from: DecodeFrom;
  #mark: string | undefined;
  #start: Milliseconds | undefined;
  #preparations = 0;

  constructor(track: TrackToDecode, from: DecodeFrom) {
    this.track = track;
    this.#from = from;
  }

  get playId(): PlayId {
    return this.track.playId;
  }

  /** Part of the address that the renderer was given last; kept when nothing more is fetched of it. */
  get mark(): string | undefined {
    return this.#mark;
  }

  /** Where it begins; 0 while only the length or the bit rate of the file would tell. */
  get start(): Milliseconds {
    if (this.#start !== undefined) return this.#start;
    const facts = this.media?.facts;
    const from = this.#from;
    if (from.kind === 'elapsed') {
      const elapsed = from.elapsed < 0 ? Math.max((facts?.length ?? 0) + from.elapsed, 0) : from.elapsed;
      return milliseconds(elapsed);
    }
    if (facts === undefined) return milliseconds(0);
    if (from.kind === 'frame') return milliseconds(Math.round((from.frame * 1000) / facts.sampleRate));
    return milliseconds(facts.bitrate > 0 ? Math.round((from.offset * 8) / facts.bitrate) : 0);
  }

  beginAt(start: Milliseconds): void {
    this.#start = start;
  }

  /** Another playing of the same track, which the renderer has already. */
  takeOver(before: Playing): void {
    this.media = before.media;
    this.#mark = before.#mark;
    this.mustSeek = true;
    before.media = undefined;
  }

  /** Prepares it, unless that was begun anew meanwhile: then undefined. */
  async prepare(make: () => Promise<PreparedMedia>): Promise<PreparedMedia | undefined> {
    this.close();
    const number = ++this.#preparations;
    const media = await make();
    if (number !== this.#preparations) {
      media.close();
      return undefined;
    }
    this.media = media;
    this.#mark = media.mark;
    return media;
  }

  /** Nothing more is fetched of it. May be called twice. */
  close(): void {
    this.#preparations += 1;
    this.media?.close();
    this.media = undefined;
  }
}
