import { MOST_LOST_MS } from './power-changes.mjs';

/** The table of a run of power cuts, as Markdown. @param progress as `power.mjs` keeps it */
export function reportOf(progress) {
  const { count, seed, cuts, boots, healthy, failures, interrupted, recovered } = progress;
  const { checked = 0, lost = 0, position = 0, updates = 0, repaired = 0, refused = 0 } = progress;
  const damaged = cuts.filter(({ damage }) => damage).length;
  const sum = (name) => cuts.reduce((total, cut) => total + (cut[name] ?? 0), 0);
  const rows = [
    ['Cuts tried', `${cuts.length} of ${count}`],
    ['Starts checked, healthy', `${boots}, ${healthy}`],
    ['Acknowledged changes checked', checked],
    ['Acknowledged changes lost', lost],
    ['Changes that were refused or not answered', refused],
    ['Most of the position lost', `${(position / 1000).toFixed(1)} s (at most ${MOST_LOST_MS / 1000})`],
    ['Updates interrupted', updates],
    ['Slots recovered, still open', `${recovered}, ${interrupted.length}`],
    ['File systems damaged after the journal, repaired at a start', `${damaged}, ${repaired}`],
    ['Unflushed writes at the cuts: kept, torn, dropped', `${sum('kept')}, ${sum('torn')}, ${sum('dropped')}`],
    ['Failures', failures.length],
  ];
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const plain = (text) => String(text).replaceAll('|', '/').replaceAll('\n', ' ').slice(0, 300);
  return [
    `# Power cuts, seed ${seed}`,
    '',
    line(['What', 'Number']),
    line(['---', '---']),
    ...rows.map(line),
    '',
    line([
      'Cut',
      'Seed',
      'Kind',
      'Where it fell',
      'Unflushed',
      'Dropped',
      'Torn',
      'Changes before',
      'Position lost, s',
    ]),
    line(Array(9).fill('---')),
    ...cuts.map((cut) =>
      line([
        ...[cut.n, cut.seed, cut.kind, cut.where ?? 'not reached', cut.unflushed ?? '', cut.dropped ?? ''],
        ...[cut.torn ?? '', cut.changes ?? '', cut.position === undefined ? '' : (cut.position / 1000).toFixed(1)],
      ]),
    ),
    ...failures.flatMap(({ n, kind, error }) => ['', `Cut ${n} (${kind}) failed: ${plain(error)}`]),
    '',
  ].join('\n');
}
