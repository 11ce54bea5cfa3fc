import { join } from 'node:path';
import { say, SetupError } from './console.mjs';
import { NEEDS } from './needs.mjs';
import { runDaemon } from './build-stamp.mjs';
import { at, DIST } from './paths.mjs';
import { ALL } from './node-modules.mjs';
import { prepare, prepareTools } from './prepare.mjs';

/** The scripts of package.json: each prepares what it needs and runs. Each returns an exit code, or nothing for 0. */

/** Runs the daemon. A bare `--demo` gets the path of the demo library; other arguments are passed on unchanged. */
export async function start({ options }, args, require) {
  const demo = options.demo === '';
  await prepare(demo ? NEEDS.demo : [], { demo });
  let daemonArgs = args;
  if (demo) {
    const { DEMO_LIBRARY } = await import('./demo.mjs');
    daemonArgs = args.map((arg) => (arg === '--demo' || arg === '--demo=' ? `--demo=${DEMO_LIBRARY}` : arg));
  }
  runDaemon(join(DIST, 'start.cjs'), daemonArgs, require);
}

export async function build() {
  await prepare();
  say('built');
}

export async function buildNative({ arch = process.arch }) {
  await prepare(arch === process.arch ? [] : NEEDS.arm64);
  if (arch === process.arch) {
    say(`${(await import('./addon.mjs')).ADDON} is up to date`);
  } else {
    const { withBuildLock } = await import('./lock.mjs');
    await withBuildLock((await import('./cross-arm64.mjs')).buildArm64Addon);
  }
}

/**
 * Runs tests.
 * @param tier which tests to run where no file is named: 'quick', 'full', 'long', 'browsers' or 'screens'
 * @param read the command line as `USAGE` describes it
 */
export async function test(tier, { options, operands: paths }) {
  const { changed, watch } = options;
  const request = {
    ...{ tier, paths },
    ...(changed === undefined ? {} : { changed: changed || 'main' }),
    ...(tier === 'long' ? { jobs: 1 } : {}),
    ...wholeNumbers(options, ['repeat', 'jobs']),
  };
  const needs = [...NEEDS.test, ...(tier === 'browsers' ? NEEDS.browsers : [])];
  const makeReady = () => prepare(needs, { packages: ALL, demo: true });
  await makeReady();
  const { runTests } = await import('./tests.mjs');
  if (!watch) return runTests(request);
  const { watchTests } = await import('./test-watch.mjs');
  return watchTests(async (files) => {
    await makeReady();
    await runTests({ ...request, changedFiles: files });
  });
}

/** Takes pictures of all screens of the web remote. */
export async function screens() {
  const code = await test('screens', { options: {}, operands: [] });
  say(`the pictures: ${at('build', 'screens', 'index.html')}`);
  return code;
}

function wholeNumbers(options, names) {
  const given = names.filter((name) => options[name] !== undefined);
  for (const name of given) {
    if (!/^[1-9]\d{0,3}$/.test(options[name])) throw new SetupError(`--${name}=${options[name]} is no number above 0`);
  }
  return Object.fromEntries(given.map((name) => [name, Number(options[name])]));
}

export async function testNative() {
  await (await import('./system-packages.mjs')).ensureSystemPackages(NEEDS.compiler);
  const { text, passed, failed } = await (await import('./native-test.mjs')).runNativeTest();
  process.stdout.write(`${text}\n${passed} passed, ${failed} failed\n`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

export async function bench(args) {
  await prepare(NEEDS.bench, { packages: ALL });
  return runScript(at('test', 'bench', 'bench.mjs'), args);
}

/** Programs that read the sources only. */
const TOOLS = {
  typecheck: [
    ['tsc', '--noEmit'],
    ['tsc', '--noEmit', '-p', 'src/web/remote'],
    ['tsc', '--noEmit', '-p', 'src/web/docs'],
  ],
  lint: [
    ['eslint', '--max-warnings', '0', '.'],
    ['prettier', '--check', '.'],
  ],
  format: [['prettier', '--write', '.']],
};

/** Runs the programs of a command. @param name a key of TOOLS @returns the exit code of the first that fails */
export async function runTools(name) {
  await prepareTools();
  const { run } = await import('./run.mjs');
  for (const [program, ...args] of TOOLS[name]) {
    const { code } = await run(at('node_modules', '.bin', program), args);
    if (code !== 0) return code;
  }
  return 0;
}

/** Makes the SD-card image below `build/image/`. */
export const image = (args) => runScript(at('image', 'build.mjs'), args);

/** Tests the image of `npm run image` in QEMU. */
export async function testImage(args) {
  await prepare(NEEDS.test, { packages: ALL, demo: true });
  return runScript(at('test', 'image', 'boot.mjs'), args);
}

/** Tests Bluetooth with a speaker in a virtual machine. */
export async function testBluetooth(args) {
  await prepare();
  return runScript(at('test', 'bluetooth-vm', 'run.mjs'), args);
}

async function runScript(script, args) {
  const { run } = await import('./run.mjs');
  return (await run(process.execPath, [script, ...args])).code;
}
