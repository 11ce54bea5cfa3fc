/**
 * The context of an operation that is run inside the daemon, without a request: what its handler answers is kept. It has
 * as much of Koa's context as handlers use that do not look at the request.
 */
import type { Context } from 'koa';

/** Takes a body in pieces, as the answer to a client would, from a handler that sends it itself. */
class InnerResponse {
  readonly #pieces: Buffer[] = [];
  #settle: (error?: Error) => void = () => undefined;
  readonly whole: Promise<void>;
  writableFinished = false;
  destroyed = false;

  constructor() {
    this.whole = new Promise((resolve, reject) => {
      this.#settle = (error) => {
        if (error === undefined) resolve();
        else reject(error);
      };
    });
    // Nobody waits for it unless the handler sends pieces.
    this.whole.catch(() => undefined);
  }

  get text(): string {
    return Buffer.concat(this.#pieces).toString();
  }

  setHeader(): void {
    // There is nobody to read it.
  }

  removeHeader(): void {
    // As above.
  }

  hasHeader(): boolean {
    return false;
  }

  getHeader(): undefined {
    return undefined;
  }

  write(piece: Buffer): true {
    this.#pieces.push(piece);
    return true;
  }

  end(): void {
    this.writableFinished = true;
    this.#settle();
  }

  destroy(): void {
    this.destroyed = true;
    this.#settle(new Error('the answer broke off'));
  }
}

export class InnerContext {
  readonly res = new InnerResponse();
  readonly method = 'GET';
  status = 200;
  body: unknown;
  /** False when the handler sends the body itself. */
  respond = true;

  /** What a handler takes. */
  get context(): Context {
    return this as unknown as Context;
  }

  set(): void {
    // There is nobody to read it.
  }

  remove(): void {
    // As above.
  }

  vary(): void {
    // As above.
  }

  acceptsEncodings(): 'identity' {
    return 'identity';
  }

  /** The body as text, once there is all of it; undefined without one. */
  async text(): Promise<string | undefined> {
    if (!this.respond) {
      await this.res.whole;
      return this.res.text;
    }
    return typeof this.body === 'string' || Buffer.isBuffer(this.body) ? this.body.toString() : undefined;
  }
}
