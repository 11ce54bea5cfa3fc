/**
 * The tracks that the decoder worker has open: at most one for decoding, and two while they fade. Thread: the decoder
 * worker's.
 */
import type { ByteOffset, FrameCount } from '../../units.js';
import type { DecodeFrom, FadingTrack, PlayId, TrackToDecode } from '../decoder-messages.js';
import type { Decoder } from '../decoder.js';
import { fileState } from '../file-state.js';
import type { Crossfade } from './crossfade.js';
import { Voice, type DecoderSlot } from './voice.js';

/** Throws, or rejects with, UndecodableFile. Tracks of different slots can be decoded at the same time. */
export type OpenDecoder = (track: TrackToDecode, slot: DecoderSlot) => Decoder | Promise<Decoder>;

export class Voices {
  /** The track that is being decoded. */
  current: Voice | undefined;
  /** Open already, and begun when the current one is out of its line. */
  next: Voice | undefined;
  /** What fades into the track that was loaded, once there is a ring for it. */
  over: Voice | undefined;
  /** The current track and the one that it fades into. */
  fade: Crossfade | undefined;
  /** Decoded to its end, kept for questions about its bytes. */
  #previous: Voice | undefined;

  constructor(
    private readonly openDecoder: OpenDecoder,
    private readonly gainOf: (track: TrackToDecode) => number,
  ) {}

  /** @param kept a voice whose decoder is used again. @throws UndecodableFile */
  async open(track: TrackToDecode, from: DecodeFrom, slot: DecoderSlot, kept?: Voice): Promise<Voice> {
    // The decoder of the previous one may be the one that is used again.
    this.#retain(undefined);
    const { playId, source } = track;
    const { location } = source;
    // Before it is opened: what takes its place meanwhile is another one.
    const file = kept?.file ?? (source.kind === 'localFile' ? fileState(location) : undefined);
    const decoder = kept?.decoder ?? (await this.openDecoder(track, slot));
    const gain = this.gainOf(track);
    return Voice.open({ playId, location, file, decoder, slot, gain }, from, kept !== undefined);
  }

  /** What sounds on under a load is no loss when it cannot be had again. */
  async openOver({ track, frame }: FadingTrack): Promise<void> {
    this.over = await this.open(track, { kind: 'frame', frame }, 1).catch(() => undefined);
  }

  /** A seek goes on with the file that is open, of which much is known, unless another one has taken its place. */
  takeOpen({ source }: TrackToDecode): Voice | undefined {
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
  replace(voice: Voice): void {
    if (this.current !== undefined) this.#retain(this.current);
    this.current = voice;
  }

  #retain(voice: Voice | undefined): void {
    this.#previous?.close();
    this.#previous = voice;
  }

  /** Where in its file a frame of a track lies; undefined for one that is not open. Never rejects. */
  async byteOffsetOf(playId: PlayId, frame: FrameCount): Promise<ByteOffset | undefined> {
    try {
      return await this.#all()
        .find((voice) => voice.playId === playId)
        ?.decoder.byteOffsetOf(frame);
    } catch {
      return undefined;
    }
  }

  close(): void {
    for (const voice of this.#all()) voice.close();
    this.current = this.next = this.over = this.#previous = this.fade = undefined;
  }

  #all(): readonly Voice[] {
    const all = [this.current, this.fade?.fresh.voice, this.next, this.over, this.#previous];
    return all.filter((voice) => voice !== undefined);
  }
}
