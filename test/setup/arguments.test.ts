import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';
// @ts-expect-error The bootstrap runs without a compiler, and has no types.
import { readArguments } from '../../native/setup/arguments.mjs';
// @ts-expect-error The bootstrap runs without a compiler, and has no types.
import { USAGE } from '../../native/setup/usage.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SCRIPTS: Record<string, string> = {
  image: 'image/build.mjs',
  'test:image': 'test/image/boot.mjs',
  'test:bluetooth': 'test/bluetooth-vm/run.mjs',
  bench: 'test/bench/bench.mjs',
};
const names = Object.keys(USAGE as Record<string, unknown>);

interface Read {
  options: Record<string, unknown>;
  operands: string[];
}
const read = (usage: unknown, ...args: string[]): Read =>
  (readArguments as (usage: unknown, args: string[]) => Read)(usage, args);

function node(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', timeout: 60_000 });
}

t.test('options and operands are read', (t) => {
  const usage = {
    options: { quick: { type: 'boolean' }, format: { type: 'string' }, demo: { type: 'string', bare: true } },
    operands: { name: 'PATH' },
  };
  t.strictSame({ ...read(usage).options }, {});
  const { options, operands } = read(usage, 'a', '--quick', '--format', 'S16_LE', '--demo', 'b');
  t.strictSame({ ...options }, { quick: true, format: 'S16_LE', demo: '' });
  t.strictSame(operands, ['a', 'b']);
  t.equal(read(usage, '--demo=/music').options['demo'], '/music');
  t.end();
});

t.test('every command that goes through the bootstrap is described', (t) => {
  const { scripts } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8')) as { scripts: Record<string, string> };
  const prefix = 'node native/setup.mjs ';
  const bootstrapped = Object.values(scripts).filter((script) => script.startsWith(prefix));
  t.strictSame(names.sort(), bootstrapped.map((script) => script.slice(prefix.length)).sort());
  t.end();
});

for (const name of names) {
  t.test(`${name} --help prints help and does nothing`, (t) => {
    const { status, stdout, stderr } = node('native/setup.mjs', name, '--help');
    t.equal(stderr, '');
    t.match(stdout, /^Usage: npm /);
    t.equal(status, 0);
    t.end();
  });
}

for (const [what, ...command] of [
  ...names.map((name) => [name, 'native/setup.mjs', name]),
  ...Object.values(SCRIPTS).map((script) => [script, script]),
  ['the daemon', 'dist/start.cjs'],
] as [string, ...string[]][]) {
  t.test(`${what} refuses an unknown option, and says which there are`, (t) => {
    const { status, stdout, stderr } = node(...command, '--no-such-option');
    t.equal(stdout, '');
    t.match(stderr, /Unknown option '--no-such-option'[^]*--help/);
    t.equal(status, 2);
    t.end();
  });
}

t.test('what an option or an operand cannot be is refused with what it can', (t) => {
  const wrong = node('native/setup.mjs', 'build:native', '--arch=mips');
  t.match(wrong.stderr, /^--arch cannot be 'mips': there are .*arm64/);
  t.equal(wrong.status, 2);
  const group = node('native/setup.mjs', 'bench', 'speed');
  t.match(group.stderr, /^GROUP cannot be 'speed': there are startup, latency/);
  t.equal(group.status, 2);
  const operand = node('native/setup.mjs', 'build', 'all');
  t.match(operand.stderr, /^Unexpected argument 'all'/);
  t.equal(operand.status, 2);
  t.end();
});
