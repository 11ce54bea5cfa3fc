/** A web server on the loopback with a channel file and a bundle, which answers as a test says. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Test } from 'tap';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const CHANNEL = '/tonearm-arm64.channel.json';
const BUNDLE = '/tonearm-arm64.raucb';

export class UpdateServer {
  /** Path and range of each request. */
  readonly requests: string[] = [];
  /** Answers to the next requests of a path, which go before the usual ones. */
  readonly next = new Map<string, Answer[]>();
  /** Members of the channel file that are other than the bundle is. */
  announced: object = {};
  /** Two words, as the stand-in of RAUC understands them, and anything behind. */
  bundle = Buffer.from('tonearm-arm64 2.0.0');
  hasRanges = true;

  private constructor(private readonly port: number) {}

  static async start(t: Test): Promise<UpdateServer> {
    const http = createServer((request, response) => server.#answer(request, response));
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    t.teardown(() => {
      http.closeAllConnections();
      http.close();
    });
    const server = new UpdateServer((http.address() as AddressInfo).port);
    return server;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}${CHANNEL}`;
  }

  /** Sets how the next requests for the channel file are answered, one after the other. */
  channelAnswers(...answers: Answer[]): void {
    this.next.set(CHANNEL, answers);
  }

  /** Sets how the next requests for the bundle are answered, one after the other. */
  bundleAnswers(...answers: Answer[]): void {
    this.next.set(BUNDLE, answers);
  }

  /** Sends a part of the bundle, and breaks the connection off after some bytes of it. */
  cutAfter(bytes: number): Answer {
    return (request, response) => {
      const from = this.#begin(request, response);
      response.write(this.bundle.subarray(from, from + bytes), () => response.destroy());
    };
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { url = '', headers } = request;
    this.requests.push([url, headers.range].filter(Boolean).join(' '));
    const own = this.next.get(url)?.shift();
    if (own !== undefined) own(request, response);
    else if (url === CHANNEL) response.end(JSON.stringify(this.#channel()));
    else if (url === BUNDLE) response.end(this.bundle.subarray(this.#begin(request, response)));
    else response.writeHead(404).end();
  }

  /** Sends the head of an answer with the bundle. @returns where in it the answer begins */
  #begin({ headers: { range } }: IncomingMessage, response: ServerResponse): number {
    const size = this.bundle.length;
    const from = this.hasRanges ? Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0) : 0;
    response.setHeader('content-length', size - from);
    if (from > 0) response.setHeader('content-range', `bytes ${from}-${size - 1}/${size}`);
    response.writeHead(from > 0 ? 206 : 200);
    return from;
  }

  #channel(): object {
    return {
      version: '2.0.0',
      compatible: 'tonearm-arm64',
      url: BUNDLE.slice(1),
      bytes: this.bundle.length,
      sha256: createHash('sha256').update(this.bundle).digest('hex'),
      changes: ['Albums are found faster.', 'Fewer clicks between tracks.'],
      ...this.announced,
    };
  }
}

export const status =
  (code: number): Answer =>
  (_request, response) =>
    void response.writeHead(code).end();

export const redirect =
  (location: string): Answer =>
  (_request, response) =>
    void response.writeHead(302, { location }).end();

export const text =
  (body: string): Answer =>
  (_request, response) =>
    void response.end(body);

/** Takes the request and never answers. */
export const silence: Answer = () => undefined;
