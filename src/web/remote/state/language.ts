/** The texts of the page in its language. */
import { type Ending, type Language, languageOf, type Texts, type Values, type Word } from '../locales/locales.js';
import { textsPath, wantedLanguage } from './browser/chosen-language.js';
import { takeEarly } from './browser/early.js';

/** Milliseconds for the texts to come; then the page is shown in English. */
const PATIENCE = 5000;

let current = languageOf('en');

export const language = (): Language => current;

/** Loads the texts of the language, before anything is shown. Without them the page speaks English. Never rejects. */
export async function startLanguage(): Promise<void> {
  const code = wantedLanguage();
  const path = textsPath(code);
  const texts = path === undefined ? undefined : await soon(takeEarly(path, () => textsAt(path)));
  if (texts !== undefined) current = languageOf(code, texts);
  document.documentElement.lang = current.code;
  document.documentElement.dir = current.direction;
}

async function textsAt(path: string): Promise<Texts | undefined> {
  const response = await fetch(path).catch(() => undefined);
  return response?.ok ? ((await response.json()) as Texts) : undefined;
}

/** What comes, or undefined when that takes too long or fails. */
async function soon<Value>(coming: Promise<Value>): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE);
  });
  try {
    return await Promise.race([coming.catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}

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
  return current.say(word, values);
}

/** Values of a choice, each with its text: `texts('smart.order', ['ASC', 'DESC'])`. */
export function texts<Beginning extends string, Value extends Ending<Beginning>>(
  beginning: Beginning,
  values: readonly Value[],
) {
  return values.map((value): [Value, string] => [value, say(`${beginning}.${value}` as Word)]);
}
