import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import t, { type Test } from 'tap';
// @ts-expect-error -- the bootstrap is plain JavaScript without types
import { compileTests } from '../../native/setup/test-build.mjs';
// @ts-expect-error -- the bootstrap is plain JavaScript without types
import { runTestFiles } from '../../native/setup/test-files.mjs';

const ROOT = join(import.meta.dirname, '..', '..');
const compile = compileTests as (files: readonly string[], outdir: string) => Promise<unknown>;
interface Run {
  readonly file: string;
  readonly lines: readonly string[];
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}
const run = runTestFiles as (
  files: readonly string[],
  options: { readonly jobs: number; readonly timeout: number; readonly outdir: string; readonly repeat?: number },
  onRun: (run: Run) => void,
) => Promise<void>;

const PASSES = `import t from 'tap';
t.test('one', async (t) => t.equal(1, 1));
`;

interface Files {
  readonly outdir: string;
  /** Path of a file from the top of the repository. */
  readonly file: (name: string) => string;
}

/** Files of these names and texts, compiled; removed when the test ends. */
async function filesOf(t: Test, texts: Readonly<Record<string, string>>): Promise<Files> {
  const folder = relative(ROOT, t.testdir(texts));
  const outdir = join(ROOT, folder, 'compiled');
  const file = (name: string) => join(folder, name);
  await compile(Object.keys(texts).map(file), outdir);
  return { outdir, file };
}

/** The runs of the files, by their names. */
async function runsOf({ outdir, file }: Files, names: readonly string[], { jobs = 1, timeout = 60, repeat = 1 } = {}) {
  const runs: Run[] = [];
  await run(names.map(file), { jobs, timeout, outdir, repeat }, (each) => runs.push(each));
  return runs.toSorted((one, other) => names.map(file).indexOf(one.file) - names.map(file).indexOf(other.file));
}

/** Passed, failed and skipped tests of each run. */
const countsOf = (runs: readonly Run[]) => runs.map(({ passed, failed, skipped }) => [passed, failed, skipped]);

/** A zombie that nobody reaps is gone too. */
async function isGone(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => 'State:\tZ');
  return /^State:\s+[XZ]/m.test(status);
}

