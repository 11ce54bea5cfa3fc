/** The PIN of the box on this page: who is asked for it, and the requests that carry it. */
import { signal } from '@preact/signals';
import { type Attempt, PIN_HEADER, PinKeeper } from './with-pin.js';

export interface PinQuestion {
  readonly wasWrong: boolean;
  /** Undefined for none. */
  readonly answer: (pin: string | undefined) => void;
}

/** Stands there while somebody is asked. */
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

/** As `fetch`, for the box only: asks for the PIN where that is wanted. */
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
