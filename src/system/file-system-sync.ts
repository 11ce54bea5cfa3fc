/**
 * Makes durable what other programs write for the daemon, before the daemon acknowledges it: networks (NetworkManager),
 * Bluetooth pairings (BlueZ), the time zone (systemd-timedated). Only root may open their files, so the file system of
 * the state directory is synced whole: on the appliance it is `/data`, where all of them write. On other systems they
 * may write elsewhere: there a power cut can still take the last seconds. Thread: main; the disk is waited for in libuv's
 * pool. Source: syncfs(2).
 */
import type { Log } from '../log.js';
import type { Native } from '../native.js';
import { SerialQueue } from '../serial-queue.js';

export interface FileSystemSyncDeps {
  readonly native: Pick<Native, 'syncFileSystem'>;
  /** The state directory. */
  readonly folder: string;
  readonly log: Log;
}

export class FileSystemSync {
  readonly #syncing = new SerialQueue();
  /** The sync that has not begun yet. */
  #next: Promise<void> | undefined;

  constructor(private readonly deps: FileSystemSyncDeps) {}

  /**
   * Resolves when everything that was written before the call is durable. One sync runs at a time; calls that come
   * meanwhile share the next one. Never rejects: a failure is logged, and what was written is kept as far as the disk
   * does it.
   */
  run(): Promise<void> {
    this.#next ??= this.#syncing.run(() => {
      this.#next = undefined;
      return this.#sync();
    });
    return this.#next;
  }

  async #sync(): Promise<void> {
    const { native, folder, log } = this.deps;
    await native.syncFileSystem(folder).catch((error: unknown) => {
      log.warn('disk: not synced (a power cut may take the last change of networks, pairings or time zone)', {
        folder,
        error,
      });
    });
  }
}
