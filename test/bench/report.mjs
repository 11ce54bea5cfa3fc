/** Makes a table for a person and a JSON file for a program from lists of measurements. */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, release } from 'node:os';
import { join } from 'node:path';
import { BENCH } from './paths.mjs';

export function median(values) {
  const ordered = values.toSorted((a, b) => a - b);
  const middle = ordered.length >> 1;
  return ordered.length % 2 === 1 ? ordered[middle] : (ordered[middle - 1] + ordered[middle]) / 2;
}

function number(value) {
  if (value === 0) return '0';
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(Math.abs(value) < 0.1 ? 2 : 3);
}

function spread(values) {
  const middle = number(median(values));
  return values.length === 1 ? middle : `${middle} (${number(Math.min(...values))}–${number(Math.max(...values))})`;
}

/** The row with its ratio and whether the target is met; `met` is undefined where there is none. */
export function judge(row) {
  const ours = median(row.tonearm);
  const theirs = median(row.reference);
  const ratio = theirs === 0 ? undefined : ours / theirs;
  if (row.absolute !== undefined) return { ...row, ratio, target: `≤ ${row.absolute}`, met: ours <= row.absolute };
  if (row.limit === undefined) return { ...row, ratio, target: '' };
  return { ...row, ratio, target: `≤ ${row.limit.toFixed(2)}×`, met: ratio !== undefined && ratio <= row.limit };
}

const MARK = { true: 'met', false: 'MISSED', undefined: '' };

export function table(rows) {
  const lines = [['', 'unit', 'Tonearm', 'reference', '', 'ratio', 'target', '']];
  for (const { title, unit, tonearm, reference, referenceName, ratio, target, met } of rows) {
    const times = ratio === undefined ? '–' : `${ratio.toFixed(2)}×`;
    lines.push([title, unit, spread(tonearm), spread(reference), referenceName, times, target, MARK[met]]);
  }
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Writes build/bench/<date>.json and latest.json. @returns the path of the former */
export function writeReport(report) {
  const date = new Date().toISOString();
  const content = {
    date,
    machine: { cpus: cpus().map(({ model }) => model), kernel: release(), node: process.version, load: loadavg() },
    ...report,
  };
  const text = `${JSON.stringify(content, undefined, 2)}\n`;
  const file = join(BENCH, `${date.replaceAll(':', '-').slice(0, 19)}.json`);
  writeFileSync(file, text);
  writeFileSync(join(BENCH, 'latest.json'), text);
  return file;
}
