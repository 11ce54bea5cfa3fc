/**
 * The MPD server: its clients, and the changes that are reported to them. Loaded when the first client comes. Thread: main.
 * Versions of the queue are kept, and what each client waits for; while no client is connected nothing is read.
 */
import type { Socket } from 'node:net';
import { Forbidden, Unauthorized } from '../errors.js';
import { letConnectionsIn } from '../library/turn.js';
import type { PlayerEvent } from '../playback/types.js';
import type { PinNeed } from '../system/pin.js';
import { allCommands } from './commands/index.js';
import { BOUNDS, Connection, type ConnectionBounds } from './connection.js';
import type { Context } from './context.js';
import type { MpdDeps, PinHolder, SlotHolder } from './deps.js';
import type { Subsystem } from './idle.js';
import { Interpreter } from './interpreter.js';
import { OutputIds } from './output-ids.js';
import { PlayTime } from './play-time.js';
import { QueueEdits } from './queue-edits.js';
import { QueueVersions } from './queue-versions.js';
import { QueueView } from './queue-view.js';
import type { Session } from './session.js';
import { ShownVolume } from './shown-volume.js';
import { SongSource } from './song-source.js';
import { StoredPlaylists } from './stored-playlists.js';
import { Updates } from './updates.js';

/** While a scan runs, clients get to know of what it has found this often, in ms. */
const SCAN_REPORTS = 10_000;

export class MpdServer {
  readonly #connections = new Map<Socket, Connection>();
  readonly #versions: QueueVersions;
  readonly #songs: SongSource;
  readonly #queue: QueueView;
  readonly #updates: Updates;
  readonly #interpreter: Interpreter;
  readonly #time: PlayTime;
  readonly #volume: ShownVolume;
  #undo: (() => void)[] = [];
  /** The version of the queue that was reported to clients last. */
  #reported: number;
  #isLooking = false;
  /** Artist and title that a stream sent last, with the key of its entry; `""` for none. */
  #title = '';
  /** Key of the entry whose stream sent them. */
  #titled = -1;
  #isScanning: boolean;
  /** Revision of the library that was reported last, and when. */
  #scanned: { readonly revision: number; readonly at: number };
  /** Comparing the queue with the library goes on, and is to be done once more. */
  #isComparing = false;
  #comparesAgain = false;

