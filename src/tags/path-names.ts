/**
 * What the path of a file says where its tags say nothing: title, track and disc number by its name, album, artist and
 * year by its folders. The rules with examples: `LIBRARY-RULES.md`. Pure.
 */
import { basename, dirname, extname } from 'node:path';
import { isPlayable } from './media-types.js';

export interface NameFacts {
  readonly title: string;
  /** 0 when the name has no number; so is the disc's. */
  readonly trackNumber: number;
  readonly discNumber: number;
}

export interface FolderFacts {
  readonly artist: string;
  readonly album: string;
  /** 0 when the folder does not say it. */
  readonly year: number;
}

/** A folder without what makes it the folder of one disc. */
export interface Family {
  /** Path of the folder of the set, or what the paths of its discs have in common; else the folder itself. */
  readonly path: string;
  /** 0 for a folder that is not that of one disc. */
  readonly disc: number;
}

/** How names of files begin; the first that fits. */
const NUMBERED = [
  /^(?:(?<disc>\d{1,2})-)?(?<track>\d{1,3})(?:\.\s+|\s+[-–]\s+|[-._](?!\d)\s*)(?<title>\S.*)$/,
  /^(?<disc>\d{1,2})-(?<track>\d{2})\s+(?<title>\S.*)$/,
  /^(?<track>0\d{1,2})\s+(?<title>\S.*)$/,
  // The number may be a part of the title, which keeps it.
  /^(?<track>\d{2})\s/,
  /^(?:track\s*)?(?<track>\d{1,3})$/i,
];

/** A folder for one disc of a set: a name of its own, or what stands behind the name of the album. */
const DISC = /^(?:cd|dis[ck]|disque|dvd|vinyl|side)[\s_.-]*(\d+|[a-h])\b/i;
const DISC_BEHIND = /[\s_.,-]+(?:[([]\s*)?(?:cd|dis[ck])[\s_.-]*(\d{1,2})\s*[)\]]?$/i;

const YEAR_BEFORE = /^(?:[([]((?:19|20)\d\d)[)\]]\s*(?:-\s*)?|((?:19|20)\d\d)\s+-\s+)(?=\S)/;
const YEAR_BEHIND = /\s*[([]((?:19|20)\d\d)[)\]]$/;
const ARTIST_AND_ALBUM = /^(\S.*?) [-–] (\S.*)$/;

/** @param name of a file, with or without the folders before it */
export function factsOfName(name: string): NameFacts {
  const whole = basename(name);
  const stem = isPlayable(whole) ? whole.slice(0, -extname(whole).length) : whole;
  for (const pattern of NUMBERED) {
    const found = pattern.exec(stem)?.groups;
    if (found !== undefined) {
      const { disc = '0', track = '0', title = stem } = found;
      return { title, trackNumber: Number(track), discNumber: Number(disc) };
    }
  }
  return { title: stem, trackNumber: 0, discNumber: 0 };
}

export function isDiscFolder(path: string): boolean {
  return DISC.test(basename(path));
}

/** @param folder absolute @param volume that it lies in, which is never the folder of a disc itself */
export function familyOf(folder: string, volume: string): Family {
  if (folder === volume) return { path: folder, disc: 0 };
  const name = basename(folder);
  const own = DISC.exec(name)?.[1];
  if (own !== undefined) return { path: dirname(folder), disc: discOf(own) };
  const behind = DISC_BEHIND.exec(name);
  if (behind === null || behind.index === 0) return { path: folder, disc: 0 };
  return { path: folder.slice(0, -behind[0].length), disc: Number(behind[1]) };
}

/**
 * `Artist - Album`, else `Artist/Album`; undefined where neither fits.
 * @param family of the folder of the file @param volume that it lies in: folders above are nobody's
 */
export function factsOfFolders(family: string, volume: string): FolderFacts | undefined {
  const steps = family.slice(volume.length).split('/');
  const [above = '', name = ''] = [steps.at(-2), steps.at(-1)];
  const { rest, year } = withoutYear(name);
  const pair = ARTIST_AND_ALBUM.exec(rest);
  if (pair !== null) {
    const [, artist = '', behind = ''] = pair;
    const album = withoutYear(behind);
    return { artist, album: album.rest, year: album.year || year };
  }
  return above === '' || rest === '' ? undefined : { artist: above, album: rest, year };
}

/** Sides have letters. */
function discOf(text: string): number {
  return /\d/.test(text) ? Number(text) : text.toLowerCase().charCodeAt(0) - 'a'.charCodeAt(0) + 1;
}

function withoutYear(name: string): { readonly rest: string; readonly year: number } {
  const before = YEAR_BEFORE.exec(name);
  const behind = before === null ? YEAR_BEHIND.exec(name) : null;
  const year = Number(before?.[1] ?? before?.[2] ?? behind?.[1] ?? 0);
  if (before !== null) return { rest: name.slice(before[0].length), year };
  if (behind === null || behind.index === 0) return { rest: name, year: 0 };
  return { rest: name.slice(0, behind.index), year };
}
