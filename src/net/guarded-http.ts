/**
 * HTTP and HTTPS requests to untrusted servers. Every address is checked before it is connected to, each redirect
 * again; headers are limited in size and time. A name is resolved once, and the connection uses the checked addresses,
 * so that a second answer of the name server (DNS rebinding) does not matter. Thread: main; never blocks.
 *
 * Runs here and not in the decoder worker, which sleeps in `Atomics.wait` and must not depend on a server; a stream
 * costs the main thread some callbacks a second.
 */
import { request as plainRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import { connect } from 'node:net';

import { failureOf, forbidden, RemoteFailure } from './failure.js';
import { guardedLookup } from './guarded-lookup.js';
import { IcyConnection, mayBeIcyAnswer } from './icy-connection.js';
import { NetworkTime } from './network-time.js';

/** Checks addresses, as `StreamAddresses` does. */
export interface AddressGuard {
  /** The URL unchanged, or why it must not be fetched. */
  examine(url: string): string | Error;
  mayConnect(address: string, port: number): boolean;
}

export interface HttpAnswer {
  /** Address of the answer, after all redirects. */
  readonly url: URL;
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: IncomingMessage;
}

export interface GetOptions {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Ends the request, and the body while it is read. */
  readonly signal: AbortSignal;
  /** Milliseconds to wait for the network time where a certificate only looks invalid without it. */
  readonly timePatience?: number;
}

export type PostOptions = GetOptions &
  (
    | {
        /** Sent as JSON. */
        readonly json: string;
      }
    | {
        /** Sent as `application/x-www-form-urlencoded`. */
        readonly form: URLSearchParams;
      }
    | {
        readonly text: string;
        /** Media type of the text. */
        readonly type: string;
      }
  );

export interface RequestMethod extends GetOptions {
  /** A method without a body. */
  readonly method: string;
}

const MOST_REDIRECTS = 5;
const HEADER_BYTES = 32 * 1024;
const HEADER_MILLISECONDS = 10_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Node's codes for certificates that are not valid at the time that the machine has. */
const DATES = /^CERT_(?:NOT_YET_VALID|HAS_EXPIRED)$/;

interface SendOptions extends GetOptions {
  readonly content?: Buffer;
  readonly method?: string;
}

/** Media type and text of a body. */
function contentOf(options: PostOptions): readonly [type: string, text: string] {
  if ('json' in options) return ['application/json', options.json];
  if ('form' in options) return ['application/x-www-form-urlencoded', options.form.toString()];
  return [options.type, options.text];
}

export class GuardedHttp {
  constructor(
    private readonly guard: AddressGuard,
    private readonly userAgent: string,
    readonly time = new NetworkTime(),
  ) {}

  /** The answer with any status; the caller has to read or destroy its body. @throws RemoteFailure */
  async get(address: string, options: GetOptions): Promise<HttpAnswer> {
    try {
      return await this.#get(address, options);
    } catch (error) {
      const { timePatience = 0, signal } = options;
      const isEarly = error instanceof RemoteFailure && error.code === 'CLOCK_NOT_SET';
      if (!isEarly || !(await this.time.comes(timePatience, signal))) throw error;
      return this.#get(address, options);
    }
  }

  async #get(address: string, options: GetOptions): Promise<HttpAnswer> {
    const deadline = AbortSignal.timeout(HEADER_MILLISECONDS);
    let url = this.#judge(address);
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const body = await this.#request(url, options, deadline);
      const { statusCode: status = 0, headers } = body;
      if (!REDIRECTS.has(status) || headers.location === undefined) return { url, status, headers, body };
      body.destroy();
      if (!URL.canParse(headers.location, url.href)) throw new RemoteFailure('STREAM_PROTOCOL', 'redirected to no URL');
      url = this.#judge(new URL(headers.location, url).href);
    }
    throw new RemoteFailure('STREAM_PROTOCOL', `more than ${MOST_REDIRECTS} redirects`);
  }

  /**
   * Sends a body. A redirect is returned, not followed, as the body is meant for this server only.
   * @throws RemoteFailure
   */
  async post(address: string, options: PostOptions): Promise<HttpAnswer> {
    const { headers, signal } = options;
    const url = this.#judge(address);
    const [type, text] = contentOf(options);
    const content = Buffer.from(text);
    const length = { 'content-type': type, 'content-length': String(content.length) };
    return this.#once(url, { headers: { ...headers, ...length }, signal, content });
  }

  /** Sends a request of another method; a redirect is returned, not followed. @throws RemoteFailure */
  request(address: string, { method, headers = {}, signal }: RequestMethod): Promise<HttpAnswer> {
    return this.#once(this.#judge(address), { method, headers, signal });
  }

  async #once(url: URL, options: SendOptions): Promise<HttpAnswer> {
    const answer = await this.#send(url, options, AbortSignal.timeout(HEADER_MILLISECONDS)).catch((error: unknown) => {
      throw this.#failure(error);
    });
    return { url, status: answer.statusCode ?? 0, headers: answer.headers, body: answer };
  }

  #judge(address: string): URL {
    const judged = this.guard.examine(address);
    if (judged instanceof Error) throw forbidden(judged.message);
    return new URL(judged);
  }

  async #request(url: URL, options: GetOptions, deadline: AbortSignal): Promise<IncomingMessage> {
    try {
      return await this.#send(url, options, deadline);
    } catch (error) {
      if (url.protocol === 'http:' && mayBeIcyAnswer(error)) {
        return await this.#send(url, options, deadline, true).catch((again: unknown) => {
          throw failureOf(again);
        });
      }
      throw this.#failure(error);
    }
  }

  /** A date of a certificate says nothing about its server while nobody has told this machine the time. */
  #failure(error: unknown): RemoteFailure {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!DATES.test(code) || !this.time.isAwaited()) return failureOf(error);
    const message = 'this machine waits for the time from the network, and cannot check the certificate of the server';
    return new RemoteFailure('CLOCK_NOT_SET', message, { retry: true, cause: error });
  }

  #send(
    url: URL,
    { headers, signal, content, method = content === undefined ? 'GET' : 'POST' }: SendOptions,
    deadline: AbortSignal,
    icy = false,
  ): Promise<IncomingMessage> {
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
    const lookup = guardedLookup(this.guard, port);
    const options: RequestOptions = {
      method,
      headers: { 'user-agent': this.userAgent, accept: '*/*', ...headers },
      maxHeaderSize: HEADER_BYTES,
      lookup,
      signal,
      // An agent of any kind would make the connection itself.
      ...(icy
        ? {
            createConnection: () =>
              new IcyConnection(connect({ host: url.hostname.replace(/^\[|\]$/g, ''), port, lookup })),
          }
        : { agent: false }),
    };
    return new Promise((answered, failed) => {
      const request = (url.protocol === 'https:' ? secureRequest : plainRequest)(url, options, (answer) => {
        deadline.removeEventListener('abort', late);
        answer.on('error', () => undefined); // a reader gets it too; without one it must not end the process
        answered(answer);
      });
      const late = () => {
        request.destroy(new RemoteFailure('STREAM_TIMEOUT', 'the server does not answer', { retry: true }));
      };
      if (deadline.aborted) late();
      deadline.addEventListener('abort', late, { once: true });
      request.on('error', (error) => {
        deadline.removeEventListener('abort', late);
        failed(error);
      });
      request.end(content);
    });
  }
}