  constructor(
    private readonly deps: MpdDeps,
    private readonly bounds: ConnectionBounds = BOUNDS,
  ) {
    const { player, library, roots, tags, savedPlaylists, stations, sentTracks, outputs, scanner, pin, log } = deps;
    this.#versions = new QueueVersions(player.queue().entries);
    this.#reported = this.#versions.version;
    const isScanning = (): boolean => scanner.read().progress !== undefined;
    this.#songs = new SongSource({ library, roots, tags, stations, sentTracks, isScanning });
    this.#time = new PlayTime(player);
    this.#volume = new ShownVolume(deps.volume);
    this.#isScanning = isScanning();
    this.#scanned = { revision: scanner.read().revision, at: -Infinity };
    const songs = this.#songs;
    const pinCheck = { allows: (holder: PinHolder, need: PinNeed) => isAllowed(pin, holder, need) };
    const queue = new QueueView(player, songs, this.#versions, () => this.#lookAtQueueSoon());
    this.#queue = queue;
    this.#updates = new Updates(scanner, () => this.#lookAtScan(), log);
    const context: Context = {
      ...deps,
      ...{ pinCheck, songs, queue, shownVolume: this.#volume },
      edits: new QueueEdits(player, queue, pinCheck),
      stored: new StoredPlaylists({ saved: savedPlaylists, library }),
      outputIds: new OutputIds(outputs),
      updates: this.#updates,
      sessions: () => this.#sessions(),
      times: () => this.#time.read(),
    };
    this.#interpreter = new Interpreter({ commands: allCommands(context), pin: pinCheck, log });
    this.#follow();
  }

  /** Ends all connections. May be called twice. */
  stop(): void {
    for (const undo of this.#undo.splice(0)) undo();
    for (const connection of this.#connections.values()) connection.close();
  }

  /** Answers a client, or closes its connection. Never throws. */
  accept(socket: Socket): void {
    // The client has gone while the server was loaded.
    if (socket.destroyed) return;
    letConnectionsIn();
    const { admission, log } = this.deps;
    try {
      const client = admission.admit(socket);
      const holder: SlotHolder = { client, end: () => socket.destroy() };
      if (!admission.take(holder)) {
        log.warn('client: one too many (it is closed)', { client: client.address });
        socket.destroy();
        return;
      }
      socket.once('close', () => {
        admission.leave(holder);
        this.#connections.delete(socket);
        if (this.#connections.size > 0) return;
        this.#songs.forget();
        this.#queue.forget();
      });
      this.#connections.set(socket, new Connection(socket, client, this.#interpreter, this.bounds));
    } catch (error) {
      if (!(error instanceof Forbidden)) log.error('client: not accepted (a fault of ours)', { error });
      socket.destroy();
    }
  }

  *#sessions(): Generator<Session> {
    for (const { session } of this.#connections.values()) yield session;
  }

  #note(subsystem: Subsystem): void {
    for (const session of this.#sessions()) session.note(subsystem);
  }

  #follow(): void {
    const { player, volume, settings, outputs, scanner, playlistEvents, stations, library, stickers } = this.deps;
    this.#undo = [
      player.subscribe((event) => this.#report(event)),
      volume.subscribe(() => {
        this.#volume.forget();
        this.#note('mixer');
      }),
      settings.subscribe((now, before) => {
        if (now.crossfade !== before.crossfade || now.replayGain !== before.replayGain) this.#note('options');
      }),
      outputs.subscribe(() => {
        this.#volume.forget();
        this.#note('output');
      }),
      scanner.subscribe(() => this.#lookAtScan()),
      playlistEvents.subscribe(() => this.#note('stored_playlist')),
      stations.subscribe(() => this.#note('stored_playlist')),
      library.subscribeToLikes(() => this.#note('sticker')),
      stickers.subscribe(() => this.#note('sticker')),
    ];
  }

  #report(event: PlayerEvent): void {
    if (event.type !== 'changed') return;
    const { aspects } = event;
    this.#time.look();
    if (aspects.has('queue')) this.#lookAtQueueSoon();
    if (aspects.has('currentTrack')) this.#lookAtStream();
    if (aspects.has('status') || aspects.has('currentTrack') || aspects.has('position')) this.#note('player');
    if (aspects.has('modes')) this.#note('options');
  }

  /** Edits that come together, such as the two moves of a swap, are one change. */
  #lookAtQueueSoon(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    setImmediate(() => {
      this.#isLooking = false;
      this.#versions.look(this.deps.player.queue().entries);
      const { version } = this.#versions;
      if (version !== this.#reported) this.#note('playlist');
      this.#reported = version;
    });
  }

  /** A station that sends another title is another song in the queue, and so is one that has stopped to send titles. */
  #lookAtStream(): void {
    const current = this.deps.player.currentTrack();
    const { stream } = current ?? {};
    const key = stream === undefined ? -1 : (current?.entry.key ?? -1);
    const title = stream === undefined ? '' : JSON.stringify([key, stream.artist, stream.title]);
    if (title === this.#title) return;
    const titled = new Set([this.#titled, key]);
    [this.#title, this.#titled] = [title, key];
    this.#queue.modified((entry) => titled.has(entry.key));
  }

  /** Also called when a scan that a client asked for begins and ends, which is a little later than the scanner's own end. */
  #lookAtScan(): void {
    const wasScanning = this.#isScanning;
    this.#isScanning = this.#updates.running > 0;
    if (wasScanning !== this.#isScanning) this.#note('update');
    const { revision, at } = this.#scanned;
    const now = performance.now();
    const next = this.deps.scanner.read().revision;
    if (next === revision || (this.#isScanning && now - at < SCAN_REPORTS)) return;
    this.#scanned = { revision: next, at: now };
    this.#note('database');
    void this.#compareQueue();
  }

  /** Tags of songs in the queue may have changed: what clients were shown of them is compared with the library. Never rejects. */
  async #compareQueue(): Promise<void> {
    this.#comparesAgain = this.#isComparing;
    if (this.#isComparing) return;
    if (this.#connections.size === 0) {
      this.#queue.modified(() => true);
      return;
    }
    this.#isComparing = true;
    try {
      await this.#queue.lookAgain();
    } catch (error) {
      this.deps.log.debug('queue: not compared with the library (clients read all of it again)', { error });
      this.#queue.modified(() => true);
    }
    this.#isComparing = false;
    if (this.#comparesAgain) void this.#compareQueue();
  }
}

/** @throws Unavailable, TooManyAttempts */
async function isAllowed(pin: MpdDeps['pin'], holder: PinHolder, need: PinNeed): Promise<boolean> {
  try {
    await pin.require(holder.given, need);
    return true;
  } catch (error) {
    if (error instanceof Unauthorized) return false;
    if (!(error instanceof Forbidden)) throw error;
    holder.forgetPin();
    return false;
  }
}
