/** Backups with their real worker and real databases; the worker is bundled when it is first needed. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import tap, { type Test } from 'tap';
import { Backups, type BackupsDeps } from '../../src/backup/backups.js';
import { BINDING } from '../database/rig.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { bundleWorker } from '../library/fixtures.js';
import type { LibraryRig } from '../library/rig.js';

let bundled: Promise<string> | undefined;

export function backupWorker(): Promise<string> {
  return (bundled ??= bundle());
}

async function bundle(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tonearm-backup-worker-'));
  tap.teardown(() => rm(folder, { recursive: true, force: true }));
  return bundleWorker(folder, 'src/backup/backup-worker.ts');
}

type Around = Partial<BackupsDeps> & Pick<BackupsDeps, 'settings'>;

/** Backups of a library's rig; callbacks that are not given do nothing. */
export async function realBackups(_: Test, people: LibraryRig, around: Around): Promise<Backups> {
  const file = await people.state.read((sql) => sql.name);
  return new Backups({
    workerFile: await backupWorker(),
    binding: BINDING,
    directory: dirname(file),
    file,
    state: people.state,
    version: '1.2.3',
    library: people.library,
    playlistEvents: people.playlistEvents,
    stations: people.stations,
    alarms: { look: () => Promise.resolve() },
    movedFiles: { lookAgain: () => Promise.resolve(0) },
    player: { setModes: () => Promise.resolve(), forget: () => Promise.resolve() },
    volume: { reload: () => Promise.resolve() },
    scrobbler: { forget: () => Promise.resolve() },
    scanner: { scan: () => Promise.resolve() },
    pin: { forgetAttempts: () => Promise.resolve(), keepMark: () => Promise.resolve() },
    speakers: { reloadWanted: () => Promise.resolve() },
    shares: { removeAll: () => Promise.resolve(), mountRest: () => Promise.resolve() },
    log: SILENT_LOG,
    ...around,
  });
}

/** Backups that are made when they are first used. */
export function lazyBackups(t: Test, people: LibraryRig, around: Around): Pick<Backups, 'write' | 'restore' | 'reset'> {
  let made: Promise<Backups> | undefined;
  const real = (): Promise<Backups> => (made ??= realBackups(t, people, around));
  return {
    write: async (settings) => (await real()).write(settings),
    restore: async (body, read) => (await real()).restore(body, read),
    reset: async (scope) => (await real()).reset(scope),
  };
}
