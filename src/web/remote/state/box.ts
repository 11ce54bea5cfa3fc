/** What the page asks of the box, and what it says when that fails. */
import { bodyOf, createTonearmClient, Refused, type Schemas } from '../../../client/client.js';
import { isWord } from '../locales/locales.js';
import { say } from './language.js';
import { notify } from './notices.js';
import { fetchQuietly, fetchWithPin } from './pin.js';

export const box = createTonearmClient(location.origin, { fetch: fetchWithPin });
/** For what the page wants to know by itself: nobody is asked for the PIN. */
export const quietBox = createTonearmClient(location.origin, { fetch: fetchQuietly });
export { bodyOf, Refused, type Schemas };

/** What a problem's code says in the words of this page, where it has some; else as the box says it. */
export function explainCode(code: string, reason: string): string {
  const word = `problem.${code}`;
  return isWord(word) ? say(word) : reason;
}

/** Why something failed, for a person. */
export function reasonOf(error: unknown): string {
  return error instanceof Refused ? explainCode(error.code, error.message) : say('state.noAnswer');
}

/** Waits for a command; a refusal becomes a notice. @returns whether it was carried out; never rejects */
export async function done(command: Promise<unknown> | (() => Promise<unknown>)): Promise<boolean> {
  try {
    await (typeof command === 'function' ? command() : command);
    return true;
  } catch (error) {
    notify(reasonOf(error));
    return false;
  }
}
