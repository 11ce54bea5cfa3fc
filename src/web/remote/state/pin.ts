/** The PIN on this page: the question for it, and the requests that carry it. */
import { signal } from '@preact/signals';
import { type Attempt, PIN_HEADER, PinKeeper } from './with-pin.js';

export type PinQuestion = Readonly<{ wasWrong: boolean; answer: (pin: string | undefined) => void }>;

/** Set while a person is asked. */
export const pinQuestion = signal<PinQuestion | undefined>(undefined);

export const pinKeeper = new PinKeeper(
  (wasWrong) =>
    new Promise((resolve) => {
      pinQuestion.value = {
        wasWrong,
        answer(pin) {
          pinQuestion.value = undefined;
          resolve(pin);
        },
      };
    }),
);

/** Fetches from the daemon, and asks a person for the PIN where it is needed. */
export function fetchWithPin(input: Request | string, init: RequestInit = {}): Promise<Response> {
  return pinKeeper.send(attemptOf(input, init));
}

/** Fetches without asking a person for the PIN. */
export function fetchQuietly(input: Request | string, init: RequestInit = {}): Promise<Response> {
  return pinKeeper.sendQuietly(attemptOf(input, init));
}

function attemptOf(input: Request | string, init: RequestInit): Attempt {
  return (pin) => {
    const request = new Request(input instanceof Request ? input.clone() : input, init);
    if (pin !== undefined) request.headers.set(PIN_HEADER, pin);
    return fetch(request);
  };
}
