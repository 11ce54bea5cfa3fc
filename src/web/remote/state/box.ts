/** The client of the daemon, and the texts of its refusals. */
import { bodyOf, createTonearmClient, Refused, type Schemas } from '../../../client/client.js';
import { isWord } from '../locales/locales.js';
import { say } from './language.js';
import { notify } from './notices.js';
import { fetchQuietly, fetchWithPin } from './pin.js';

export const box = createTonearmClient(location.origin, { fetch: fetchWithPin });
/** For requests that no touch has caused: nobody is asked for the PIN. */
export const quietBox = createTonearmClient(location.origin, { fetch: fetchQuietly });
export { bodyOf, Refused, type Schemas };

/** The text of a problem code in the language of the page; without one, the reason as the daemon gives it. */
export function explainCode(code: string, reason: string): string {
  const word = `problem.${code}`;
  return isWord(word) ? say(word) : reason;
}

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
