/**
 * What a renderer is given to play a track: the file itself where it takes the format, else sound that the daemon decodes for
 * it as a WAV file. Thread: main.
 */
import type { PlayId, TrackToDecode } from '../../decode/decoder-messages.js';
import type { DecoderFacts } from '../../decode/decoder.js';
import { milliseconds, sampleRateHz, frameCount, type Milliseconds } from '../../units.js';
import type { Media } from '../control/av-transport.js';
import type { RendererSession } from '../session.js';
import type { PcmStreams } from '../streaming/pcm-streams.js';
import { wavAnswer } from '../streaming/wav-answer.js';
import { writeDidl } from './didl.js';

/** What is known of a track without a look at its file; an unknown text is `""`, an unknown number 0. */
export interface KnownTrack {
  /** Id in the library; undefined for what is not in it. */
  readonly id: string | undefined;
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  /** Path of its cover on the REST interface; undefined for none. */
  readonly cover: string | undefined;
  readonly length: Milliseconds;
  /** Hz. */
  readonly sampleRate: number;
  /** kbit/s. */
  readonly bitrate: number;
  /** Media type of the file. */
  readonly type: string;
}

export interface MediaDeps {
  /** Never rejects. */
  readonly known: (location: string) => Promise<KnownTrack>;
  /** Port of the REST interface. */
  readonly port: () => number;
  readonly streams: PcmStreams;
}

export interface PreparedMedia extends Media {
  /** Part of the address that no other playing has. */
  readonly mark: string;
  readonly facts: DecoderFacts;
  /** The renderer decodes the file itself. */
  readonly isDirect: boolean;
  /** The renderer can go to any position in it. */
  readonly isSeekable: boolean;
  /** Nothing more is fetched of it. May be called twice. */
  readonly close: () => void;
}

const WAV = 'audio/wav';
const MARK = /[?&/]((?:play|live)-[\w.-]+)/;

/** The mark in an address that a renderer reports; undefined where it is none of ours. */
export const markIn = (address: string): string | undefined => MARK.exec(address)?.[1];

/**
 * @param mayBeDirect false: the renderer has refused the file
 * @throws Undecodable
 */
export async function prepareMedia(
  { playId, source }: TrackToDecode,
  session: RendererSession,
  deps: MediaDeps,
  mayBeDirect: boolean,
): Promise<PreparedMedia> {
  const known = await deps.known(source.location);
  const type = session.formats.nameOf(known.type);
  const isFile = source.kind === 'localFile' && known.id !== undefined;
  if (isFile && type !== undefined && mayBeDirect) return directMedia(known, known.id, type, playId, session, deps);
  const sound = await deps.streams.open(source);
  const mark = `live-${playId}-${sound.facts.sampleRate}.wav`;
  const { address, withdraw } = session.door.publish(mark, wavAnswer(sound));
  const isSeekable = sound.facts.totalFrames !== undefined;
  const { title, artist, album, cover } = known;
  const { length } = sound.facts;
  const shown = { title, artist, album, art: coverAt(cover, session, deps), length, isSeekable };
  return {
    ...{ uri: address, mark, facts: sound.facts, isDirect: false, isSeekable },
    metadata: writeDidl({ ...shown, uri: address, type: session.formats.nameOf(WAV) ?? WAV }),
    close() {
      withdraw();
      sound.close();
    },
  };
}

function directMedia(
  known: KnownTrack,
  id: string,
  type: string,
  playId: PlayId,
  session: RendererSession,
  deps: MediaDeps,
): PreparedMedia {
  const mark = `play-${playId}`;
  const uri = `http://${session.address}:${deps.port()}/tracks/${encodeURIComponent(id)}/file?${mark}`;
  const { title, artist, album, cover, length } = known;
  const shown = { title, artist, album, art: coverAt(cover, session, deps), length, isSeekable: true };
  return {
    ...{ uri, mark, facts: factsOf(known), isDirect: true, isSeekable: true },
    metadata: writeDidl({ ...shown, uri, type }),
    close: () => undefined,
  };
}

function coverAt(cover: string | undefined, { address }: RendererSession, { port }: MediaDeps): string | undefined {
  return cover === undefined ? undefined : `http://${address}:${port()}${cover}`;
}

/** What nobody has decoded here: the library knows it. */
function factsOf({ type, length, sampleRate, bitrate }: KnownTrack): DecoderFacts {
  const format = type.replace(/^audio\/(?:x-)?/, '').toUpperCase();
  return {
    format: format === 'MPEG' ? 'MP3' : format,
    bitsPerSample: undefined,
    sampleRate: sampleRateHz(sampleRate || 44_100),
    channels: 2,
    totalFrames: undefined,
    length: milliseconds(length),
    encoderDelay: frameCount(0),
    padding: frameCount(0),
    bitrate,
  };
}
