/** The language of this phone. */
import { languageOf, type Values } from '../locales/locales.js';
import type { Word } from '../locales/en.js';

export const language = languageOf(navigator.languages);

/** What the library calls those whom a tag does not name. */
const NOBODY: Readonly<Record<string, Word>> = {
  '': 'library.unknownArtist',
  'Unknown Artist': 'library.unknownArtist',
  'Various Artists': 'library.variousArtists',
};

/** An artist as a person reads it. */
export function artistName(name: string): string {
  const word = Object.hasOwn(NOBODY, name) ? NOBODY[name] : undefined;
  return word === undefined ? name : say(word);
}

/** What the library calls the album of tracks whose tags name none. */
const UNKNOWN_ALBUM = 'Unknown album';

/** An album as a person reads it. */
export function albumTitle(title: string): string {
  return title === '' || title === UNKNOWN_ALBUM ? say('library.unknownAlbum') : title;
}

/** Whom the track that sounds is by; empty where nobody would be named, as of a radio station. */
export function bylineOf({ artist }: { readonly artist: string }): string {
  return artist === '' ? '' : artistName(artist);
}

export function say(word: Word, values?: Values): string {
  return language.say(word, values);
}
