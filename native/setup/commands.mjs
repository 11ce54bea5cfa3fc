import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { say, SetupError } from './console.mjs';
import { NEEDS } from './needs.mjs';
import { runDaemon } from './left.mjs';
import { at, DIST } from './paths.mjs';
import { ALL } from './node-modules.mjs';
import { prepare, prepareTools } from './prepare.mjs';

/** What each script of package.json does once the tree is built. Each returns an exit code, or nothing for 0. */

/** A bare `--demo` is the bootstrap's to expand, everything else goes to the daemon as it stands. */
export async function start({ options }, args, require) {
  const demo = options.demo === '';
  await prepare(demo ? NEEDS.demo : [], { demo });
  let daemonArgs = args;
  if (demo) {
    const { DEMO_LIBRARY } = await import('./demo.mjs');
    daemonArgs = args.map((arg) => (arg === '--demo' || arg === '--demo=' ? `--demo=${DEMO_LIBRARY}` : arg));
  }
  const daemon = join(DIST, 'start.cjs');
  if (!existsSync(daemon)) throw new SetupError('src/main.ts is missing, so there is no daemon to start.');
  runDaemon(daemon, daemonArgs, require);
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

/** @param tier 'quick', 'full' or 'long' @param read the command line: `{ options, operands }` */
export async function test(tier, read) {
  return (await import('./test-command.mjs')).testCommand(tier, read);
}

export async function testNative() {
  await (await import('./system-packages.mjs')).ensureSystemPackages(NEEDS.compiler);
  const { text, passed, failed } = await (await import('./native-test.mjs')).runNativeTest();
  process.stdout.write(`${text}\n${passed} passed, ${failed} failed\n`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

export async function bench(args) {
  const script = ['bench.ts', 'bench.mjs'].map((name) => at('test', 'bench', name)).find((file) => existsSync(file));
  if (script === undefined) throw new SetupError('test/bench holds no bench.ts or bench.mjs yet.');
  await prepare(NEEDS.bench, { packages: ALL });
  const { run } = await import('./run.mjs');
  const program = script.endsWith('.ts') ? await (await import('./bundle.mjs')).bundleScript(script) : script;
  return (await run(process.execPath, [program, ...args])).code;
}

/** Type checker, linter and formatter see the sources only. */
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

/** @param name a key of TOOLS @returns the exit code of the first that fails */
export async function runTools(name) {
  await prepareTools();
  const { run } = await import('./run.mjs');
  for (const [program, ...args] of TOOLS[name]) {
    const { code } = await run(at('node_modules', '.bin', program), args);
    if (code !== 0) return code;
  }
  return 0;
}

/** The SD-card image, below `build/image/`. */
export async function image(args) {
  const { run } = await import('./run.mjs');
  return (await run(process.execPath, [at('image', 'build.mjs'), ...args])).code;
}

/** Boots the image that `image` has made. */
export async function testImage(args) {
  await prepare(NEEDS.test, { demo: true });
  const { run } = await import('./run.mjs');
  return (await run(process.execPath, [at('test', 'image', 'boot.mjs'), ...args])).code;
}

/** Pairs and plays with a speaker in a virtual machine. */
export async function testBluetooth(args) {
  await prepare();
  const { run } = await import('./run.mjs');
  return (await run(process.execPath, [at('test', 'bluetooth-vm', 'run.mjs'), ...args])).code;
}
