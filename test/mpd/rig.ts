/**
 * The MPD server on a real socket: a real player with an engine that makes no sound, a real library with the tracks that a
 * test puts there, and a client that speaks the protocol.
 */
import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import type { Test } from 'tap';
import { Covers } from '../../src/library/covers/covers.js';
import { LibraryPaths } from '../../src/library/paths.js';
import { LibraryRoots } from '../../src/library/library-roots.js';
import type { ConnectionBounds } from '../../src/mpd/connection.js';
import type { MpdDeps } from '../../src/mpd/deps.js';
import { MpdServer } from '../../src/mpd/server.js';
import { StickerStore } from '../../src/mpd/sticker-store.js';
import { StreamAddresses } from '../../src/net/stream-address.js';
import type { LivePlayer } from '../../src/playback/live-player.js';
import { readPicture } from '../../src/tags/full-picture.js';
import { Pin } from '../../src/system/pin.js';
import { CONFINE } from '../fixtures/confine.js';
import { keptLog, SILENT_LOG } from '../fixtures/log.js';
import { FakeVolume } from '../http/fake-player.js';
import { createOutputs } from '../http/fake-outputs.js';
import { FakeScanner } from '../http/fake-scanner.js';
import { settingsInMemory } from '../http/fake-settings.js';
import { NAME_TAGS, temporaryDirectory } from '../http/rig.js';
import { type LibraryRig, libraryRig } from '../library/rig.js';
import { putOnShelf, type ShelfTrack } from '../library/shelf.js';
import { createRig, type PlayerRig } from '../playback/rig.js';
import { switchedOn } from '../system/presence-rig.js';

export const ROOT = '/music';

/** One connection. */
export class MpdClient {
  #text = '';
  #isClosed = false;
  /** Bytes that follow the line that was read last. */
  #binary = 0;
  #wake: () => void = () => undefined;

  constructor(readonly socket: Socket) {
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      this.#text += text;
      this.#wake();
    });
    socket.on('close', () => {
      this.#isClosed = true;
      this.#wake();
    });
    socket.on('error', () => undefined);
  }

  /** Resolves when the text so far meets a condition, which takes it off. Rejects when the connection is closed before. */
  async #until<Result>(take: (text: string) => Result | undefined): Promise<Result> {
    for (;;) {
      const found = take(this.#text);
      if (found !== undefined) return found;
      if (this.#isClosed) throw new Error(`closed after ${JSON.stringify(this.#text.slice(-200))}`);
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** The next line. */
  line(): Promise<string> {
    return this.#until((text) => {
      const end = text.indexOf('\n');
      if (end < 0) return undefined;
      this.#text = text.slice(end + 1);
      const line = Buffer.from(text.slice(0, end), 'latin1').toString();
      if (line.startsWith('binary: ')) this.#binary = Number(line.slice('binary: '.length));
      return line;
    });
  }

  /** The bytes that the last line `binary: N` announced. */
  bytes(): Promise<Buffer> {
    const count = this.#binary;
    return this.#until((text) => {
      if (text.length <= count) return undefined;
      this.#text = text.slice(count + 1);
      return Buffer.from(text.slice(0, count), 'latin1');
    });
  }

  send(text: string): void {
    this.socket.write(text);
  }

  /** Lines of the answer, without its `OK`; the last one is an `ACK` where it is refused. */
  async ask(command: string): Promise<string[]> {
    this.send(`${command}\n`);
    return this.answer();
  }

  async answer(): Promise<string[]> {
    const lines: string[] = [];
    for (;;) {
      const line = await this.line();
      if (line === 'OK') return lines;
      lines.push(line);
      if (line.startsWith('ACK ')) return lines;
    }
  }

  /** Resolves when the server has closed the connection. */
  async closed(): Promise<string> {
    while (!this.#isClosed) await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.#text;
  }
}

export interface MpdRig extends LibraryRig, Pick<PlayerRig, 'engine' | 'store'> {
  readonly player: LivePlayer;
  readonly volume: FakeVolume;
  readonly outputs: ReturnType<typeof createOutputs>;
  readonly scanner: FakeScanner;
  readonly roots: LibraryRoots;
  readonly pin: Pin;
  readonly server: MpdServer;
  readonly deps: MpdDeps;
  readonly port: number;
  readonly logged: readonly string[];
  /** A client that has read the greeting. */
  readonly connect: () => Promise<MpdClient>;
  readonly put: (tracks: readonly ShelfTrack[], root?: string) => Promise<void>;
}

