/** Simulates a finger on a touch screen through the browser's input: touch, move, lift. */
import type { CDPSession, Locator, Page } from 'playwright-core';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export async function middleOf(locator: Locator): Promise<Point> {
  await locator.waitFor();
  const box = await locator.boundingBox();
  if (box === null) throw new Error('it is not to be seen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export class Finger {
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async of(page: Page): Promise<Finger> {
    return new Finger(await page.context().newCDPSession(page));
  }

  async down(point: Point): Promise<void> {
    await this.#send('touchStart', point);
  }

  async move(point: Point): Promise<void> {
    await this.#send('touchMove', point);
  }

  async up(): Promise<void> {
    await this.#send('touchEnd');
  }

  /** Touches, moves in small steps, and lifts. */
  async drag(from: Point, to: Point, steps = 20): Promise<void> {
    await this.down(from);
    for (let step = 1; step <= steps; step++) {
      const part = step / steps;
      await this.move({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
    }
    await this.up();
  }

  async #send(type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]): Promise<void> {
    await this.#session.send('Input.dispatchTouchEvent', { type, touchPoints });
  }
}
