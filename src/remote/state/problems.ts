/** Why something failed, in the words of this page where it has some; else as the box says it. */
import { EN, type Word } from '../words/en.js';
import { reasonOf, Refused } from './box.js';
import { say } from './language.js';
import { notify } from './notices.js';

/** The word for the code of a problem; undefined where there is none. */
export function wordOf(code: string): Word | undefined {
  const word = `problem.${code}`;
  return Object.hasOwn(EN, word) ? (word as Word) : undefined;
}

export function explainCode(code: string, reason: string): string {
  const word = wordOf(code);
  return word === undefined ? reason : say(word);
}

export function explain(error: unknown): string {
  return error instanceof Refused ? explainCode(error.code, error.message) : reasonOf(error);
}

/** Waits for an order; a refusal becomes a notice. @returns whether it was carried out; never rejects */
export async function carriedOut(order: Promise<unknown>): Promise<boolean> {
  try {
    await order;
    return true;
  } catch (error) {
    notify(explain(error));
    return false;
  }
}
