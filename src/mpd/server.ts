/**
 * The MPD server: its clients, and what they hear of. Loaded when the first one comes. Thread: main. It keeps versions of
 * the queue, and of each client what it waits for; while no client is there nothing is read or kept.
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
import { SongSource } from './song-source.js';
import { StoredPlaylists } from './stored-playlists.js';
import { Updates } from './updates.js';

export class MpdServer {
  readonly #connections = new Map<Socket, Connection>();
  readonly #versions: QueueVersions;
  readonly #songs: SongSource;
  readonly #interpreter: Interpreter;
  readonly #time: PlayTime;
  #undo: (() => void)[] = [];
  /** The version that clients have heard of last. */
  #reported = 1;
  #isLooking = false;
  /** What a stream said last of itself. */
  #title = '';
  #scanned: { readonly isRunning: boolean; readonly revision: number };

  constructor(
    private readonly deps: MpdDeps,
    private readonly bounds: ConnectionBounds = BOUNDS,
  ) {
    const { player, library, roots, tags, savedPlaylists, stations, sentTracks, outputs, scanner, pin, log } = deps;
    this.#versions = new QueueVersions(player.queue().entries);
    this.#songs = new SongSource({ library, roots, tags, stations, sentTracks });
    this.#time = new PlayTime(player);
    this.#scanned = this.#scanState();
    const songs = this.#songs;
    const pinCheck = { allows: (holder: PinHolder, need: PinNeed) => isAllowed(pin, holder, need) };
    const queue = new QueueView(player, songs, this.#versions);
    const context: Context = {
      ...deps,
      ...{ pinCheck, songs, queue },
      edits: new QueueEdits(player, queue, pinCheck),
      stored: new StoredPlaylists({ saved: savedPlaylists, library }),
      outputIds: new OutputIds(outputs),
      updates: new Updates(scanner, () => this.#note('update'), log),
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
        if (this.#connections.size === 0) this.#songs.forget();
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
      player.subscribe((event) => this.#hear(event)),
      volume.subscribe(() => this.#note('mixer')),
      settings.subscribe((now, before) => {
        if (now.crossfade !== before.crossfade || now.replayGain !== before.replayGain) this.#note('options');
      }),
      outputs.subscribe(() => this.#note('output')),
      scanner.subscribe(() => this.#lookAtScan()),
      playlistEvents.subscribe(() => this.#note('stored_playlist')),
      stations.subscribe(() => this.#note('stored_playlist')),
      library.subscribeToLikes(() => this.#note('sticker')),
      stickers.subscribe(() => this.#note('sticker')),
    ];
  }

  #hear(event: PlayerEvent): void {
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

  /** A station that says another title is another song in the queue. */
  #lookAtStream(): void {
    const current = this.deps.player.currentTrack();
    const { stream } = current ?? {};
    const title = stream === undefined ? '' : JSON.stringify([current?.entry.key, stream.artist, stream.title]);
    if (title === this.#title) return;
    this.#title = title;
    if (current === undefined || stream === undefined) return;
    this.#versions.modified(current.index);
    this.#lookAtQueueSoon();
  }

  #scanState() {
    const { progress, revision } = this.deps.scanner.read();
    return { isRunning: progress !== undefined, revision };
  }

  #lookAtScan(): void {
    const before = this.#scanned;
    this.#scanned = this.#scanState();
    if (before.isRunning !== this.#scanned.isRunning) this.#note('update');
    if (before.revision !== this.#scanned.revision) this.#note('database');
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
