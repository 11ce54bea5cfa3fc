/** What the tracks of an album say of it together: the title, the album artist and the year that most of them have. Pure. */
import { commonArtist } from './album-identity.js';
import type { TrackRecord } from './track-record.js';

/** Texts of an album that its tracks may contradict. */
export interface AlbumFacts {
  readonly title: string;
  readonly artist: string;
  /** 0 when unknown. */
  readonly year: number;
  readonly yearString: string;
}

export interface TrackTexts extends AlbumFacts {
  readonly key: number;
  readonly albumArtist: string;
  /** 1: the tag names the album artist; 2: the file was not read since an earlier version. */
  readonly isNamed: 0 | 1 | 2;
}

/** @param tracks one at least, in the order of the album: the first of equally frequent values counts */
export function factsOfTracks(tracks: readonly TrackTexts[]): AlbumFacts {
  const named = tracks.filter(({ isNamed }) => isNamed !== 0).map(({ albumArtist }) => albumArtist);
  const year = mostFrequent(tracks.flatMap((track) => (track.year === 0 ? [] : track.year))) ?? 0;
  const inYear = tracks.filter((track) => track.year === year && track.yearString !== '');
  return {
    title: mostFrequent(tracks.map((track) => track.title)) ?? '',
    artist: mostFrequent(named) ?? commonArtist(tracks.map((track) => track.artist)),
    year,
    yearString: mostFrequent(inYear.map(({ yearString }) => yearString)) ?? '',
  };
}

/** Texts of tracks that were read just now and name their album artist, in the order of the album. */
export function textsOfRecords(records: readonly TrackRecord[]): TrackTexts[] {
  const inOrder = records.toSorted(({ tag: one }, { tag: other }) => {
    return one.discNumber - other.discNumber || one.trackNumber - other.trackNumber;
  });
  return inOrder.map(({ tag: { year, yearString }, album: title, albumArtist, artists: [artist = ''] }) => {
    return { key: 0, title, albumArtist, isNamed: 1, artist, year, yearString };
  });
}

/** The most frequent value, the first of several that are equally frequent; undefined for an empty list. */
function mostFrequent<Value>(values: readonly Value[]): Value | undefined {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best: Value | undefined;
  for (const [value, count] of counts) if (count > (best === undefined ? 0 : (counts.get(best) ?? 0))) best = value;
  return best;
}