/** Waits as long as the test's own limit. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await wait(20);
}

t.test('every file is run once, however many run at a time', async (t) => {
  const files = await filesOf(t, { 'a.ts': PASSES, 'b.ts': PASSES, 'c.ts': PASSES });
  const names = ['a.ts', 'b.ts', 'c.ts'];
  const runs = await runsOf(files, names, { jobs: 2 });
  t.strictSame(
    runs.map(({ file }) => file),
    names.map(files.file),
  );
  for (const { lines, ...counts } of runs) {
    t.match(counts, { passed: 1, failed: 0, skipped: 0 });
    t.ok(lines.some((line) => line.startsWith('ok 1 - one')));
  }
});

t.test('the runs of a repeated file share its test folder, and never run beside each other', async (t) => {
  const files = await filesOf(t, {
    'a.ts': `import { setTimeout as wait } from 'node:timers/promises';
import { mkdir, rmdir } from 'node:fs/promises';
import t from 'tap';
const own = process.argv[1] + '.running';
t.test('alone', async () => { await mkdir(own); await wait(50); await rmdir(own); });
`,
    'b.ts': PASSES,
  });
  const runs = await runsOf(files, ['a.ts', 'b.ts'], { jobs: 4, repeat: 3 });
  t.strictSame(countsOf(runs), Array(6).fill([1, 0, 0]));
});

t.test('what fails names the line of the source, in what it imports as well', async (t) => {
  const files = await filesOf(t, {
    'fails.ts': `import t from 'tap';
import { trouble } from './trouble.js';

interface Nothing { readonly of: 'this'; readonly is: 'left'; }

t.test('two', async (t) => { t.equal(1, 2 as number); });
t.test('three', async () => { trouble(); });
`,
    'trouble.ts': `type Nothing = undefined;

export function trouble(): Nothing {
  throw new Error('as it should');
}
`,
  });
  const runs = await runsOf(files, ['fails.ts']);
  t.strictSame(countsOf(runs), [[0, 2, 0]]);
  const text = runs[0]?.lines.join('\n') ?? '';
  t.match(text, /\bfails\.ts:6:\d+/);
  t.match(text, /as it should.*\btrouble\.ts:4:\d+/s);
});

t.test('a mistake in the syntax and a missing import are told with their line, and nothing runs', async (t) => {
  await t.rejects(filesOf(t, { 'syntax.ts': `${PASSES}const = 1;\n` }), {
    message: /Expected identifier.*\bsyntax\.ts:3:6/s,
  });
  await t.rejects(filesOf(t, { 'missing.ts': `${PASSES}import './gone.js';\n` }), {
    message: /Could not resolve "\.\/gone\.js".*\bmissing\.ts:3:7/s,
  });
});

t.test('a file without tests, a late crash and a signal are failures', async (t) => {
  const files = await filesOf(t, {
    'empty.ts': 'export {};\n',
    'crash.ts': `${PASSES}process.on('exit', () => process.exit(3));\n`,
    'signal.ts': `${PASSES}process.kill(process.pid, 'SIGKILL');\n`,
  });
  const runs = await runsOf(files, ['empty.ts', 'crash.ts', 'signal.ts'], { jobs: 2 });
  t.strictSame(countsOf(runs), [
    [0, 1, 0],
    [1, 1, 0],
    [0, 1, 0],
  ]);
  const reasons = ['ran no test', 'ended with code 3', 'was ended by SIGKILL'];
  runs.forEach(({ file, lines }, index) => t.equal(lines.at(-1), `# ${file} ${reasons[index]}`));
});

t.test('a file that plans no test, and says why, is skipped', async (t) => {
  const files = await filesOf(t, { 'skips.ts': "import t from 'tap';\nt.plan(0, 'no card');\n" });
  t.strictSame(countsOf(await runsOf(files, ['skips.ts'])), [[0, 0, 1]]);
});

t.test('a file that is killed while it explains a failure hides neither itself nor those behind it', async (t) => {
  const files = await filesOf(t, {
    'killed.ts': `import { writeSync } from 'node:fs';
writeSync(1, 'not ok 1 - x\\n  ---\\n');
process.kill(process.pid, 'SIGKILL');
`,
    'passes.ts': PASSES,
    'later.ts': `${PASSES}process.on('exit', () => process.exit(3));\n`,
  });
  t.strictSame(countsOf(await runsOf(files, ['killed.ts', 'passes.ts', 'later.ts'])), [
    [0, 1, 0],
    [1, 0, 0],
    [1, 1, 0],
  ]);
});

t.test('a file without a test is a failure even where tap gives a reason, and so is a skip that crashes', async (t) => {
  const files = await filesOf(t, {
    'none.ts': "import t from 'tap';\nt.teardown(() => undefined);\n",
    'crash.ts': "import t from 'tap';\nt.plan(0, 'no card');\nprocess.on('exit', () => process.exit(3));\n",
    'skips.ts': "import t from 'tap';\nt.plan(0, 'no card');\n",
  });
  t.strictSame(countsOf(await runsOf(files, ['none.ts', 'crash.ts', 'skips.ts'])), [
    [0, 1, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]);
});

t.test('what a file has left running does not keep the runner, and ends unless it made itself free', async (t) => {
  const leaves = (options: string) => `import { spawn } from 'node:child_process';
import { writeSync } from 'node:fs';
const left = spawn('sleep', ['1000'], { stdio: ['ignore', 'ignore', 'inherit']${options} });
writeSync(1, \`# left \${left.pid}\\n\`);
process.kill(process.pid, 'SIGKILL');
`;
  const files = await filesOf(t, { 'left.ts': leaves(''), 'free.ts': leaves(', detached: true') });
  const runs = await runsOf(files, ['left.ts', 'free.ts'], { jobs: 2, timeout: 0 });
  t.strictSame(
    runs.map(({ failed }) => failed),
    [1, 1],
  );
  const pidOf = (name: string) =>
    Number(
      runs
        .find(({ file }) => file === files.file(name))
        ?.lines.find((line) => line.startsWith('# left '))
        ?.slice('# left '.length),
    );
  const free = pidOf('free.ts');
  t.notOk(await isGone(free));
  process.kill(free, 'SIGKILL');
  await until(() => isGone(pidOf('left.ts')));
});

t.test('an interrupted runner ends its files and what they have started', async (t) => {
  const { outdir, file } = await filesOf(t, {
    'sleeps.ts': `import { spawn } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
const { pid } = spawn('sleep', ['1000'], { stdio: 'ignore' });
const file = \`\${process.argv[1]}.pids\`;
writeFileSync(\`\${file}.new\`, JSON.stringify([process.pid, pid]));
renameSync(\`\${file}.new\`, file);
`,
  });
  const module = pathToFileURL(join(ROOT, 'native', 'setup', 'test-files.mjs')).href;
  const script = `import { runTestFiles } from ${JSON.stringify(module)};
await runTestFiles([${JSON.stringify(file('sleeps.ts'))}], { jobs: 1, timeout: 0, outdir: ${JSON.stringify(outdir)} }, () => undefined);`;
  const runner = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' });
  const pids = join(outdir, file('sleeps.mjs.pids'));
  await until(() => existsSync(pids));
  const started = JSON.parse(await readFile(pids, 'utf8')) as number[];
  const exit = once(runner, 'exit');
  runner.kill('SIGINT');
  t.strictSame(await exit, [null, 'SIGINT']);
  t.equal(started.length, 2);
  for (const pid of started) await until(() => isGone(pid));
});

t.test('a file that takes longer than it may is a failure', async (t) => {
  const files = await filesOf(t, {
    'slow.ts': `import t from 'tap';
t.test('one', async () => { await new Promise((resolve) => setTimeout(resolve, 3000)); });
`,
  });
  const [slow] = await runsOf(files, ['slow.ts'], { timeout: 1 });
  t.ok(slow !== undefined && slow.failed > 0);
  t.match(slow?.lines.join('\n'), /not ok \d+ - timeout!/);
});
