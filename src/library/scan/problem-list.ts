/** The files and folders that could not be read, as a person asks for them. */
import type { Sqlite } from '../../database/sqlite.js';

export interface ProblemRow {
  readonly path: string;
  /** For a person. */
  readonly problem: string;
}

export interface ProblemPage {
  readonly total: number;
  readonly rows: readonly ProblemRow[];
}

const COUNT = 'SELECT count(*) FROM file WHERE problem IS NOT NULL';
/** In the order of an index: no sorting, however many there are. A problem of a folder has an empty file name. */
const PAGE = `SELECT folder.path || iif(file.name = '', '', '/' || file.name) AS path, file.problem AS problem
  FROM file CROSS JOIN folder ON folder.key = file.folder
  WHERE file.problem IS NOT NULL ORDER BY file.folder, file.name LIMIT ? OFFSET ?`;

export function listProblems(sql: Sqlite, limit: number, offset: number): ProblemPage {
  const total = sql.prepare<[], number>(COUNT).pluck().get() ?? 0;
  return { total, rows: sql.prepare<[number, number], ProblemRow>(PAGE).all(limit, offset) };
}
