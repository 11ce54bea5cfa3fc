/** Rows of the volumes: the roots, and what is mounted below them. Each change is a transaction of its own. */
import type { Statement } from 'better-sqlite3';
import type { Sqlite } from '../../database/sqlite.js';
import { AGAIN } from './file-reading.js';
import { RAISE_REVISION } from './revision.js';

/** How long the tracks of a volume that is away are kept, in seconds. */
const KEPT = 30 * 24 * 60 * 60;
/**
 * More than this between two scans counts as this much: the box was off, or its clock, which it may have none of, was set.
 * Absence counts only while the box is there to see it.
 */
const MOST_BETWEEN = 2 * 24 * 60 * 60;

export interface RootRow {
  readonly key: number;
  readonly path: string;
  readonly mounted: 0 | 1;
  readonly available: 0 | 1;
  readonly vanished_at: number | null;
  /** What its files were read by, but for those that are to be read again. */
  readonly tag_rules: string | null;
}

const UNIX_SECONDS = 'unixepoch()';
/** What is known of its files, if anything, was read as the files of other roots: they lay in one of those. */
const ADD = `INSERT INTO root (path, mounted, available, tag_rules) VALUES (?, ?, 1,
  (SELECT iif(count(*) = count(tag_rules) AND min(tag_rules) = max(tag_rules), min(tag_rules), NULL) FROM root))`;
/** Also what lies below and was another root's: it was not mounted when it was read. */
const READ_AGAIN = `UPDATE file SET modified = ${AGAIN} WHERE name <> '' AND folder IN (
  SELECT key FROM folder WHERE root = $key OR path = $path OR path > $path || '/' AND path < $path || '0')`;

export class Roots {
  readonly #all: Statement<[], RootRow>;
  readonly #find: Statement<[string], RootRow>;
  readonly #add: Statement<[string, number]>;
  readonly #here: Statement<[number, number]>;
  readonly #away: Statement<[number]>;
  readonly #readAgain: Statement<[{ key: number; path: string }]>;
  readonly #setRules: Statement<[string, number]>;
  readonly #raise: Statement<[]>;

  constructor(private readonly sql: Sqlite) {
    this.#all = sql.prepare('SELECT * FROM root');
    this.#find = sql.prepare('SELECT * FROM root WHERE path = ?');
    this.#add = sql.prepare(ADD);
    this.#here = sql.prepare('UPDATE root SET available = 1, vanished_at = NULL, mounted = ? WHERE key = ?');
    this.#away = sql.prepare(`UPDATE root SET available = 0, vanished_at = ${UNIX_SECONDS} WHERE key = ?`);
    this.#readAgain = sql.prepare(READ_AGAIN);
    this.#setRules = sql.prepare('UPDATE root SET tag_rules = ? WHERE key = ?');
    this.#raise = sql.prepare(RAISE_REVISION);
  }

  all(): readonly RootRow[] {
    return this.#all.all();
  }

  find(path: string): RootRow | undefined {
    return this.#find.get(path);
  }

  /** The volume is there; @returns its key */
  here(path: string, mounted: boolean): number {
    const row = this.find(path);
    if (row?.available === 1 && row.mounted === Number(mounted)) return row.key;
    return this.#changing(() => {
      if (row === undefined) return Number(this.#add.run(path, Number(mounted)).lastInsertRowid);
      this.#here.run(Number(mounted), row.key);
      return row.key;
    });
  }

  /**
   * The files of the volume are read by these rules from now on, and those that are known are to be read again: what was
   * read when the box goes off is not read once more.
   */
  readBy(key: number, path: string, rules: string): void {
    this.sql
      .transaction(() => {
        this.#readAgain.run({ key, path });
        this.#setRules.run(rules, key);
      })
      .immediate();
  }

  /** The volume is away; its tracks stay, and are shown again when it is back. */
  away(row: RootRow): void {
    if (row.available === 1) this.#changing(() => this.#away.run(row.key));
  }

  /** Those that have been away for too long. Called once a scan: absence is counted from one to the next. */
  lost(): readonly RootRow[] {
    const gap = this.sql.prepare<[], number>(`SELECT ${UNIX_SECONDS} - scanned_at FROM library`).pluck().get() ?? 0;
    const excess = gap < 0 ? gap : Math.max(gap - MOST_BETWEEN, 0);
    this.sql.transaction(() => {
      if (excess !== 0) this.sql.prepare('UPDATE root SET vanished_at = vanished_at + ?').run(excess);
      if (this.#isDue(gap)) this.sql.exec(`UPDATE library SET scanned_at = ${UNIX_SECONDS}`);
    })();
    const select = `SELECT * FROM root WHERE available = 0 AND vanished_at < ${UNIX_SECONDS} - ?`;
    return this.sql.prepare<[number], RootRow>(select).all(KEPT);
  }

  remove(row: RootRow): void {
    this.#changing(() => this.sql.prepare('DELETE FROM root WHERE key = ?').run(row.key));
  }

  /** A scan that finds nothing new writes nothing, but for this once a day. */
  #isDue(gap: number): boolean {
    return gap < 0 || gap > MOST_BETWEEN / 2;
  }

  #changing<Result>(change: () => Result): Result {
    return this.sql
      .transaction(() => {
        this.#raise.run();
        return change();
      })
      .immediate();
  }
}
