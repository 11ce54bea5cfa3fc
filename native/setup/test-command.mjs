import { readArguments } from './arguments.mjs';
import { SetupError } from './console.mjs';
import { ensureDemoLibrary } from './demo.mjs';
import { NEEDS } from './needs.mjs';
import { prepare } from './prepare.mjs';
import { runTests } from './tests.mjs';

const OPTIONS = {
  changed: {
    type: 'string',
    value: 'REVISION',
    bare: true,
    help: 'only what depends on a file that differs from main',
  },
  watch: { type: 'boolean', help: 'stay, and run what depends on each file that changes' },
  repeat: { type: 'string', value: 'N', help: 'run every file so many times' },
  jobs: { type: 'string', value: 'N', help: 'so many files at a time' },
};
const OPERANDS = { name: 'PATH', help: 'a test file, or a folder with files of this tier' };

const USAGE = {
  quick: { command: 'npm test --', about: 'Runs the quick tier: all that a change by hand can break, in minutes.' },
  full: { command: 'npm run test:full --', about: 'Runs the rest of what runs unattended on a PC.' },
  long: { command: 'npm run test:long --', about: 'Runs what takes an hour and more, one file after the other.' },
};

/** `npm test`, `npm run test:full` and `npm run test:long`. @returns the exit code */
export async function testCommand(tier, args) {
  const { options, operands: paths } = readArguments({ ...USAGE[tier], options: OPTIONS, operands: OPERANDS }, args);
  const { changed, watch } = options;
  const request = {
    tier,
    paths,
    ...(changed === undefined ? {} : { changed: changed || 'main' }),
    ...(tier === 'long' ? { jobs: 1 } : {}),
    ...wholeNumbers(options, ['repeat', 'jobs']),
  };
  await makeReady();
  if (!watch) return runTests(request);
  const { watchTests } = await import('./test-watch.mjs');
  return watchTests(async (files) => {
    await makeReady();
    await runTests({ ...request, changedFiles: files });
  });
}

async function makeReady() {
  await prepare(NEEDS.test);
  await ensureDemoLibrary();
}

function wholeNumbers(options, names) {
  const given = names.filter((name) => options[name] !== undefined);
  for (const name of given) {
    if (!/^[1-9]\d{0,3}$/.test(options[name])) throw new SetupError(`--${name}=${options[name]} is no number above 0`);
  }
  return Object.fromEntries(given.map((name) => [name, Number(options[name])]));
}
