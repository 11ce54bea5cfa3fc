/** The language of this phone. */
import { languageOf, type Values } from '../words/words.js';
import type { Word } from '../words/en.js';

export const language = languageOf(navigator.languages);

export function say(word: Word, values?: Values): string {
  return language.say(word, values);
}
