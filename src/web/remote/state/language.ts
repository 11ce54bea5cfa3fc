/** The language of this phone. */
import { type Ending, languageOf, type Values, type Word } from '../locales/locales.js';

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

/** Values of a choice, each with its text: `texts('smart.order', ['ASC', 'DESC'])`. */
export function texts<Beginning extends string, Value extends Ending<Beginning>>(
  beginning: Beginning,
  values: readonly Value[],
) {
  return values.map((value): [Value, string] => [value, say(`${beginning}.${value}` as Word)]);
}
