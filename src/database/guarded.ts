/** A database of the library whose failures a client may see: the disk's, and those of a file from the future. */
import type { Database } from './database.js';
import { DatabaseTooNew } from './migrations.js';
import type { Sqlite } from './sqlite.js';
import { Unavailable } from '../errors.js';
import type { Log } from '../log.js';

/** The cause is the file, the disk or a lock, and not the question (sqlite.org/rescode.html, errno(3)). */
const OF_THE_DISK = /^(SQLITE_(CANTOPEN|IOERR|FULL|READONLY|BUSY|LOCKED|PERM|AUTH|CORRUPT|NOTADB)|E[A-Z]+$)/;

function isOfTheDisk(error: unknown): boolean {
  if (error instanceof DatabaseTooNew) return true;
  return error instanceof Error && 'code' in error && OF_THE_DISK.test(String(error.code));
}

export class GuardedDatabase {
  #reported = '';

  constructor(
    private readonly database: Database,
    private readonly log: Log,
  ) {}

  /** As of Database. @throws Unavailable LIBRARY_UNAVAILABLE */
  async read<Result>(query: (sql: Sqlite) => Result): Promise<Result> {
    try {
      return await this.database.read(query);
    } catch (error) {
      throw this.#explained(error, 'LIBRARY_UNAVAILABLE', 'The library cannot be read.');
    }
  }

  /** As of Database. @throws Unavailable NOT_SAVED */
  async write(change: (sql: Sqlite) => void): Promise<void> {
    try {
      await this.database.write(change);
    } catch (error) {
      throw this.#explained(error, 'NOT_SAVED', 'It could not be saved.');
    }
  }

  /** Says it in the log, but not again and again: the queue is asked for all the time. */
  #explained(error: unknown, code: string, sentence: string): unknown {
    if (!isOfTheDisk(error)) return error;
    const reason = String(error);
    if (reason !== this.#reported) this.log.warn('database: library or state not available', { error });
    this.#reported = reason;
    return new Unavailable(code, sentence, { cause: error });
  }
}
