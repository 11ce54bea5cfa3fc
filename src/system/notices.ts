/**
 * Notices that stay until somebody acknowledges them: that the state database was damaged, and what was restored. Kept
 * in a file beside that database, which is read when asked for only. Thread: main.
 */
import { readFile, rm } from 'node:fs/promises';

import { noticeFileOf, type Loss, type Recovery } from '../database/recovery.js';
import { NotFound, Unavailable } from '../errors.js';

export interface BoxNotice {
  readonly id: string;
  /** Unix seconds. */
  readonly at: number;
  /** What was restored: a copy, the copy from before an update, a backup, the readable part of the damaged file, nothing. */
  readonly code: 'STATE_RESTORED' | 'STATE_BEFORE_UPDATE' | 'STATE_FROM_BACKUP' | 'STATE_SALVAGED' | 'STATE_LOST';
  /** When the restored copy or backup was made, in Unix seconds; null without one. */
  readonly copiedAt: number | null;
  readonly salvagedRows: number;
  /** For people. */
  readonly text: string;
}

const WHAT = 'playlists, likes, the queue and settings';
const LOSSES = {
  missing: 'was missing',
  empty: 'was empty',
  damaged: 'was damaged',
  logLost: 'had lost its latest changes',
  gone: 'was gone',
  tooNew: 'was changed by a newer version of Tonearm, which does not run any more',
} as const satisfies Record<Loss, string>;

const CODES = {
  dailyCopy: 'STATE_RESTORED',
  beforeUpdate: 'STATE_BEFORE_UPDATE',
  backup: 'STATE_FROM_BACKUP',
} as const satisfies Record<NonNullable<Recovery['source']>, string>;

export class Notices {
  readonly #file: string;

  /** @param database file of the state database */
  constructor(database: string) {
    this.#file = noticeFileOf(database);
  }

  /** Notices that nobody has acknowledged. Never rejects. */
  async read(): Promise<readonly BoxNotice[]> {
    const text = await readFile(this.#file, 'utf8').catch(() => undefined);
    if (text === undefined) return [];
    try {
      return [noticeOf(JSON.parse(text) as Recovery)];
    } catch {
      return []; // no notice is worth a failure
    }
  }

  /** Removes a notice that somebody has read. @throws NotFound UNKNOWN_NOTICE, Unavailable NOT_SAVED */
  async acknowledge(id: string): Promise<void> {
    if (!(await this.read()).some((notice) => notice.id === id)) {
      throw new NotFound('UNKNOWN_NOTICE', `There is no notice ${id}, or it was acknowledged already.`);
    }
    try {
      await rm(this.#file);
    } catch (cause) {
      throw new Unavailable('NOT_SAVED', 'The notice could not be removed.', { cause });
    }
  }
}

function codeOf({ copiedAt, source = 'dailyCopy', salvagedRows }: Recovery): BoxNotice['code'] {
  if (copiedAt !== null) return CODES[source];
  return salvagedRows > 0 ? 'STATE_SALVAGED' : 'STATE_LOST';
}

function noticeOf(recovery: Recovery): BoxNotice {
  const { at, loss, copiedAt, salvagedRows } = recovery;
  const code = codeOf(recovery);
  const copy = copiedAt === null ? '' : new Date(copiedAt * 1000).toISOString().slice(0, 16).replace('T', ' ');
  const became = {
    STATE_RESTORED:
      salvagedRows > 0
        ? `The copy of ${copy} UTC came back, with what could still be read of the damaged file.`
        : `The copy of ${copy} UTC came back; what was changed after it is lost.`,
    STATE_BEFORE_UPDATE:
      `The copy of ${copy} UTC, from before that update, is in use; what was changed after it is missing, and is kept ` +
      'beside it as `state.db.newer-…`.',
    STATE_FROM_BACKUP:
      `The automatic backup of ${copy} UTC was restored; what was changed after it is lost, and so are the queue and ` +
      'the PIN.',
    STATE_SALVAGED: 'There was no copy; what could still be read of the damaged file came back, the rest is lost.',
    STATE_LOST: 'There was no copy, and nothing could be read of it: all of that is lost.',
  }[code];
  const text = `The database of ${WHAT} ${LOSSES[loss]}. ${became}`;
  return { id: String(at), at, code, copiedAt, salvagedRows, text };
}
