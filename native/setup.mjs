/**
 * The way from a fresh clone to anything: `npm start`, `npm test` and the other scripts of package.json all come
 * here. Needs nothing but Node; measures what is there, does what is missing, then runs the command.
 */
import { createRequire } from 'node:module';
import { SetupError } from './setup/console.mjs';
import { builtDaemon, runDaemon } from './setup/build-stamp.mjs';

const OLDEST_NODE = [20, 10];

/** Each is called with what `readArguments` has read, and with the arguments as they stand. */
const commands = {
  start: async (read, args) => {
    const require = createRequire(import.meta.url);
    const daemon = read.options.demo === '' ? undefined : builtDaemon();
    if (daemon === undefined) await (await import('./setup/commands.mjs')).start(read, args, require);
    else runDaemon(daemon, args, require);
  },
  build: async () => (await import('./setup/commands.mjs')).build(),
  'build:native': async ({ options }) => (await import('./setup/commands.mjs')).buildNative(options),
  test: async (read) => (await import('./setup/commands.mjs')).test('quick', read),
  'test:full': async (read) => (await import('./setup/commands.mjs')).test('full', read),
  'test:long': async (read) => (await import('./setup/commands.mjs')).test('long', read),
  'test:browsers': async (read) => (await import('./setup/commands.mjs')).test('browsers', read),
  screens: async () => (await import('./setup/commands.mjs')).screens(),
  'test:native': async () => (await import('./setup/commands.mjs')).testNative(),
  image: async (read, args) => (await import('./setup/commands.mjs')).image(args),
  'test:image': async (read, args) => (await import('./setup/commands.mjs')).testImage(args),
  'test:bluetooth': async (read, args) => (await import('./setup/commands.mjs')).testBluetooth(args),
  typecheck: async () => (await import('./setup/commands.mjs')).runTools('typecheck'),
  lint: async () => (await import('./setup/commands.mjs')).runTools('lint'),
  format: async () => (await import('./setup/commands.mjs')).runTools('format'),
  bench: async (read, args) => (await import('./setup/commands.mjs')).bench(args),
};

/** Nothing is installed or built for a command line that is a mistake. A bare `npm start` loads no reader. */
async function readFor(name, args) {
  if (args.length === 0) return { options: {}, operands: [] };
  const [{ readArguments }, { USAGE }] = await Promise.all([
    import('./setup/arguments.mjs'),
    import('./setup/usage.mjs'),
  ]);
  return readArguments(USAGE[name], args);
}

try {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    throw new SetupError(
      `Tonearm needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node} (${process.execPath}).`,
    );
  }
  const [name = '', ...args] = process.argv.slice(2);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    process.stderr.write(`Usage: node native/setup.mjs ${Object.keys(commands).join('|')} [--help]\n`);
    process.exit(2);
  }
  const code = await command(await readFor(name, args), args);
  if (code !== undefined) process.exitCode = code;
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`\nsetup: ${error.message}\n`);
  process.exitCode = 1;
}
