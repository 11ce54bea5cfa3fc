/**
 * Backups without a person: one a day into `backups/` of the state directory, when something has changed; their list; and
 * the way back, on request, or by itself on a box that has lost all of its state. Thread: main; workers write and restore.
 */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';

import { InvalidInput, NotFound, TonearmError, Unprocessable, Unreadable } from '../errors.js';
import type { Log } from '../log.js';
import type { Backups, WantedSettings } from './backups.js';
import {
  backupAt,
  backupName,
  type BackupFile,
  isBackupName,
  KEPT_FOLDER,
  STICK_FOLDER,
  listBackups,
  makeFolder,
  prune,
  returningBackups,
} from './kept-folder.js';
import type { Counts } from './orders.js';

export interface KeptBackup extends BackupFile {
  /** Where it lies: on the box, or on a USB stick. */
  readonly source: 'box' | 'stick';
}

export interface KeptBackupsDeps {
  /** The state directory. */
  readonly directory: string;
  readonly backups: Pick<Backups, 'keep' | 'restore' | 'fill'>;
  /** What is set, in the words of the wire, and back. */
  readonly settings: {
    write(): unknown;
    /** @throws InvalidInput, MembersRefused */
    read(given: unknown): Promise<WantedSettings>;
  };
  readonly stick: {
    /** Mount points of the sticks. Never rejects. */
    mounted(): Promise<readonly string[]>;
    /** Whether backups are to be copied to one. */
    isWanted(): boolean;
    /** Never rejects. */
    copy(): Promise<void>;
  };
  readonly log: Log;
  readonly now?: () => Date;
}

export class KeptBackups {
  readonly #folder: string;
  readonly #now: () => Date;

  constructor(private readonly deps: KeptBackupsDeps) {
    this.#folder = join(deps.directory, KEPT_FOLDER);
    this.#now = deps.now ?? (() => new Date());
  }

  /** Makes the backup of the day, durably, and removes those that are too many. Never rejects. */
  async keep(): Promise<void> {
    const { backups, settings, stick, log } = this.deps;
    const now = this.#now();
    const name = backupName(now);
    try {
      await makeFolder(this.#folder);
      await backups.keep(settings.write(), join(this.#folder, name));
      await prune(this.#folder, name, now);
      log.info('backup: daily backup made', { name });
    } catch (error) {
      log.warn('backup: no daily backup (the next one is due tomorrow)', { error });
      return;
    }
    if (stick.isWanted()) await stick.copy();
  }

  /** Backups that can be restored, the newest first: those of the box, and what else lies on a stick. Never rejects. */
  async list(): Promise<readonly KeptBackup[]> {
    const folders = await this.#folders();
    const lists = folders.map(async ({ folder, source }) =>
      (await listBackups(folder)).map((file) => ({ ...file, source })),
    );
    const byName = new Map(
      (await Promise.all(lists))
        .flat()
        .toReversed()
        .map((file) => [file.name, file]),
    );
    return [...byName.values()].sort((one, other) => (one.name < other.name ? 1 : -1));
  }

  /** The box first: of two of the same name that is taken. */
  async #folders() {
    const mounted = await this.deps.stick.mounted();
    const sticks = mounted.map((path) => ({ folder: join(path, STICK_FOLDER), source: 'stick' as const }));
    return [{ folder: this.#folder, source: 'box' as const }, ...sticks];
  }

  async #find(name: string): Promise<BackupFile | undefined> {
    if (!isBackupName(name)) return undefined;
    for (const { folder } of await this.#folders()) {
      const file = await backupAt(folder, name);
      if (file !== undefined) return file;
    }
    return undefined;
  }

  /**
   * Restores a backup of the list, as `Backups.restore` does.
   * @throws NotFound UNKNOWN_BACKUP, Unprocessable INVALID_BACKUP, Unreadable UNREADABLE_FILE, and as `Backups.restore`
   */
  async restore(name: string): Promise<Counts> {
    const { backups, settings } = this.deps;
    const file = await this.#find(name);
    if (file === undefined) throw new NotFound('UNKNOWN_BACKUP', `There is no backup ${name}.`);
    try {
      return await backups.restore(createReadStream(file.path), (given) => settings.read(given));
    } catch (error) {
      if (error instanceof InvalidInput) throw new Unprocessable(error.code, error.message, { cause: error });
      if (error instanceof TonearmError) throw error;
      throw new Unreadable('UNREADABLE_FILE', `The backup ${name} cannot be read.`, { cause: error });
    }
  }

  /** Whether a box without any state has something that comes back by itself. Never rejects. */
  async exists(): Promise<boolean> {
    return (await returningBackups(this.#folder)).length > 0;
  }

  /**
   * Puts the newest sound backup into an empty database that nobody else uses. Never rejects.
   * @returns when that backup was made, in Unix seconds; undefined when there is none: the database is empty then
   */
  async fill(database: string): Promise<number | undefined> {
    const { backups, settings, log } = this.deps;
    for (const { name, path, madeAt } of await returningBackups(this.#folder)) {
      try {
        await backups.fill(database, path, (given) => settings.read(given));
        log.warn('backup: restored by itself (the box had lost its state)', { name });
        return madeAt;
      } catch (error) {
        log.warn('backup: not restored (an older one is tried)', { name, error });
      }
    }
    return undefined;
  }
}
