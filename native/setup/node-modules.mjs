import { existsSync, readFileSync, statSync } from 'node:fs';
import { SetupError, step } from './console.mjs';
import { contentHash, readStamp, writeAtomically } from './freshness.mjs';
import { at, NODE_MODULES } from './paths.mjs';
import { run } from './run.mjs';

/**
 * Installs Node packages, in one of two sets: RUNTIME is the `dependencies` of package.json, for building and running
 * the daemon; ALL adds the `devDependencies`, for tests and tools. A clone that has ALL keeps it.
 */
export const RUNTIME = 'runtime';
export const ALL = 'all';

const MANIFEST = at('package.json');
const LOCK_FILE = at('package-lock.json');
const INSTALLED = `${NODE_MODULES}/.package-lock.json`;
const STAMP = at('node_modules', '.tonearm-stamp');
/** Value of the stamp while npm changes the packages. */
const UNFINISHED = 'unfinished';

const wanted = (set) => `${contentHash(LOCK_FILE)} ${set}`;

/** Files that have to be unchanged for the packages to be fresh. */
export const nodeModuleFiles = () => [LOCK_FILE, STAMP];

export function nodeModulesAreFresh(set) {
  const stamp = readStamp(STAMP) ?? adopt();
  return stamp === wanted(ALL) || stamp === wanted(set);
}

/**
 * Accepts packages that a person has installed: npm writes its hidden lock file at the end of an install, so one that
 * is newer than our lock file belongs to it. @returns the stamp; undefined when there are no such packages
 */
function adopt() {
  const installed = statSync(INSTALLED, { throwIfNoEntry: false });
  if (installed === undefined || installed.mtimeMs < statSync(LOCK_FILE).mtimeMs) return undefined;
  const { devDependencies } = readJson(MANIFEST);
  const hasAll = Object.keys(devDependencies).every((name) => existsSync(`${NODE_MODULES}/${name}`));
  const stamp = wanted(hasAll ? ALL : RUNTIME);
  writeAtomically(STAMP, stamp);
  return stamp;
}

/**
 * Installs what the lock file lists, without install scripts: `native-packages.mjs` builds the native parts. An earlier
 * install is completed rather than replaced, so that compiled packages of the same version are kept.
 */
export async function installNodeModules(set) {
  const stamp = readStamp(STAMP);
  const completes = stamp !== undefined && stamp !== UNFINISHED && lockFileIsInStep();
  const goal = completes && !stamp.endsWith(` ${RUNTIME}`) ? ALL : set;
  if (completes) writeAtomically(STAMP, UNFINISHED);
  const args = [...(completes ? ['install', '--no-save'] : ['ci']), goal === ALL ? '--include=dev' : '--omit=dev'];
  const done = (count) => `installed ${count} Node packages`;
  await step(`installing the Node packages (npm ${args.join(' ')})`, done, async () => {
    await npm(args);
    return Object.keys(readJson(INSTALLED).packages).length;
  });
  writeAtomically(STAMP, wanted(goal));
}

/** Whether the lock file matches package.json. `npm ci` fails otherwise, while `npm install` would follow package.json. */
function lockFileIsInStep() {
  const [manifest, { packages }] = [readJson(MANIFEST), readJson(LOCK_FILE)];
  const named = ({ dependencies, devDependencies }) =>
    JSON.stringify([dependencies, devDependencies].map((list) => Object.entries(list).sort()));
  return named(manifest) === named(packages['']);
}

async function npm(args) {
  const script = process.env.npm_execpath;
  const [program, before] = script?.endsWith('.js') ? [process.execPath, [script]] : ['npm', []];
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, stdout, stderr } = await run(program, [...before, ...args, ...options], { capture: true });
  if (code === 0) return;
  throw new SetupError(`npm ${args[0]} failed. Is the network there? What npm said:\n${stdout}${stderr}`);
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
