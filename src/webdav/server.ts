/**
 * The WebDAV server (RFC 4918, class 2): a folder of the library for the file managers of computers. Thread: main.
 *
 *     connection ─▶ client and host of this network? ─▶ password (Digest) ─▶ path ─▶ conditions, locks ─▶ method ─▶ answer
 *
 * The port is one of its own: Windows asks at the top of a server whether there is WebDAV, a file that somebody has put
 * there is never of the page's origin, and a large file may take longer than Node gives a request of the page.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { TonearmError, Unavailable } from '../errors.js';
import type { Log } from '../log.js';
import { conditionsOf, requireConditions, tokensIn } from './conditions.js';
import { Digest } from './digest.js';
import { DavFolder, etagOf, type FolderDeps, lockPath } from './folder.js';
import { Guesses } from './guesses.js';
import { Junk } from './junk.js';
import { Locking } from './locking.js';
import { Locks } from './locks.js';
import { errorBody, XML_TYPE } from './properties.js';
import { answerOptions, junkPath, METHODS, Reading } from './reading.js';
import { Refusal, refusalOf } from './refusal.js';
import { type DavAnswer, type DavRequest, headerOf } from './request.js';
import { targetOf } from './target.js';
import { PARTS, Writing, type WritingDeps } from './writing.js';

export interface WebDavDeps extends FolderDeps, Pick<WritingDeps, 'look' | 'isPlayed'> {
  /** What is kept of the password (`secretOf`). */
  readonly secret: () => string;
  /** Throws a TonearmError for a client or a host that is not answered, and for a write of another site. */
  readonly admit: (request: IncomingMessage) => void;
  readonly log: Log;
}

const MOST_CONNECTIONS = 64;
/** Requests that are answered at a time. */
const MOST_RUNNING = 16;
/** ms after which a connection on which nothing happens is closed. */
const IDLE_MS = 120_000;
const HEAD_MS = 10_000;
/** Bytes of a refused body that are read, so that the client reads the refusal. */
const MOST_DRAINED = 4 * 2 ** 20;
const DRAIN_MS = 5000;

export class WebDavServer {
  readonly #locks = new Locks();
  readonly #junk = new Junk();
  readonly #guesses = new Guesses();
  readonly #digest: Digest;
  readonly #reading: Reading;
  readonly #writing: Writing;
  readonly #locking: Locking;
  #server: Server | undefined;
  #running = 0;

