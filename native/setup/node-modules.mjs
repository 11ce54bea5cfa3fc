import { existsSync, readFileSync, statSync } from 'node:fs';
import { SetupError, step } from './console.mjs';
import { contentHash, readStamp, writeAtomically } from './freshness.mjs';
import { at, NODE_MODULES } from './paths.mjs';
import { run } from './run.mjs';

/**
 * The Node packages come in two sets: RUNTIME is the `dependencies` of package.json, which run and build the daemon; ALL
 * adds the `devDependencies`, which test, lint and document. A tree that has ALL keeps it.
 */
export const RUNTIME = 'runtime';
export const ALL = 'all';

const MANIFEST = at('package.json');
const LOCK_FILE = at('package-lock.json');
const INSTALLED = `${NODE_MODULES}/.package-lock.json`;
const STAMP = at('node_modules', '.tonearm-stamp');
/** Stands in the stamp while npm changes what is there. */
const UNFINISHED = 'unfinished';

const wanted = (set) => `${contentHash(LOCK_FILE)} ${set}`;

/** What says that the packages are fresh while it stays as it is. */
export const nodeModulesParts = () => [LOCK_FILE, STAMP];

export function nodeModulesAreFresh(set) {
  const stamp = readStamp(STAMP) ?? adopt();
  return stamp === wanted(ALL) || stamp === wanted(set);
}

/**
 * Takes over what a person has installed: npm writes its hidden lock file at the very end of an install, and newer than
 * ours it belongs to this one. @returns the stamp, or undefined where there is nothing to take over.
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
 * Installs exactly what the lock file says, without scripts: `native-packages.mjs` builds what there is to build. What
 * an earlier install of ours has left is completed, so that compiled packages stay where their version stays.
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

/** `npm ci` refuses a lock file that package.json has outrun; `npm install` would go by package.json. */
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
