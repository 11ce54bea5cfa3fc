/**
 * Measures Tonearm beside MPD (and a bare Koa), one after the other, on the same sink: `npm run bench -- --help`.
 * Without names every group is measured. A missed target is a finding, not a failure: the exit code is 1 only when a
 * group could not be measured.
 */
import { readArguments } from '../../native/setup/arguments.mjs';
import { USAGE } from '../../native/setup/usage.mjs';
import { covers } from './covers.mjs';
import { formats as otherFormats } from './formats.mjs';
import { latency } from './latency.mjs';
import { library } from './library.mjs';
import { moving } from './moving.mjs';
import { makeMusic } from './music.mjs';
import { playing } from './playing.mjs';
import { expectedSeconds, keepSeconds, Progress } from './progress.mjs';
import { protocols } from './protocols.mjs';
import { queue } from './queue.mjs';
import { judge, table, writeReport } from './report.mjs';
import { remote } from './remote.mjs';
import { rested } from './rested.mjs';
import { scanning } from './scanning.mjs';
import { search } from './search.mjs';
import { smart } from './smart.mjs';
import { startup } from './startup.mjs';
import { status } from './status.mjs';
import { stopped } from './stopped.mjs';
import { timeSlices } from './time-slices.mjs';

const GROUPS = {
  startup,
  latency,
  moving,
  status,
  queue,
  playing,
  formats: otherFormats,
  stopped,
  rested,
  library,
  search,
  scanning,
  slices: timeSlices,
  smart,
  remote,
  covers,
  protocols,
};

const { options, operands } = readArguments(USAGE.bench);
const { quick = false, format: formats } = options;
const names = Object.keys(GROUPS).filter((name) => operands.length === 0 || operands.includes(name));
const progress = new Progress(names, expectedSeconds({ quick }));
const say = (text) => process.stderr.write(`bench: ${progress.line(text)}\n`);

say('music');
const music = await makeMusic();
const rows = [];
const notes = [];
const details = {};
for (const name of names) {
  progress.next();
  say(USAGE.bench.operands.choices[name]);
  try {
    const result = await GROUPS[name]({ music, quick, formats, say });
    rows.push(...result.rows.map(judge));
    notes.push(...(result.notes ?? []));
    details[name] = result.details;
    keepSeconds(name, progress.seconds, { quick });
  } catch (error) {
    process.exitCode = 1;
    notes.push(`${name} could not be measured: ${error.stack}`);
  }
}
process.stdout.write(`\n${table(rows)}\n\n`);
for (const note of notes) process.stdout.write(`${note}\n`);
const file = writeReport({ quick, formats, rows, notes, details });
const judged = rows.filter(({ met }) => met !== undefined);
const met = judged.filter((row) => row.met).length;
process.stdout.write(`\n${met} of ${judged.length} targets met; ${quick ? 'quick figures, ' : ''}all in ${file}\n`);
process.exit();