export interface MpdRigOptions {
  readonly tracks?: readonly ShelfTrack[];
  readonly deps?: Partial<MpdDeps>;
  readonly bounds?: ConnectionBounds;
  readonly roots?: readonly string[];
  /** Locations that the queue holds before the server begins. */
  readonly queue?: readonly string[];
}

export async function startMpd(t: Test, options: MpdRigOptions = {}) {
  const { tracks = [], deps = {}, bounds, roots: paths = [ROOT], queue = [] } = options;
  const people = await libraryRig(t);
  const { player, engine, store } = createRig();
  const roots = new LibraryRoots(paths);
  const volume = new FakeVolume();
  const outputs = createOutputs();
  const scanner = new FakeScanner();
  const { log, lines } = keptLog('mpd');
  const presence = await switchedOn(t, await temporaryDirectory(t));
  const pin = new Pin({ state: people.state, presence, log: SILENT_LOG });
  const libraryPaths = deps.paths ?? new LibraryPaths(roots);
  const all: MpdDeps = {
    ...people,
    ...{ player, volume, outputs: outputs.outputs, roots, paths: libraryPaths, scanner, pin, log },
    settings: settingsInMemory(),
    tags: NAME_TAGS,
    covers: new Covers({
      paths: libraryPaths,
      directory: await temporaryDirectory(t),
      readPicture: (path) => readPicture(path).catch(() => undefined),
      confine: CONFINE,
      log: SILENT_LOG,
    }),
    streams: new StreamAddresses({ ownPorts: () => [] }),
    sentTracks: { find: () => undefined },
    stickers: new StickerStore({
      state: people.state,
      keeping: (track) => people.library.kept.keeping(track),
      log: SILENT_LOG,
    }),
    admission: {
      admit: () => ({ address: '127.0.0.1', network: '127.0.0.1', isLocal: true }),
      take: () => true,
      leave: () => undefined,
    },
    ...deps,
  };
  const put = (more: readonly ShelfTrack[], root = ROOT): Promise<void> =>
    people.write((sql) => void putOnShelf(sql, root, more));
  if (tracks.length > 0) await put(tracks);
  await player.replaceQueue(queue);
  const server = new MpdServer(all, bounds);
  const listening = createServer({ allowHalfOpen: true }, (socket) => server.accept(socket)).listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  const clients: Socket[] = [];
  t.teardown(async () => {
    for (const socket of clients) socket.destroy();
    server.stop();
    await new Promise((resolve) => listening.close(resolve));
  });
  const rig: MpdRig = {
    ...people,
    ...{ player, engine, store, volume, outputs, scanner, roots, pin, server, port, deps: all, logged: lines, put },
    async connect() {
      const socket = createConnection({ host: '127.0.0.1', port });
      clients.push(socket);
      const client = new MpdClient(socket);
      const greeting = await client.line();
      if (greeting !== 'OK MPD 0.24.0') throw new Error(greeting);
      return client;
    },
  };
  return rig;
}

/** Three tracks of two albums. */
export const TRACKS: readonly ShelfTrack[] = [
  {
    name: 'Can/Future Days/01 Future Days.flac',
    ...{ title: 'Future Days', artist: 'Can', artists: ['Can'], album: 'Future Days', albumArtist: 'Can' },
    ...{ genre: 'Krautrock', genres: ['Krautrock'], trackNumber: 1, year: 1973, yearString: '1973', length: 574_400 },
  },
  {
    name: 'Can/Future Days/02 Spray.flac',
    ...{ title: 'Spray', artist: 'Can', artists: ['Can'], album: 'Future Days', albumArtist: 'Can' },
    ...{ genre: 'Krautrock', genres: ['Krautrock'], trackNumber: 2, year: 1973, yearString: '1973', length: 509_000 },
  },
  {
    name: 'Neu!/Neu! 75/01 Isi.mp3',
    ...{ title: 'Isi', artist: 'Neu!', artists: ['Neu!'], album: 'Neu! 75', albumArtist: 'Neu!' },
    ...{ genre: 'Krautrock', genres: ['Krautrock'], trackNumber: 1, year: 1975, yearString: '1975', length: 306_000 },
  },
];
