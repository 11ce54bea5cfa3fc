/**
 * A device that plays into the box by AirPlay, as an external source: shairport-sync writes its sound into one named pipe and
 * what it says into another. Thread: main; nothing wakes up while nobody plays.
 */
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { SystemBus } from '../dbus/system-bus.js';
import { Listeners } from '../listeners.js';
import type { Log } from '../log.js';
import type { ExternalCommand, ExternalSource, ExternalSources } from '../playback/external-source.js';
import { FifoCapture } from '../streams/fifo-capture.js';
import { openFifo } from '../streams/fifo.js';
import { imageType } from '../library/covers/image-type.js';
import { type MetadataItem, MetadataItems } from './metadata-items.js';
import { AirplaySession, SAMPLE_RATE } from './session.js';

export const LOCATION = 'airplay:receiver';
const FORMAT = 'AirPlay';
/** ms until a named pipe is looked for again that is not there: the unit makes it. */
const LOOK_AGAIN = 5000;
/** ms between two reports of texts and covers: whoever sends may send as many as the network carries. */
const REPORT_PAUSE = 250;
/** ms for a sender to obey. */
const COMMAND_PATIENCE = 5000;
const SHAIRPORT = { destination: 'org.gnome.ShairportSync', path: '/org/gnome/ShairportSync' } as const;
const METHODS: Readonly<Record<ExternalCommand, string>> = {
  play: 'Play',
  pause: 'Pause',
  next: 'Next',
  previous: 'Previous',
};

export interface ReceiverDeps {
  /** Folder of the two named pipes. */
  readonly folder: string;
  readonly bus: Pick<SystemBus, 'call'>;
  /** Keeps the picture of what plays. */
  readonly covers: { note(bytes: Uint8Array): string; forget(): void };
  readonly log: Log;
  /** ms of a clock that never goes back. */
  readonly now?: () => number;
}

export class AirplayReceiver implements ExternalSources {
  readonly #listeners = new Listeners();
  readonly #session: AirplaySession;
  #stream: Socket | undefined;
  /** Looks again for a pipe that is not there. */
  #again: NodeJS.Timeout | undefined;
  /** Fires when it is decided that a sender pauses. */
  #hold: NodeJS.Timeout | undefined;
  /** Fires when the next report is due. */
  #due: NodeJS.Timeout | undefined;
  #reported = { isHere: false, isSounding: false };
  #cover: { readonly bytes: Buffer; readonly name: string } | undefined;
  #isMissed = false;
  #isStopped = false;

  constructor(private readonly deps: ReceiverDeps) {
    this.#session = new AirplaySession(deps.now ?? (() => performance.now()));
  }

  /** Never rejects. */
  start(): Promise<void> {
    return this.#open();
  }

  /** May be called twice. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#again);
    this.#stream?.destroy();
    this.#end();
    this.#listeners.clear();
  }

  sources(): readonly ExternalSource[] {
    const session = this.#session;
    if (!session.isHere) return [];
    const { isSounding, length, elapsed, texts } = session;
    const path = join(this.deps.folder, 'audio');
    return [
      {
        ...{ location: LOCATION, pcm: '', sampleRate: SAMPLE_RATE, format: FORMAT },
        open: (ended) => new FifoCapture(path, SAMPLE_RATE, FORMAT, ended, () => this.#soundCame()),
        name: session.name || FORMAT,
        ...texts,
        ...{ isSounding, length, elapsed },
        cover: this.#cover?.name,
      },
    ];
  }

  /** Has the sender do something, by way of shairport-sync. @throws as `SystemBus.call` */
  async command(_location: string, command: ExternalCommand): Promise<void> {
    await this.deps.bus.call({
      ...SHAIRPORT,
      interface: 'org.gnome.ShairportSync.RemoteControl',
      member: METHODS[command],
      ...{ patience: COMMAND_PATIENCE, mayFail: true, mayStart: false },
    });
  }

  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Never rejects. */
  async #open(): Promise<void> {
    const { folder, log } = this.deps;
    const path = join(folder, 'metadata');
    try {
      const stream = await openFifo(path);
      this.#isMissed = false;
      const items = new MetadataItems();
      stream.on('data', (bytes: Buffer) => this.#take(items.take(bytes)));
      stream.on('error', (error) => log.debug('metadata pipe: not read any more', { error }));
      stream.on('close', () => {
        if (this.#isStopped) return;
        // shairport-sync has ended: the next one writes into a pipe that is opened anew.
        this.#end();
        void this.#open();
      });
      this.#stream = stream;
      if (this.#isStopped) stream.destroy();
    } catch (error) {
      if (this.#isStopped) return;
      if (!this.#isMissed) log.warn('metadata pipe: not opened (nobody can play here by AirPlay)', { path, error });
      this.#isMissed = true;
      this.#again = setTimeout(() => void this.#open(), LOOK_AGAIN).unref();
    }
  }

  #soundCame(): void {
    if (this.#session.soundCame()) this.#follow();
  }

  #take(items: readonly MetadataItem[]): void {
    if (items.length === 0) return;
    for (const item of items) this.#session.take(item);
    this.#follow();
  }

  /** What begins, ends or pauses is reported at once, texts and covers a moment later, many together. */
  #follow(): void {
    const { holdLeft, isHere, isSounding } = this.#session;
    clearTimeout(this.#hold);
    if (holdLeft > 0) this.#hold = setTimeout(() => this.#follow(), holdLeft + 1).unref();
    const is = this.#reported;
    if (isHere !== is.isHere || isSounding !== is.isSounding) this.#report();
    else this.#due ??= setTimeout(() => this.#report(), REPORT_PAUSE).unref();
  }

  #report(): void {
    clearTimeout(this.#due);
    this.#due = undefined;
    const { isHere, isSounding } = this.#session;
    this.#reported = { isHere, isSounding };
    this.#keepCover();
    this.#listeners.call();
  }

  #keepCover(): void {
    const { cover } = this.#session;
    if (cover === this.#cover?.bytes) return;
    const isPicture = cover !== undefined && imageType(cover) !== undefined;
    this.#cover = isPicture ? { bytes: cover, name: this.deps.covers.note(cover) } : undefined;
    if (!isPicture) this.deps.covers.forget();
  }

  #end(): void {
    clearTimeout(this.#hold);
    this.#session.end();
    this.#report();
  }
}
