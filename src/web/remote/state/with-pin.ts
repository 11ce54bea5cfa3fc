/**
 * Sends requests to a box that may want its PIN: what it refuses for that is sent once more with the PIN that a person
 * gives. All requests that wait for it ask one time. The PIN is kept for as long as the page is open, and nowhere else. No
 * document, so that it can be tested by itself.
 */

export const PIN_HEADER = 'Tonearm-Pin';

/** Sends a request, with the PIN if there is one. */
export type Attempt = (pin: string | undefined) => Promise<Response>;

/** @param wasWrong whether one was given that is not the PIN. @returns the PIN; undefined from who gives none */
export type AskForPin = (wasWrong: boolean) => Promise<string | undefined>;

export class PinKeeper {
  readonly #ask: AskForPin;
  #pin: string | undefined;
  #asking: Promise<boolean> | undefined;

  constructor(ask: AskForPin) {
    this.#ask = ask;
  }

  /** What is known to be the PIN from now on, such as one that was just set; undefined for none. */
  set pin(pin: string | undefined) {
    this.#pin = pin;
  }

  /** @returns the last answer: one that refuses for want of the PIN only when nobody gave one */
  async send(attempt: Attempt): Promise<Response> {
    for (;;) {
      const used = this.#pin;
      const response = await attempt(used);
      if (!(await wantsPin(response))) return response;
      // Unless somebody has given another one while this was on its way.
      if (this.#pin === used && !(await this.#askOnce(used !== undefined))) return response;
    }
  }

  /** With the PIN if there is one; nobody is asked for what no person has wished for. */
  sendQuietly(attempt: Attempt): Promise<Response> {
    return attempt(this.#pin);
  }

  #askOnce(wasWrong: boolean): Promise<boolean> {
    this.#asking ??= this.#ask(wasWrong).then((given) => {
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
