import { SetupError } from './console.mjs';
import { NEEDS } from './needs.mjs';
import { ALL } from './node-modules.mjs';
import { prepare } from './prepare.mjs';
import { runTests } from './tests.mjs';

/**
 * `npm test`, `npm run test:full` and `npm run test:long`.
 *
 * @param tier what is run where no file is named
 * @param read the command line as `USAGE` describes it
 * @returns the exit code
 */
export async function testCommand(tier, { options, operands: paths }) {
  const { changed, watch } = options;
  const request = {
    tier,
    paths,
    ...(changed === undefined ? {} : { changed: changed || 'main' }),
    ...(tier === 'long' ? { jobs: 1 } : {}),
    ...wholeNumbers(options, ['repeat', 'jobs']),
  };
  const makeReady = () => prepare(NEEDS.test, { packages: ALL, demo: true });
  await makeReady();
  if (!watch) return runTests(request);
  const { watchTests } = await import('./test-watch.mjs');
  return watchTests(async (files) => {
    await makeReady();
    await runTests({ ...request, changedFiles: files });
  });
}

function wholeNumbers(options, names) {
  const given = names.filter((name) => options[name] !== undefined);
  for (const name of given) {
    if (!/^[1-9]\d{0,3}$/.test(options[name])) throw new SetupError(`--${name}=${options[name]} is no number above 0`);
  }
  return Object.fromEntries(given.map((name) => [name, Number(options[name])]));
}
