/**
 * The way from a fresh clone to anything: `npm start`, `npm test` and the other scripts of package.json all come
 * here. Needs nothing but Node; measures what is there, does what is missing, then runs the command.
 */
import { createRequire } from 'node:module';
import { SetupError } from './setup/console.mjs';
import { builtDaemon, runDaemon } from './setup/left.mjs';

const OLDEST_NODE = [20, 10];

const commands = {
  start: async (args) => {
    const require = createRequire(import.meta.url);
    const daemon = args.includes('--demo') ? undefined : builtDaemon();
    if (daemon === undefined) await (await import('./setup/commands.mjs')).start(args, require);
    else runDaemon(daemon, args, require);
  },
  build: async () => (await import('./setup/commands.mjs')).build(),
  'build:native': async (args) => (await import('./setup/commands.mjs')).buildNative(args),
  test: async (args) => (await import('./setup/commands.mjs')).test(args),
  'test:full': async (args) => (await import('./setup/commands.mjs')).testFull(args),
  'test:long': async (args) => (await import('./setup/commands.mjs')).testLong(args),
  'test:native': async () => (await import('./setup/commands.mjs')).testNative(),
  image: async (args) => (await import('./setup/commands.mjs')).image(args),
  'test:image': async (args) => (await import('./setup/commands.mjs')).testImage(args),
  'test:bluetooth': async (args) => (await import('./setup/commands.mjs')).testBluetooth(args),
  bench: async (args) => (await import('./setup/commands.mjs')).bench(args),
};

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
    throw new SetupError(`usage: node native/setup.mjs <${Object.keys(commands).join('|')}> [arguments]`);
  }
  const code = await command(args);
  if (code !== undefined) process.exitCode = code;
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`\nsetup: ${error.message}\n`);
  process.exitCode = 1;
}
