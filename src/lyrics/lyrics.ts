/**
 * Lyrics of tracks, looked for when somebody wants to see them; nothing is kept in memory. Thread: main.
 *
 *     track ─▶ .lrc, .txt with its name ─▶ tags (tag worker) ─▶ LRCLIB, if a person has switched it on ─▶ NO_LYRICS
 *
 * The first that has lyrics wins. A part of a file that a CUE sheet names has neither file nor tags of its own; a stream
 * has nothing.
 */
import { NotFound } from '../errors.js';
import { type Library, unknownId } from '../library/library.js';
import type { LibraryPaths } from '../library/paths.js';
import { UNKNOWN_ALBUM, UNKNOWN_ARTIST } from '../library/scan/track-record.js';
import type { Shape } from '../library/store/records.js';
import type { Settings } from '../settings/settings.js';
import type { TagLyrics } from '../tags/lyrics.js';
import { type LyricLine, type LyricText, parseLyrics, syncedLines } from './lrc.js';
import type { Lrclib } from './lrclib.js';
import { lyricsOfFile } from './text-file.js';

export const LYRICS_SOURCES = ['file', 'tag', 'lrclib'] as const;

export interface TrackLyrics {
  readonly trackId: string;
  readonly source: (typeof LYRICS_SOURCES)[number];
  /** Every line has its time. */
  readonly isSynced: boolean;
  /** Nothing is sung: there are no lines. */
  readonly isInstrumental: boolean;
  readonly lines: readonly LyricLine[];
}

export interface LyricsDeps {
  readonly library: Pick<Library, 'find' | 'findStream' | 'records' | 'partOf' | 'fileOf'>;
  readonly paths: LibraryPaths;
  readonly settings: Pick<Settings, 'read'>;
  /** Lyrics in the tags of a file. Never rejects. */
  readonly readTag: (path: string) => Promise<TagLyrics | undefined>;
  readonly lrclib: Pick<Lrclib, 'find'>;
}

const KNOWN = { location: 'location', title: 'title', artist: 'artist', album: 'album', length: 'length' } as const;

type Known = Readonly<Record<'location' | 'title' | 'artist' | 'album', string>> & { readonly length: number };

export class Lyrics {
  constructor(private readonly deps: LyricsDeps) {}

  /**
   * @throws NotFound UNKNOWN_ID, NO_LYRICS; Unavailable LIBRARY_UNAVAILABLE, LYRICS_UNREACHABLE, CLOCK_NOT_SET, TOO_BUSY;
   * TimedOut LYRICS_TIMEOUT
   */
  async find(trackId: string): Promise<TrackLyrics> {
    const track = await this.#known(trackId);
    const isPart = (await this.deps.library.partOf(track.location)) !== undefined;
    const found = (isPart ? undefined : await this.#inFiles(track.location)) ?? (await this.#online(track));
    if (found === undefined) throw noLyrics('There are no lyrics of this track.');
    return { trackId, ...found };
  }

  async #known(id: string): Promise<Known> {
    const { library } = this.deps;
    const key = await library.find('track', id);
    if (key === undefined) {
      if ((await library.findStream(id)) !== undefined) throw noLyrics('A stream has no lyrics.');
      throw unknownId('track');
    }
    const [track] = JSON.parse((await library.records('track', [key], KNOWN satisfies Shape<'track'>)).toString()) as
      [Known] | [];
    if (track === undefined) throw unknownId('track');
    return track;
  }

  async #inFiles(path: string): Promise<Omit<TrackLyrics, 'trackId'> | undefined> {
    const { paths, settings, readTag } = this.deps;
    const inFile = await lyricsOfFile(paths, path, settings.read().tagEncoding);
    if (inFile !== undefined) return { ...inFile, source: 'file', isInstrumental: false };
    // The worker opens what it is given.
    const [inside] = await paths.resolveAll([path]);
    const tag = typeof inside === 'string' ? await readTag(inside) : undefined;
    const inTag = tag && lyricsOfTag(tag);
    return inTag && { ...inTag, source: 'tag', isInstrumental: false };
  }

  async #online(track: Known): Promise<Omit<TrackLyrics, 'trackId'> | undefined> {
    const { isOnline, address } = this.deps.settings.read().lyrics;
    if (!isOnline) return undefined;
    const { artist, album } = track;
    const known = {
      ...track,
      artist: artist === UNKNOWN_ARTIST ? '' : artist,
      album: album === UNKNOWN_ALBUM ? '' : album,
    };
    const answer = await this.deps.lrclib.find(known, address);
    if (answer === null) return undefined;
    const text = parseLyrics(answer.synced) ?? parseLyrics(answer.plain);
    if (text !== undefined) return { ...text, source: 'lrclib', isInstrumental: false };
    return answer.isInstrumental ? { source: 'lrclib', isSynced: false, isInstrumental: true, lines: [] } : undefined;
  }
}

/** Those with times first. */
function lyricsOfTag({ texts, timed }: TagLyrics): LyricText | undefined {
  const all = [syncedLines(timed), ...texts.map(parseLyrics)].filter((each) => each !== undefined);
  return all.find(({ isSynced }) => isSynced) ?? all[0];
}

function noLyrics(detail: string): NotFound {
  return new NotFound('NO_LYRICS', detail);
}
