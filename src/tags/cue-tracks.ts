/** What a cue sheet makes of a file: which file it means, and the tags of each part. Pure. */
import { extname } from 'node:path';
import type { TrackTag } from './track-tag.js';
import type { Milliseconds } from '../units.js';
import type { CueSheet, CueTrack } from './cue.js';

export interface CuePart {
  readonly number: number;
  readonly start: Milliseconds;
  /** Undefined: with the file. */
  readonly end: Milliseconds | undefined;
  /** Tag of the part: its own texts and length, and the file's size, rates and picture. */
  readonly tag: TrackTag;
}

/** What the queue holds for a part of a file. */
export function partLocation(path: string, number: number): string {
  return `${path}#track=${number}`;
}

/** The files beside cue sheets, made once for all sheets of a folder. */
export class SheetFiles {
  readonly #names = new Map<string, string>();
  /** By names without their endings; undefined where several have it. */
  readonly #stems = new Map<string, string | undefined>();

  /** @param siblings names of the playable files beside the sheets */
  constructor(siblings: readonly string[]) {
    for (const sibling of siblings) {
      const text = folded(sibling);
      if (!this.#names.has(text)) this.#names.set(text, sibling);
      const stem = stemOf(text);
      this.#stems.set(stem, this.#stems.has(stem) ? undefined : sibling);
    }
  }

  /**
   * The file that a sheet calls `name`: the same name, in other letters, or with another ending, as when an image was
   * compressed after the sheet was written.
   */
  find(name: string): string | undefined {
    const wanted = folded(/[^/\\]*$/.exec(name)?.[0] ?? '');
    return this.#names.get(wanted) ?? this.#stems.get(stemOf(wanted));
  }
}

function folded(name: string): string {
  return name.normalize().toLowerCase();
}

function stemOf(name: string): string {
  return name.slice(0, name.length - extname(name).length);
}

/**
 * The parts of one file, those that begin within it; none when the sheet has one track for it, which is the file itself.
 * @param file as the sheet names it
 * @param whole the file's own tag, used for what the sheet does not say
 */
export function partsOfSheet(sheet: CueSheet, file: string, whole: TrackTag): readonly CuePart[] {
  const tracks = sheet.tracks.filter(
    (track) => track.file === file && (whole.length === 0 || track.start < whole.length),
  );
  if (tracks.length < 2) return [];
  return tracks.map((track) => {
    const end = track.end !== undefined && (whole.length === 0 || track.end < whole.length) ? track.end : undefined;
    const length = Math.max((end ?? whole.length) - track.start, 0);
    return { number: track.number, start: track.start, end, tag: { ...textsOfPart(sheet, track, whole), length } };
  });
}

function textsOfPart(sheet: CueSheet, track: CueTrack, whole: TrackTag): TrackTag {
  const artist = track.performer || sheet.performer || whole.artist;
  const genre = sheet.genre || whole.genre;
  const year = Number(/\d{4}/.exec(sheet.date)?.[0] ?? whole.year);
  return {
    ...whole,
    title: track.title || `Track ${track.number}`,
    artist,
    artists: artist === '' ? [] : [artist],
    album: sheet.title || whole.album,
    albumArtist: sheet.performer || whole.albumArtist || whole.artist,
    composer: track.songwriter || sheet.songwriter || whole.composer,
    genre,
    genres: sheet.genre === '' ? whole.genres : [sheet.genre],
    trackNumber: track.number,
    discNumber: sheet.discNumber || whole.discNumber,
    year,
    yearString: sheet.date || whole.yearString,
    cueSheet: '',
  };
}
