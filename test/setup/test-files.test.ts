import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import t, { type Test } from 'tap';
// @ts-expect-error -- the bootstrap is plain JavaScript without types
import { TapCount } from '../../native/setup/tap-count.mjs';
// @ts-expect-error -- the bootstrap is plain JavaScript without types
import { runTestFiles } from '../../native/setup/test-files.mjs';

const ROOT = join(import.meta.dirname, '..', '..');
const run = runTestFiles as (
  files: readonly string[],
  options: { readonly jobs: number; readonly timeout: number },
  onLine: (line: string) => void,
) => Promise<{ readonly ended: number; readonly failed: readonly string[] }>;
const Counter = TapCount as new (level: number) => {
  line(line: string): void;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
};

const PASSES = `import t from 'tap';
t.test('one', async (t) => t.equal(1, 1));
`;

/** Files of these names and texts, and where their JavaScript will lie; both are removed when the test ends. */
function filesOf(t: Test, texts: Readonly<Record<string, string>>) {
  const folder = relative(ROOT, t.testdir(texts));
  const compiled = join(ROOT, 'build', 'typescript', folder);
  t.teardown(() => rm(compiled, { recursive: true, force: true }));
  return { folder, compiled, file: (name: string) => join(folder, name) };
}

async function linesOf(files: readonly string[], { jobs = 1, timeout = 60 } = {}): Promise<string[]> {
  const lines: string[] = [];
  await run(files, { jobs, timeout }, (line) => lines.push(line));
  return lines;
}

/** What the runner says of the files, and what is counted of their lines. */
async function countsOf(files: readonly string[]) {
  const count = new Counter(1);
  const result = await run(files, { jobs: 1, timeout: 60 }, (line) => count.line(line));
  return { ...result, passed: count.passed, failedTests: count.failed, skipped: count.skipped };
}

/** A zombie that nobody reaps is gone too. */
async function isGone(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => 'State:\tZ');
  return /^State:\s+[XZ]/m.test(status);
}

