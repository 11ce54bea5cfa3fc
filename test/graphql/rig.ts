/**
 * The GraphQL port on a real socket: a real player with an engine that makes no sound, and a real library of three tracks
 * in a folder of the test's own.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { dirname, join } from 'node:path';
import type { Test } from 'tap';
import { WebSocket } from 'ws';
import type { GraphqlDeps } from '../../src/graphql/deps.js';
import { library as graphqlLibrary } from '../../src/graphql/library.js';
import { GraphqlServer } from '../../src/graphql/server.js';
import type { SocketBounds } from '../../src/graphql/web-socket.js';
import type { HttpDeps } from '../../src/http/deps.js';
import { LibraryPaths } from '../../src/library/paths.js';
import type { LivePlayer } from '../../src/playback/live-player.js';
import { type Rig, startRig, temporaryDirectory } from '../http/rig.js';
import { type LibraryRig, libraryRig } from '../library/rig.js';
import { putOnShelf } from '../library/shelf.js';
import { TRACKS } from '../mpd/rig.js';
import { createRig, type PlayerRig } from '../playback/rig.js';

export interface GraphqlError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: Readonly<Record<string, unknown>> & { readonly code: string };
}

export interface Result {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly GraphqlError[];
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

type Headers = Readonly<Record<string, string>>;

export interface GraphqlRig extends LibraryRig, Pick<PlayerRig, 'engine'> {
  readonly player: LivePlayer;
  readonly http: Rig;
  readonly deps: HttpDeps;
  readonly graphql: GraphqlServer;
  readonly port: number;
  /** Folder of the library, and the paths of its tracks. */
  readonly root: string;
  readonly paths: readonly string[];
  /** How often graphql-js was loaded. */
  readonly loads: () => number;
  /** Ids of records by their names. */
  readonly ids: () => Promise<Ids>;
  readonly post: (body: unknown, headers?: Headers, path?: string, method?: string) => Promise<HttpAnswer>;
  /** The whole answer to a query or a mutation. */
  readonly ask: (query: string, variables?: object, headers?: Headers) => Promise<Result>;
  /** The data of one that is not refused. */
  readonly data: (query: string, variables?: object) => Promise<Readonly<Record<string, unknown>>>;
  /** The code of the only error of one that is refused. */
  readonly code: (query: string, variables?: object, headers?: Headers) => Promise<string>;
  readonly socket: (protocol: string, headers?: Headers, path?: string) => WebSocket;
}

export interface Ids {
  readonly tracks: readonly string[];
  readonly albums: readonly string[];
  readonly artists: readonly string[];
  readonly genres: readonly string[];
}

export async function startGraphql(
  t: Test,
  deps: Partial<GraphqlDeps> = {},
  bounds?: SocketBounds,
): Promise<GraphqlRig> {
  const people = await libraryRig(t);
  const { player, engine } = createRig();
  const root = await temporaryDirectory(t);
  for (const { name } of TRACKS) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), name);
  }
  let paths: readonly string[] = [];
  await people.write((sql) => void (paths = putOnShelf(sql, root, TRACKS)));
  const { library, savedPlaylists, smartPlaylists, playlistEvents, stations } = people;
  const http = await startRig(t, {
    ...{ library, savedPlaylists, smartPlaylists, playlistEvents, stations, player },
    paths: new LibraryPaths([root]),
    ...deps,
  });
  let loads = 0;
  const load = () => {
    loads += 1;
    return graphqlLibrary;
  };
  const graphql = new GraphqlServer(
    { ...http.deps, follow: (follower) => http.server.follow(follower), load, ...deps },
    '127.0.0.1',
    0,
    bounds,
  );
  await graphql.start();
  const port = graphql.port ?? 0;
  const sockets: WebSocket[] = [];
  t.teardown(async () => {
    for (const socket of sockets) socket.terminate();
    await graphql.stop();
  });
  const post: GraphqlRig['post'] = (body, headers = {}, path = '/graphql', method = 'POST') =>
    new Promise((resolve, reject) => {
      const content = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
      const type = content === undefined ? {} : { 'content-type': 'application/json' };
      const length = content === undefined ? {} : { 'content-length': Buffer.byteLength(content) };
      const sent = { host: `127.0.0.1:${port}`, ...type, ...length, ...headers };
      const request = httpRequest({ host: '127.0.0.1', port, method, path, headers: sent }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        );
      });
      request.on('error', reject);
      request.end(content);
    });
  const ask: GraphqlRig['ask'] = async (query, variables, headers) => {
    const { text } = await post({ query, variables }, headers);
    return JSON.parse(text) as Result;
  };
  const data: GraphqlRig['data'] = async (query, variables) => {
    const result = await ask(query, variables);
    if (result.errors !== undefined || !result.data) throw new Error(JSON.stringify(result));
    return result.data;
  };
  const named = async (list: string): Promise<string[]> => {
    const rows = (await data(`{ ${list} { id } }`))[list] as readonly { readonly id: string }[];
    return rows.map(({ id }) => id);
  };
  return {
    ...people,
    ...{ player, engine, http, deps: http.deps, graphql, port, root, paths, post, ask, data },
    loads: () => loads,
    async ids() {
      const [tracks = [], albums = [], artists = [], genres = []] = await Promise.all(
        ['tracks', 'albums', 'artists', 'genres'].map(named),
      );
      return { tracks, albums, artists, genres };
    },
    async code(query, variables, headers) {
      const { errors = [] } = await ask(query, variables, headers);
      if (errors.length !== 1) throw new Error(`${errors.length} errors: ${JSON.stringify(errors)}`);
      return errors[0]?.extensions.code ?? '';
    },
    socket(protocol, headers = {}, path = '/graphql') {
      const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, protocol, { headers });
      socket.on('error', () => undefined);
      sockets.push(socket);
      return socket;
    },
  };
}

/** Messages of a WebSocket as they come, as JSON. */
export class Messages {
  readonly #waiting: unknown[] = [];
  #wake: () => void = () => undefined;
  closed: { readonly code: number; readonly reason: string } | undefined;

  constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => {
      this.#waiting.push(JSON.parse(data.toString()));
      this.#wake();
    });
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() };
      this.#wake();
    });
  }

  send(message: object): void {
    this.socket.send(JSON.stringify(message));
  }

  /** Resolves when the connection is there. */
  async opened(): Promise<void> {
    await new Promise((resolve, reject) => this.socket.once('open', resolve).once('error', reject));
  }

  async next(): Promise<unknown> {
    while (this.#waiting.length === 0) {
      if (this.closed !== undefined) throw new Error(`closed with ${this.closed.code} ${this.closed.reason}`);
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    return this.#waiting.shift();
  }

  /** The first that meets a condition; those before it are dropped. */
  async until(meets: (message: never) => boolean): Promise<unknown> {
    for (;;) {
      const message = await this.next();
      if (meets(message as never)) return message;
    }
  }

  /** Code of the closing. */
  async close(): Promise<number> {
    while (this.closed === undefined) await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.closed.code;
  }
}
