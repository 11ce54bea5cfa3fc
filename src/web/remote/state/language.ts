/** The language of this phone, or the one that was chosen on it. */
import { codeOf, type Ending, isCode, languageOf, type Texts, type Values, type Word } from '../locales/locales.js';
import { store, stored, unstore } from './browser/stored.js';

/** Name by which this browser keeps the chosen language. */
const KEPT = 'language';
/** Milliseconds for the texts to come; then the page is shown in English. */
const PATIENCE = 5000;

export let language = languageOf('en');

/** Code of the chosen language; undefined follows the phone. */
export function chosenLanguage(): string | undefined {
  const kept = stored(KEPT) ?? '';
  return isCode(kept) ? kept : undefined;
}

/** Chooses a language, or that of the phone, in which the page then begins anew. */
export function chooseLanguage(code: string | undefined): void {
  if (code === undefined) unstore(KEPT);
  else store(KEPT, code);
  location.reload();
}

/** Loads the texts of the language, before anything is shown. Without them the page speaks English. Never rejects. */
export async function startLanguage(): Promise<void> {
  const code = chosenLanguage() ?? codeOf(navigator.languages);
  const texts = code === 'en' ? undefined : await textsOf(code);
  if (texts !== undefined) language = languageOf(code, texts);
  document.documentElement.lang = language.code;
  document.documentElement.dir = language.direction;
}

async function textsOf(code: string): Promise<Texts | undefined> {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), PATIENCE);
  try {
    const response = await fetch(`/locales/${code}.json`, { signal: ending.signal });
    return response.ok ? ((await response.json()) as Texts) : undefined;
  } catch {
    return undefined;
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
  return language.say(word, values);
}

/** Values of a choice, each with its text: `texts('smart.order', ['ASC', 'DESC'])`. */
export function texts<Beginning extends string, Value extends Ending<Beginning>>(
  beginning: Beginning,
  values: readonly Value[],
) {
  return values.map((value): [Value, string] => [value, say(`${beginning}.${value}` as Word)]);
}
