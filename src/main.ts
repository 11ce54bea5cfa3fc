/** The process entry: configuration, signals, exit code; nothing else. Runs as the bundle `dist/tonearm.cjs`. */
import { readFileSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { createAppliance } from './appliance.js';
import { ConfigurationError, loadConfig, type Config } from './config/config.js';
import { createLog, RecentLog } from './log.js';
import { countStuck } from './stuck-workers.js';
import { reachableAddresses, startupLines } from './system/banner.js';
import { askForPriority } from './system/priority.js';

const ROOT = join(__dirname, '..');

/** EX_CONFIG of sysexits(3), after which the service manager does not restart: a restart would fail the same way. */
const WRONG_CONFIGURATION = 78;
/** Exit code for an invalid command line. */
const MISUSE = 2;
const HELP = `Usage: node dist/start.cjs [--demo=FOLDER]

  --demo=FOLDER  play the music of FOLDER; without it, the library of the configuration
  --help         this text
`;

function fail(message: string, code = 1): never {
  process.stderr.write(`tonearm: ${message}\n`);
  process.exit(code);
}

/** Ends the process, whose state is saved. A worker inside a call that does not return would hold up `process.exit`. */
function exit(code: number): void {
  if (countStuck() > 0) process.kill(process.pid, 'SIGKILL');
  else process.exit(code);
}

/** @returns the folder of the demo library, where one is given; `--help` and an unknown option end the process. */
function demoFolder(): string | undefined {
  let values;
  try {
    ({ values } = parseArgs({ options: { demo: { type: 'string' }, help: { type: 'boolean', short: 'h' } } }));
  } catch (error) {
    fail(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`, MISUSE);
  }
  if (values.help === true) {
    process.stdout.write(HELP);
    process.exit(0);
  }
  return values.demo;
}

async function config(): Promise<Config> {
  try {
    return await loadConfig();
  } catch (error) {
    if (error instanceof ConfigurationError) fail(error.message, WRONG_CONFIGURATION);
    throw error;
  }
}

async function main(): Promise<void> {
  const demo = demoFolder();
  askForPriority();
  const settings = await config();
  const write = (line: string) => process.stderr.write(`${line}\n`);
  const recentLog = new RecentLog();
  const { logLevels, journal } = settings;
  const log = createLog(logLevels.tonearm, write, journal, logLevels, undefined, recentLog);
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const appliance = createAppliance({
    config: settings,
    root: ROOT,
    version,
    log,
    recentLog,
    demo,
  });
  const stop = (): void => {
    appliance.stop().then(
      () => exit(0),
      () => exit(1),
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  process.on('uncaughtException', (error) => {
    log.error('daemon: unexpected error (the daemon ends)', { error, stack: error.stack });
    process.exit(1);
  });
  const report = await appliance.start();
  const lines = startupLines(
    {
      addresses: reachableAddresses(settings.httpHost, report.port, hostname(), networkInterfaces()),
      output: report.outputProblem ?? report.output,
      libraryRoots: report.libraryRoots,
      libraryEmpty: report.libraryEmpty,
      demo: demo !== undefined,
    },
    { terminal: process.stdout.isTTY },
  );
  process.stdout.write(`${lines.join('\n')}\n`);
}

main().catch((error: unknown) => {
  fail(error instanceof Error ? error.message : String(error));
});
