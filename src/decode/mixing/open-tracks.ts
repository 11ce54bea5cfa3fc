/**
 * The tracks that the decoder worker has open: at most one for decoding, and two while they fade. Thread: the decoder
 * worker's.
 */
import { statSync } from 'node:fs';
import type { ByteOffset, FrameCount } from '../../units.js';
import type { DecodeFrom, FadingTrack, PlayId, TrackToDecode } from '../decoder-messages.js';
import type { Decoder } from '../decoder.js';
import type { Crossfade } from './crossfade.js';
import { OpenTrack, type DecoderSlot } from './open-track.js';

/** Throws, or rejects with, UndecodableFile. Tracks of different slots can be decoded at the same time. */
export type OpenDecoder = (track: TrackToDecode, slot: DecoderSlot) => Decoder | Promise<Decoder>;

export class OpenTracks {
  /** The track that is being decoded. */
  current: OpenTrack | undefined;
  /** Open already, and begun when the current one is out of its line. */
  next: OpenTrack | undefined;
  /** What fades into the track that was loaded, once there is a ring for it. */
  over: OpenTrack | undefined;
  /** The current track and the one that it fades into. */
  fade: Crossfade | undefined;
  /** Decoded to its end, kept for questions about its bytes. */
  #previous: OpenTrack | undefined;

  constructor(
    private readonly openDecoder: OpenDecoder,
    private readonly gainOf: (track: TrackToDecode) => number,
  ) {}

  /** @param kept an open track whose decoder is used again. @throws UndecodableFile */
  async open(track: TrackToDecode, from: DecodeFrom, slot: DecoderSlot, kept?: OpenTrack): Promise<OpenTrack> {
    // The decoder of the previous one may be the one that is used again.
    this.#retain(undefined);
    const { playId, source } = track;
    const { location } = source;
    // Before it is opened: what takes its place meanwhile is another one.
    const file = kept?.file ?? (source.kind === 'localFile' ? fileState(location) : undefined);
    const decoder = kept?.decoder ?? (await this.openDecoder(track, slot));
    const gain = this.gainOf(track);
    return OpenTrack.open({ playId, location, file, decoder, slot, gain }, from, kept !== undefined);
  }

  /** What sounds on under a load is no loss when it cannot be had again. */
  async openOver({ track, frame }: FadingTrack): Promise<void> {
    this.over = await this.open(track, { kind: 'frame', frame }, 1).catch(() => undefined);
  }

  /** A seek goes on with the file that is open, of which much is known, unless another one has taken its place. */
  takeOpen({ source }: TrackToDecode): OpenTrack | undefined {
    const { current } = this;
    if (current === undefined || current.location !== source.location || current.hasFailed) return undefined;
    const file = source.kind === 'localFile' ? fileState(source.location) : undefined;
    if (source.kind !== 'cuePart' && (source.kind !== 'localFile' || (file !== undefined && file !== current.file))) {
      return undefined;
    }
    this.current = undefined;
    return current;
  }

  dropOver(): void {
    this.over?.close();
    this.over = undefined;
  }

  /** The current track is decoded to its end. */
  replace(openTrack: OpenTrack): void {
    if (this.current !== undefined) this.#retain(this.current);
    this.current = openTrack;
  }

  #retain(openTrack: OpenTrack | undefined): void {
    this.#previous?.close();
    this.#previous = openTrack;
  }

  /** Where in its file a frame of a track lies; undefined for one that is not open. Never rejects. */
  async byteOffsetOf(playId: PlayId, frame: FrameCount): Promise<ByteOffset | undefined> {
    try {
      return await this.#all()
        .find((openTrack) => openTrack.playId === playId)
        ?.decoder.byteOffsetOf(frame);
    } catch {
      return undefined;
    }
  }

  close(): void {
    for (const openTrack of this.#all()) openTrack.close();
    this.current = this.next = this.over = this.#previous = this.fade = undefined;
  }

  #all(): readonly OpenTrack[] {
    const all = [this.current, this.fade?.fresh.openTrack, this.next, this.over, this.#previous];
    return all.filter((openTrack) => openTrack !== undefined);
  }
}

/** Undefined where nothing can be told: a stream, or a disk that is not there. Never throws. */
function fileState(path: string): string | undefined {
  try {
    const { dev, ino, size, mtimeNs } = statSync(path, { bigint: true });
    return `${dev} ${ino} ${size} ${mtimeNs}`;
  } catch {
    return undefined;
  }
}
