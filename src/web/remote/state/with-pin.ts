/**
 * Sends requests that may need the PIN: a request refused for it is sent once more with the PIN that a person gives. All
 * requests that wait for the PIN ask once. The PIN is kept while the page is open, and nowhere else. Needs no document.
 */

export const PIN_HEADER = 'Tonearm-Pin';

export type Attempt = (pin: string | undefined) => Promise<Response>;

/** @param wasWrong whether the last answer was wrong. @returns undefined when none is given */
type AskForPin = (wasWrong: boolean) => Promise<string | undefined>;

export class PinKeeper {
  #pin: string | undefined;
  #asking: Promise<boolean> | undefined;

  constructor(private readonly ask: AskForPin) {}

  /** Sets the PIN, such as one that was just changed; undefined for none. */
  set pin(pin: string | undefined) {
    this.#pin = pin;
  }

  /** @returns the last response; it refuses for the PIN only when none was given */
  async send(attempt: Attempt): Promise<Response> {
    for (;;) {
      const used = this.#pin;
      const response = await attempt(used);
      if (!(await wantsPin(response))) return response;
      // Unless another one was given meanwhile.
      if (this.#pin === used && !(await this.#askOnce(used !== undefined))) return response;
    }
  }

  /** Sends with the PIN if there is one, and asks nobody. */
  sendQuietly(attempt: Attempt): Promise<Response> {
    return attempt(this.#pin);
  }

  #askOnce(wasWrong: boolean): Promise<boolean> {
    this.#asking ??= this.ask(wasWrong).then((given) => {
      this.#asking = undefined;
      this.#pin = given;
      return given !== undefined;
    });
    return this.#asking;
  }
}

const REFUSALS: readonly unknown[] = ['PIN_REQUIRED', 'PIN_WRONG'];

async function wantsPin(response: Response): Promise<boolean> {
  if (response.status !== 401 && response.status !== 403) return false;
  const problem: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return typeof problem === 'object' && problem !== null && 'code' in problem && REFUSALS.includes(problem.code);
}