/** Waits as long as the test's own limit. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await wait(20);
}

const points = (lines: readonly string[]) => lines.filter((line) => /^(not )?ok /.test(line));

t.test('every file is a point, under its own number however many run at a time', async (t) => {
  const { file } = filesOf(t, { 'a.ts': PASSES, 'b.ts': PASSES, 'c.ts': PASSES });
  const files = ['a.ts', 'b.ts', 'c.ts'].map(file);
  const lines = await linesOf(files, { jobs: 2 });
  const wanted = files.map((name, index) => `ok ${index + 1} - ${name}`);
  t.strictSame(points(lines).toSorted(), wanted);
  t.equal(lines.filter((line) => /^ {4}ok 1 - one/.test(line)).length, 3);
});

t.test('what fails names the line of the source, in what it imports as well', async (t) => {
  const { file } = filesOf(t, {
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
  const lines = await linesOf([file('fails.ts')]);
  t.strictSame(points(lines), [`not ok 1 - ${file('fails.ts')}`]);
  const text = lines.join('\n');
  t.match(text, /\bfails\.ts:6:\d+/);
  t.match(text, /as it should.*\btrouble\.ts:4:\d+/s);
});

t.test('a mistake in the syntax, a file without tests, a late crash and a signal are failures', async (t) => {
  const { file } = filesOf(t, {
    'syntax.ts': `${PASSES}const = 1;\n`,
    'missing.ts': `${PASSES}import './gone.js';\n`,
    'empty.ts': 'export {};\n',
    'crash.ts': `${PASSES}process.on('exit', () => process.exit(3));\n`,
    'signal.ts': `${PASSES}process.kill(process.pid, 'SIGKILL');\n`,
  });
  const names = ['syntax.ts', 'missing.ts', 'empty.ts', 'crash.ts', 'signal.ts'].map(file);
  const lines = await linesOf(names, { jobs: 2 });
  t.strictSame(
    points(lines).toSorted(),
    names.map((name, index) => `not ok ${index + 1} - ${name}`),
  );
  const why = (name: string) => lines.find((line) => line.startsWith(`    # ${file(name)} `))?.trim();
  t.equal(why('syntax.ts'), `# ${file('syntax.ts')} ended with code 1`);
  t.match(lines.join('\n'), /SyntaxError.*\/syntax\.ts: .*\bsyntax\.ts:3:6: ERROR/s);
  t.equal(why('missing.ts'), `# ${file('missing.ts')} ended with code 1`);
  t.equal(why('empty.ts'), `# ${file('empty.ts')} ran no test`);
  t.equal(why('crash.ts'), `# ${file('crash.ts')} ended with code 3`);
  t.equal(why('signal.ts'), `# ${file('signal.ts')} was ended by SIGKILL`);
});

t.test('a file that plans no test, and says why, is skipped', async (t) => {
  const { file } = filesOf(t, { 'skips.ts': "import t from 'tap';\nt.plan(0, 'no card');\n" });
  t.strictSame(points(await linesOf([file('skips.ts')])), [`ok 1 - ${file('skips.ts')} # SKIP no card`]);
});

t.test('a file that is killed while it explains a failure hides neither itself nor those behind it', async (t) => {
  const { file } = filesOf(t, {
    'killed.ts': `import { writeSync } from 'node:fs';
writeSync(1, 'not ok 1 - x\\n  ---\\n');
process.kill(process.pid, 'SIGKILL');
`,
    'passes.ts': PASSES,
    'later.ts': `${PASSES}process.on('exit', () => process.exit(3));\n`,
  });
  const [killed, passes, later] = ['killed.ts', 'passes.ts', 'later.ts'].map(file) as [string, string, string];
  t.strictSame(await countsOf([killed, passes, later]), {
    ended: 3,
    failed: [killed, later],
    passed: 2,
    failedTests: 2,
    skipped: 0,
  });
});

t.test('a file without a test is a failure even where tap gives a reason, and so is a skip that crashes', async (t) => {
  const { file } = filesOf(t, {
    'none.ts': "import t from 'tap';\nt.teardown(() => undefined);\n",
    'crash.ts': "import t from 'tap';\nt.plan(0, 'no card');\nprocess.on('exit', () => process.exit(3));\n",
    'skips.ts': "import t from 'tap';\nt.plan(0, 'no card');\n",
  });
  const [none, crash, skips] = ['none.ts', 'crash.ts', 'skips.ts'].map(file) as [string, string, string];
  t.strictSame(await countsOf([none, crash, skips]), {
    ended: 3,
    failed: [none, crash],
    passed: 0,
    failedTests: 2,
    skipped: 1,
  });
});

t.test('what a file has left running does not keep the runner, and ends unless it made itself free', async (t) => {
  const leaves = (options: string) => `import { spawn } from 'node:child_process';
import { writeSync } from 'node:fs';
const left = spawn('sleep', ['1000'], { stdio: ['ignore', 'ignore', 'inherit']${options} });
writeSync(1, \`# left \${left.pid}\\n\`);
process.kill(process.pid, 'SIGKILL');
`;
  const { file } = filesOf(t, { 'left.ts': leaves(''), 'free.ts': leaves(', detached: true') });
  const lines = await linesOf(['left.ts', 'free.ts'].map(file), { jobs: 2, timeout: 0 });
  t.strictSame(points(lines).toSorted(), [`not ok 1 - ${file('left.ts')}`, `not ok 2 - ${file('free.ts')}`]);
  const pidOf = (name: string) => {
    const from = lines.indexOf(`# Subtest: ${file(name)}`);
    return Number(
      lines
        .slice(from)
        .find((line) => line.startsWith('    # left '))
        ?.slice('    # left '.length),
    );
  };
  const free = pidOf('free.ts');
  t.notOk(await isGone(free));
  process.kill(free, 'SIGKILL');
  await until(() => isGone(pidOf('left.ts')));
});

t.test('an interrupted runner ends its files and what they have started', async (t) => {
  const { folder, file } = filesOf(t, {
    'sleeps.ts': `import { spawn } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
const { pid } = spawn('sleep', ['1000'], { stdio: 'ignore' });
const file = join(import.meta.dirname, 'pids');
writeFileSync(\`\${file}.new\`, JSON.stringify([process.pid, pid]));
renameSync(\`\${file}.new\`, file);
`,
  });
  const module = pathToFileURL(join(ROOT, 'native', 'setup', 'test-files.mjs')).href;
  const script = `import { runTestFiles } from ${JSON.stringify(module)};
await runTestFiles([${JSON.stringify(file('sleeps.ts'))}], { jobs: 1, timeout: 0 }, () => undefined);`;
  const runner = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' });
  const pids = join(ROOT, folder, 'pids');
  await until(() => existsSync(pids));
  const started = JSON.parse(await readFile(pids, 'utf8')) as number[];
  const exit = once(runner, 'exit');
  runner.kill('SIGINT');
  t.strictSame(await exit, [null, 'SIGINT']);
  t.equal(started.length, 2);
  for (const pid of started) await until(() => isGone(pid));
});

t.test('a file that takes longer than it may is a failure', async (t) => {
  const { file } = filesOf(t, {
    'slow.ts': `import t from 'tap';
t.test('one', async () => { await new Promise((resolve) => setTimeout(resolve, 3000)); });
`,
  });
  const lines = await linesOf([file('slow.ts')], { timeout: 1 });
  t.strictSame(points(lines), [`not ok 1 - ${file('slow.ts')}`]);
  t.match(lines.join('\n'), /not ok 1 - timeout!/);
});

t.test('what was compiled is taken again until the source has changed, and made anew where it is spoilt', async (t) => {
  const { compiled, file } = filesOf(t, { 'a.ts': PASSES });
  const made = join(compiled, 'a.ts.js');
  const passes = async () => points(await linesOf([file('a.ts')]))[0]?.startsWith('ok ');
  t.ok(await passes());
  const text = await readFile(made, 'utf8');
  await writeFile(made, text.replace('(1, 1)', '(1, 2)'));
  t.notOk(await passes(), 'it is not compiled anew');
  await writeFile(join(ROOT, file('a.ts')), `${PASSES}// edited\n`);
  t.ok(await passes());
  await writeFile(made, text.slice(0, 20));
  t.ok(await passes());
  await rm(made);
  t.ok(await passes());
  t.ok(existsSync(made));
});
