/**
 * A real browser that shows one page, as a test of every engine uses it: it finds elements by role and name, presses at
 * their real positions, and types on its keyboard.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { FIND, type Found } from './find.js';

const PATIENCE_MILLISECONDS = 30_000;

/** Key names of `KeyboardEvent.key`. */
export type Key = 'Enter' | 'Escape';

/** Characters of WebDriver for keys without a character of their own. */
export const KEYS: Readonly<Record<Key, string>> = { Enter: '\uE007', Escape: '\uE00C' };

/** Actions of WebDriver, classic and BiDi alike, that press a point of the window with the mouse. */
export const pressAt = (x: number, y: number): object => ({
  ...{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' } },
  actions: [
    { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y), origin: 'viewport' },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ],
});

/** Actions of WebDriver that press and release the key of each character. */
export const keysOf = (text: string): object => ({
  ...{ type: 'key', id: 'keyboard' },
  actions: Array.from(text).flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]),
});

/** What an engine can do; each is driven in its own way. */
export interface Driver {
  readonly version: string;
  goto(address: string): Promise<unknown>;
  /** Evaluates an expression in the page; a promise is waited for. */
  evaluate<T>(expression: string): Promise<T>;
  /** Moves the pointer to a point of the window, presses and releases. */
  press(x: number, y: number): Promise<unknown>;
  /** Types into what has the focus. */
  type(text: string): Promise<unknown>;
  key(key: Key): Promise<unknown>;
  back(): Promise<unknown>;
  /** Errors that the page has reported so far: uncaught ones and those of the console. */
  complaints(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Size of the page in CSS pixels. */
export interface Window {
  readonly width: number;
  readonly height: number;
}

/** Part of a page. */
export type Part = '#page' | 'main' | 'nav' | '.mini' | 'dialog';

export class EnginePage {
  constructor(
    /** Name of the engine and its version, for failures. */
    readonly name: string,
    readonly driver: Driver,
  ) {}

  /**
   * Waits until an element can be pressed: it is shown, rests, and nothing is above it.
   * @param name accessible name, or its beginning followed by `…`
   * @throws Error that names the engine, and the names that there are, after a time limit
   */
  async find(role: string, name: string, within: Part = '#page'): Promise<Found> {
    const expression = `(${FIND})(${[role, name, within].map((each) => JSON.stringify(each)).join()})`;
    let found: Found;
    const end = Date.now() + PATIENCE_MILLISECONDS;
    for (;;) {
      found = await this.driver.evaluate<Found>(expression);
      if (found.problem === '') return found;
      if (Date.now() > end) {
        throw new Error(`${this.name}: ${role} “${name}” in ${within}: ${found.problem}\n${found.names.join('\n')}`);
      }
      await delay(25);
    }
  }

  async press(role: string, name: string, within?: Part): Promise<void> {
    const { x, y } = await this.find(role, name, within);
    await this.driver.press(x, y);
  }

  /** Waits until an expression is true in the page. @throws Error that names the engine, after a time limit */
  async until(what: string, expression: string): Promise<void> {
    const end = Date.now() + PATIENCE_MILLISECONDS;
    while (!(await this.driver.evaluate<boolean>(expression))) {
      if (Date.now() > end) throw new Error(`${this.name}: never happened: ${what}`);
      await delay(25);
    }
  }
}
