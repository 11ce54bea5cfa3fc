/**
 * Backups of what people did, and the two ways in which all of that becomes something else: a backup is restored, or the
 * box is reset. A worker does the work, one at a time; while it replaces, writes wait and everything else goes on. What is
 * new is in force when the call resolves, without a start. Thread: main.
 *
 *     body ─▶ file ─▶ worker looks through all of it ─▶ settings are judged ─▶ worker: copy, one transaction ─▶ told
 */
import { createWriteStream } from 'node:fs';
import { open, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';

import type { Alarms } from '../alarms/alarms.js';
import type { Database } from '../database/database.js';
import { syncFolder } from '../durable.js';
import { Conflict, InvalidInput, Unavailable } from '../errors.js';
import type { Library } from '../library/library.js';
import type { NetworkShares } from '../network/shares/network-shares.js';
import type { Log } from '../log.js';
import type { LivePlayer } from '../playback/live-player.js';
import { DEFAULT_MODES, type PlaybackModes } from '../playback/modes.js';
import type { Revision } from '../revision.js';
import type { Stations } from '../radio/stations.js';
import { rowsOfSettings } from '../settings/settings-store.js';
import type { Settings, SettingsRecord } from '../settings/settings.js';
import { FORMAT, FORMAT_VERSION } from './document.js';
import { KEPT_FOLDER, markReset } from './kept-folder.js';
import type { BackupWorkerData, Counts, Order, Report, ResetScope } from './orders.js';

export interface BackupsDeps {
  /** The bundled `backup-worker.ts`. */
  readonly workerFile: string;
  /** Absolute path of `better_sqlite3.node`. */
  readonly binding: string;
  /** Where the database of what people did lies. */
  readonly directory: string;
  readonly file: string;
  readonly state: Pick<Database, 'read' | 'exclusively' | 'inWorker' | 'makeCopy'>;
  readonly version: string;
  readonly settings: Pick<Settings, 'defaults' | 'reload'>;
  readonly library: Pick<Library, 'peopleRenewed'>;
  readonly playlistEvents: Pick<Revision, 'changed'>;
  readonly stations: Pick<Stations, 'changed'>;
  readonly alarms: Pick<Alarms, 'look'>;
  readonly movedFiles: { lookAgain(): Promise<number> };
  readonly player: Pick<LivePlayer, 'setModes' | 'forget'>;
  readonly volume: { reload(): Promise<void> };
  /** What waited to be told is gone. Never rejects. */
  readonly scrobbler: { forget(): Promise<unknown> };
  readonly scanner: { scan(reread: boolean): Promise<unknown> };
  readonly pin: { forgetAttempts(): Promise<void>; keepMark(): Promise<void> };
  readonly speakers: { reloadWanted(): Promise<void> };
  readonly shares: Pick<NetworkShares, 'removeAll' | 'mountRest'>;
  readonly log: Log;
  readonly now?: () => Date;
}

/** What a backup says is set, in the words of the house. */
export interface WantedSettings {
  readonly settings: SettingsRecord;
  readonly modes: PlaybackModes;
}

export interface WrittenBackup {
  /** The only name of the file is gone: whoever closes it ends it. */
  readonly file: FileHandle;
  readonly bytes: number;
  /** Unix seconds. */
  readonly madeAt: number;
}

const OUTGOING = 'backup.json.part';
const KEEPING = 'kept-backup.json.part';
const INCOMING = 'restore.json.part';
/** What a sudden end may leave behind. */
const UNFINISHED = /\.(?:part|new)(?:-journal|-wal|-shm)?$/;
/** Playlists of ten thousand tracks fit; a document that is made to fill the memory ends its worker, not the daemon. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

export class Backups {
  readonly #now: () => Date;
  #busy: Promise<unknown> | undefined;

  constructor(private readonly deps: BackupsDeps) {
    this.#now = deps.now ?? (() => new Date());
  }

  /** At the start. Never rejects. */
  async clearAway(): Promise<void> {
    const { directory } = this.deps;
    const names = await readdir(directory).catch(() => []);
    for (const name of names) {
      if (UNFINISHED.test(name)) await rm(join(directory, name), { force: true }).catch(() => undefined);
    }
  }

  /**
   * What people did, all of one moment.
   * @param settings as the wire has them, without secrets
   * @throws Conflict BUSY, Unavailable BACKUP_FAILED
   */
  async write(settings: unknown): Promise<WrittenBackup> {
    return this.#alone(async () => {
      const to = join(this.deps.directory, OUTGOING);
      return await this.#written(to, settings, async (madeAt) => {
        const file = await open(to, 'r');
        return { file, bytes: (await file.stat()).size, madeAt };
      });
    });
  }

  /**
   * As `write`, into a durable file that appears whole. Waits while another backup, restore or reset is under way.
   * @throws Unavailable BACKUP_FAILED
   */
  async keep(settings: unknown, file: string): Promise<void> {
    while (this.#busy !== undefined) await this.#busy;
    await this.#alone(async () => {
      const to = join(this.deps.directory, KEEPING);
      await this.#written(to, settings, async () => {
        const written = await open(to, 'r');
        await written.sync().finally(() => written.close());
        await rename(to, file);
        await syncFolder(dirname(file));
      });
    });
  }

  /** Writes a backup to `to`, which is removed in the end. @throws Unavailable BACKUP_FAILED */
  async #written<Result>(to: string, settings: unknown, use: (madeAt: number) => Promise<Result>): Promise<Result> {
    const madeAt = Math.floor(this.#now().getTime() / 1000);
    const head = { format: FORMAT, version: FORMAT_VERSION, tonearm: this.deps.version, made_at: madeAt, settings };
    try {
      // So that its tables are those of today.
      await this.deps.state.read((sql) => sql.prepare('SELECT 1').get());
      expected(await this.#obey({ kind: 'write', to, head }));
      return await use(madeAt);
    } catch (error) {
      throw this.#failed('BACKUP_FAILED', 'The backup could not be written.', error);
    } finally {
      await rm(to, { force: true }).catch(() => undefined);
    }
  }

  /**
   * Has a backup take the place of what people did. Resolves when it is durable and in force.
   * @param body bytes of the backup; what they throw is thrown
   * @param read what the backup says is set, in the words of the house; throws InvalidInput
   * @returns how many elements each list has
   * @throws Conflict BUSY, BACKUP_TOO_NEW; InvalidInput INVALID_BACKUP, MALFORMED_JSON
   * @throws Unavailable NOT_SAVED: nothing is changed
   */
  async restore(body: AsyncIterable<Buffer>, read: (settings: unknown) => Promise<WantedSettings>): Promise<Counts> {
    return this.#alone(async () => {
      const { directory, shares, log } = this.deps;
      const from = join(directory, INCOMING);
      try {
        await this.#receive(body, from);
        const { settings, counts } = await this.#checked(from, read);
        await this.#replace({ kind: 'restore', from, settings, copy: this.#copy('restore') });
        await this.#inForce(settings.modes);
        void shares.mountRest();
        log.info('backup: restored', counts);
        return counts;
      } finally {
        await rm(from, { force: true }).catch(() => undefined);
      }
    });
  }

  /**
   * Puts a backup into a database that nobody else has open, and that holds nothing yet.
   * @throws as `restore`, or Error of SQLite or the disk: then the database is as it was
   */
  async fill(database: string, from: string, read: (settings: unknown) => Promise<WantedSettings>): Promise<void> {
    const { settings } = await this.#checked(from, read);
    expected(await this.#obey({ kind: 'restore', from, settings }, database));
  }

  /** @throws as `restore` */
  async #checked(from: string, read: (settings: unknown) => Promise<WantedSettings>) {
    const report = await this.#obey({ kind: 'check', from });
    if (report.kind === 'refused') throw refusal(report);
    const { settings: given, counts } = expected(report, 'checked');
    const { settings, modes } = await read(given);
    return { counts, settings: { rows: rowsOfSettings(settings, this.deps.settings.defaults), modes } };
  }

  /**
   * Settings stand at their defaults, or everything that people did is gone. Resolves when it is durable and in force.
   * @throws Conflict BUSY, Unavailable NOT_SAVED: nothing is changed; StateNotSaved when just the queue may come back
   */
  async reset(scope: ResetScope): Promise<void> {
    await this.#alone(async () => {
      const { directory, player, scrobbler, scanner, pin, speakers, shares, log } = this.deps;
      // First: what was erased on purpose must not come back by itself.
      if (scope === 'everything') await this.#saved(() => markReset(join(directory, KEPT_FOLDER)));
      await this.#replace({ kind: 'reset', scope, modes: DEFAULT_MODES, copy: this.#copy('reset') });
      if (scope === 'everything') {
        await pin.forgetAttempts();
        await pin.keepMark();
        await scrobbler.forget();
        await shares.removeAll();
        await speakers.reloadWanted();
        await player.forget();
      }
      await this.#inForce(DEFAULT_MODES);
      log.info('backup: reset done', { scope });
      if (scope === 'settings') return;
      scanner.scan(true).catch((error: unknown) => log.warn('backup: no scan after the reset', { error }));
    });
    // The last daily copy has what was erased, and would come back by itself if the database were lost.
    if (scope === 'everything') await this.deps.state.makeCopy();
  }

  #copy(reason: 'restore' | 'reset'): string {
    const moment = this.#now().toISOString().replace('Z', '').replaceAll(/[:.]/g, '-');
    return join(this.deps.directory, `state-before-${reason}.${moment}.db`);
  }

  async #receive(body: AsyncIterable<Buffer>, to: string): Promise<void> {
    let failure: unknown;
    const bytes = async function* (): AsyncGenerator<Buffer> {
      try {
        yield* body;
      } catch (error) {
        failure = error;
        throw error;
      }
    };
    try {
      await pipeline(bytes, createWriteStream(to, { mode: 0o600 }));
    } catch (error) {
      throw failure ?? this.#failed('NOT_SAVED', 'It could not be saved, and nothing is changed.', error);
    }
  }

  /** @throws Unavailable NOT_SAVED */
  async #replace(order: Order): Promise<void> {
    const { state, library, settings } = this.deps;
    await this.#saved(() =>
      state.exclusively(async () => {
        expected(await this.#obey(order));
        library.peopleRenewed();
        await settings.reload();
      }),
    );
  }

  /** @throws Unavailable NOT_SAVED */
  async #saved(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      throw this.#failed('NOT_SAVED', 'It could not be saved, and nothing is changed.', error);
    }
  }

  /** What listens to changes is told of them. */
  async #inForce(modes: PlaybackModes): Promise<void> {
    const { playlistEvents, stations, alarms, volume, player, movedFiles, log } = this.deps;
    playlistEvents.changed();
    stations.changed();
    await alarms.look();
    await volume.reload();
    await player.setModes(modes);
    movedFiles
      .lookAgain()
      .catch((error: unknown) =>
        log.warn('moved files: search failed (playlists and likes keep their old paths)', { error }),
      );
  }

  /** @throws Conflict BUSY */
  async #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#busy !== undefined) throw new Conflict('BUSY', 'Another backup, restore or reset is under way.');
    const working = work();
    this.#busy = working.catch(() => undefined);
    try {
      return await working;
    } finally {
      this.#busy = undefined;
    }
  }

  #failed(code: string, sentence: string, cause: unknown): unknown {
    this.deps.log.error(sentence, { error: cause });
    return new Unavailable(code, sentence, { cause });
  }

  /** Never rejects. */
  #obey(order: Order, file = this.deps.file): Promise<Report> {
    const { workerFile, binding } = this.deps;
    const workerData: BackupWorkerData = { file, binding, order };
    const work = new Promise<Report>((resolve) => {
      const failed = (message: string): Report => ({ kind: 'failed', code: '', message });
      let report = failed('the worker ended');
      const worker = new Worker(workerFile, { workerData, resourceLimits: RESOURCE_LIMITS });
      worker.on('message', (said: Report) => {
        report = said;
      });
      worker.on('error', (error) => {
        report = failed(error.message);
      });
      // The worker has closed its database connection by then.
      worker.on('exit', () => resolve(report));
    });
    return this.deps.state.inWorker(work);
  }
}

/** @throws Error with the code of SQLite or the disk */
function expected<Kind extends 'done' | 'checked' = 'done'>(
  report: Report,
  kind: Kind = 'done' as Kind,
): Extract<Report, { kind: Kind }> {
  if (report.kind === kind) return report as Extract<Report, { kind: Kind }>;
  const message = 'message' in report ? report.message : report.kind;
  throw Object.assign(new Error(message), 'code' in report && { code: report.code });
}

function refusal({ code, message, violations }: Extract<Report, { kind: 'refused' }>): Error {
  return code === 'BACKUP_TOO_NEW' ? new Conflict(code, message) : new InvalidInput(code, message, violations);
}