  constructor(private readonly deps: WebDavDeps) {
    const own = { locks: this.#locks, junk: this.#junk };
    this.#digest = new Digest(deps.secret);
    this.#reading = new Reading(own);
    this.#writing = new Writing({ ...own, look: deps.look, isPlayed: deps.isPlayed });
    this.#locking = new Locking(this.#locks);
  }

  get port(): number | undefined {
    return (this.#server?.address() as AddressInfo | null | undefined)?.port;
  }

  /** @throws Unavailable LISTEN_FAILED */
  async start(host: string, port: number): Promise<void> {
    const options = { requireHostHeader: false, headersTimeout: HEAD_MS, requestTimeout: 0, keepAliveTimeout: 30_000 };
    const server = createServer(options, (request, response) => void this.#handle(request, response, () => undefined));
    server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
      void this.#handle(request, response, () => response.writeContinue());
    });
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
      else
        socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () =>
          socket.destroy(),
        );
    });
    server.maxConnections = MOST_CONNECTIONS;
    server.timeout = IDLE_MS;
    try {
      await listen(server, host, port);
    } catch (cause) {
      throw new Unavailable('LISTEN_FAILED', `Cannot listen on ${host}:${port}.`, { cause });
    }
    server.on('error', (error) => this.deps.log.error('webdav: server failed', { error }));
    this.#server = server;
    // What a power cut has left of files that were being written.
    const folder = await DavFolder.open(this.deps).catch(() => undefined);
    if (folder !== undefined)
      await rm(join(folder.base, PARTS), { recursive: true, force: true }).catch(() => undefined);
  }

  /** Closes all connections. May be called twice. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  }

  /** Never rejects. */
  async #handle(request: IncomingMessage, response: ServerResponse, begin: () => void): Promise<void> {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('DAV', '1, 2');
    let hasBegun = false;
    const body = (): Readable => {
      if (!hasBegun) begin();
      hasBegun = true;
      return request;
    };
    this.#running++;
    try {
      this.deps.admit(request);
      if (this.#running > MOST_RUNNING) {
        throw new Refusal(503, 'There are too many requests.', undefined, { 'Retry-After': '2' });
      }
      if (request.method !== 'OPTIONS') this.#authenticate(request);
      await send(request, response, await this.#answer(request, body));
    } catch (error) {
      await this.#refuse(request, response, error);
    } finally {
      this.#running--;
    }
  }

  /** @throws Refusal 401, 429 */
  #authenticate(request: IncomingMessage): void {
    const client = clientOf(request);
    const pause = this.#guesses.pauseOf(client);
    if (pause > 0) {
      throw new Refusal(429, 'Too many wrong passwords.', undefined, { 'Retry-After': String(pause) });
    }
    const { method = '', url = '', headers } = request;
    const judgement = this.#digest.judge({ method, target: url, given: headers.authorization });
    if (judgement === 'right') {
      this.#guesses.wasRight(client);
      return;
    }
    if (judgement === 'wrong') this.#guesses.wasWrong(client);
    const challenge = this.#digest.challenge(judgement === 'stale');
    throw new Refusal(401, 'The password of the network folder is needed.', undefined, {
      'WWW-Authenticate': challenge,
    });
  }

  async #answer(request: IncomingMessage, body: () => Readable): Promise<DavAnswer> {
    const { method = '', url = '', headers } = request;
    if (method === 'OPTIONS') return answerOptions();
    if (!(METHODS as readonly string[]).includes(method)) {
      throw new Refusal(405, 'This method is not known.', undefined, { Allow: METHODS.join(', ') });
    }
    // A client that sends a fragment means another resource than it names.
    if (url.includes('#')) throw new Refusal(400, 'The path has a fragment.');
    const target = targetOf(url);
    const folder = await DavFolder.open(this.deps);
    const conditions = conditionsOf(headerOf({ headers }, 'if'));
    const asked: DavRequest = { method, target, headers, folder, tokens: tokensIn(conditions), body };
    await requireConditions(conditions, async (tagged) => {
      const of = tagged === undefined ? target : targetOf(tagged);
      if (of.isJunk) {
        const path = junkPath(of.steps);
        return { hasLock: (token) => this.#locks.holds(token, path), etag: undefined };
      }
      const found = await folder.find(of);
      return {
        hasLock: (token) => this.#locks.holds(token, lockPath(found)),
        etag: found.stats?.isFile() === true ? etagOf(found.stats) : undefined,
      };
    });
    return this.#perform(asked);
  }

  #perform(request: DavRequest): Promise<DavAnswer> {
    switch (request.method) {
      case 'GET':
      case 'HEAD':
        return this.#reading.get(request);
      case 'PROPFIND':
        return this.#reading.propfind(request);
      case 'PROPPATCH':
        return this.#writing.proppatch(request);
      case 'PUT':
        return this.#writing.put(request);
      case 'DELETE':
        return this.#writing.delete(request);
      case 'MKCOL':
        return this.#writing.mkcol(request);
      case 'LOCK':
        return this.#locking.lock(request);
      case 'UNLOCK':
        return this.#locking.unlock(request);
      default:
        return this.#writing.copyOrMove(request);
    }
  }

  async #refuse(request: IncomingMessage, response: ServerResponse, error: unknown): Promise<void> {
    const refusal = this.#refusalFor(error, request);
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    for (const [name, value] of Object.entries(refusal.headers)) response.setHeader(name, value);
    const { condition, message, status } = refusal;
    const body = condition === undefined ? `${message}\n` : errorBody(condition);
    const headers = { 'Content-Type': condition === undefined ? 'text/plain; charset=utf-8' : XML_TYPE };
    await send(request, response, { status, headers, body }).catch(() => undefined);
  }

  #refusalFor(error: unknown, request: IncomingMessage): Refusal {
    const refusal = refusalOf(error);
    if (refusal instanceof Refusal) return refusal;
    // The guards refuse a host, a client or a site.
    if (refusal instanceof TonearmError) return new Refusal(403, refusal.message);
    if (!request.destroyed) this.deps.log.error('webdav: request failed', { method: request.method, error });
    return new Refusal(500, 'The box failed at this.');
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      // A machine without IPv6.
      if (error.code === 'EAFNOSUPPORT' && host === '::') listen(server, '0.0.0.0', port).then(resolve, reject);
      else reject(error);
    });
    server.listen({ host, port }, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
}

/** The network of an IPv6 address, of which a client has many. */
function clientOf({ socket }: IncomingMessage): string {
  const address = socket.remoteAddress ?? '';
  const plain = address.replace(/^::ffff:/, '').replace(/%.*$/, '');
  return plain.includes(':') ? plain.split(':').slice(0, 4).join(':') : plain;
}

async function send(request: IncomingMessage, response: ServerResponse, answer: DavAnswer): Promise<void> {
  const { status, headers = {}, body } = answer;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const isUnread = !request.complete && hasBody(request);
  if (isUnread) response.setHeader('Connection', 'close');
  const isEmpty = request.method === 'HEAD' || status === 204 || status === 304;
  if (body instanceof Readable && !isEmpty) await pipeline(body, response);
  else {
    if (body instanceof Readable) body.destroy();
    else if (status !== 204 && status !== 304 && !response.hasHeader('Content-Length')) {
      response.setHeader('Content-Length', Buffer.byteLength(body ?? ''));
    }
    response.end(isEmpty ? undefined : body);
  }
  if (isUnread) drain(request);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Reads on for a moment: a connection that is closed at once would take the refusal with it. */
function drain(request: IncomingMessage): void {
  let bytes = 0;
  const timer = setTimeout(() => request.destroy(), DRAIN_MS).unref();
  request.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > MOST_DRAINED) request.destroy();
  });
  request.on('close', () => clearTimeout(timer));
  request.resume();
}
