/** The scan of the library on the wire. */
import type { ScanEnd, ScannerState } from '../../library/scan/scanner.js';
import { codeOf } from '../../library/scan/problems.js';
import type { ProblemPage } from '../../library/scan/problem-list.js';
import * as schema from '../schema.js';

const COUNTS = {
  folders: schema.count('Folders that were looked at.'),
  files: schema.count('Files that were met there.'),
  read: schema.count('Files that were opened, for they were new or had changed.'),
  failed: schema.count('Of those, the ones that could not be read.'),
} as const;

const LastScanSchema = {
  type: ['object', 'null'],
  description: 'The last scan that is over; null before the first.',
  required: ['at', 'duration', ...Object.keys(COUNTS), 'code', 'reason'],
  properties: {
    at: schema.count('When it ended, in Unix seconds.'),
    duration: schema.count('How long it took, in milliseconds.'),
    ...COUNTS,
    code: schema.text('Why it failed: stable, upper snake case; `""` when it did not.'),
    reason: schema.text('The same for people.'),
  },
} as const;

const PROGRESS = {
  scanning: schema.boolean('Whether the library is scanned now.'),
  phase: schema.choice(
    ['', 'starting', 'walking', 'reading', 'writing', 'finishing'],
    'What the scan does now; `""` when there is none.',
  ),
  root: schema.text('The library root, or the volume, where it is; `""` when there is none.'),
  ...COUNTS,
  revision: schema.text('Another one whenever a list of the library is another; compare it for equality only.'),
  last: LastScanSchema,
} as const;

/** As the event tells it. */
export const ScanProgressSchema = schema.record(
  'How far the scan of the library is; sent at most four times a second. The counts are of this scan.',
  PROGRESS,
);

const ScanVolumeSchema = schema.record('', {
  path: schema.text('A library root, or what is mounted below one.'),
  available: schema.boolean('Whether it is there. The tracks of one that is away are kept.'),
  mounted: schema.boolean('Whether it is a mount point, or was one.'),
  remote: schema.boolean('Whether it is looked through from time to time, for it tells no changes.'),
});

const ScanProblemSchema = schema.record('', {
  path: schema.text('Absolute path of a file or folder; bytes of a name that are no UTF-8 are written as `\\xe9`.'),
  code: schema.text(
    '`NOT_AUDIO` (it is not in the library), `NO_READABLE_TAGS` (it plays, and is named by its path) or `UNREADABLE_FILE`.',
  ),
  reason: schema.text('The same for people, in English.'),
});

export const ScanSchema = schema.named('Scan').schema({
  type: 'object',
  description: 'The scan of the library, and what it could not read.',
  required: [...Object.keys(PROGRESS), 'volumes', 'problem_count', 'problems'],
  properties: {
    ...PROGRESS,
    volumes: schema.listOf(ScanVolumeSchema, 'As the last scan found them.'),
    problem_count: schema.count('Files and folders that could not be read, in all.'),
    problems: schema.listOf(ScanProblemSchema, 'Some of them, as `limit` and `offset` say.'),
  },
});

const LARGEST_PAGE = 1000;

export const PROBLEMS_QUERY = {
  limit: schema.countParameter(`How many problems at most; never more than ${LARGEST_PAGE}.`, 100),
  offset: schema.countParameter('Index of the first problem of the answer; behind the end there is none.', 0),
} as const satisfies Record<string, schema.IntegerParameter>;

export function pageSize(limit: number): number {
  return Math.min(limit, LARGEST_PAGE);
}

export function toScanProgress({ progress, last, revision }: ScannerState) {
  const { phase = '', root = '', folders = 0, files = 0, read = 0, failed = 0 } = progress ?? {};
  const scanning = progress !== undefined;
  return { scanning, phase, root, folders, files, read, failed, revision: String(revision), last: toLastScan(last) };
}

function toLastScan(last: ScanEnd | undefined) {
  if (last === undefined) return null;
  const { at, milliseconds, folders, files, read, failed, failure } = last;
  const code = failure?.code ?? '';
  return { at, duration: milliseconds, folders, files, read, failed, code, reason: failure?.message ?? '' };
}

export function toScan(state: ScannerState, { total, rows }: ProblemPage) {
  return {
    ...toScanProgress(state),
    volumes: state.volumes.map(({ path, available, mounted, remote }) => ({ path, available, mounted, remote })),
    problem_count: total,
    problems: rows.map(({ path, problem }) => ({ path, code: codeOf(problem), reason: problem })),
  };
}
