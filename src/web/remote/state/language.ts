/** The language of this phone. */
import { type Ending, languageOf, type Values, type Word } from '../locales/locales.js';

export const language = languageOf(navigator.languages);

/** Names that the library gives to artists without a tag. */
const NOBODY: Readonly<Record<string, Word>> = {
  '': 'library.unknownArtist',
  'Unknown Artist': 'library.unknownArtist',
  'Various Artists': 'library.variousArtists',
};

export function artistName(name: string): string {
  const word = Object.hasOwn(NOBODY, name) ? NOBODY[name] : undefined;
  return word === undefined ? name : say(word);
}

/** Title that the library gives to an album without a tag. */
const UNKNOWN_ALBUM = 'Unknown album';

export function albumTitle(title: string): string {
  return title === '' || title === UNKNOWN_ALBUM ? say('library.unknownAlbum') : title;
}

/** Artist of the current track; empty where there is none, as for a radio station. */
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
