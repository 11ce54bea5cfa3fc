import { existsSync } from 'node:fs';
import { step } from './console.mjs';
import { filesUnder, fingerprint, readStamp, removeStamp, writeStamp } from './freshness.mjs';
import { nodeHeaderEnvironment } from './node-headers.mjs';
import { at, NATIVE } from './paths.mjs';
import { mustRun } from './run.mjs';

/** The native addon by node-gyp, for the machine that we run on. */
export const ADDON = at('native', 'build', 'Release', 'tonearm_native.node');
/** The program that confines others, built with it. */
export const CONFINE = at('native', 'build', 'Release', 'confine');
const STAMP = at('native', 'build', '.stamp');
const NODE_GYP = at('node_modules', 'node-gyp', 'bin', 'node-gyp.js');

export const addonInputs = () => [
  at('native', 'binding.gyp'),
  at('native', 'confine.cpp'),
  ...filesUnder(at('native', 'core')),
  ...filesUnder(at('native', 'bindings')),
];

/** The addon speaks N-API, but its build settings come from the Node that built it. */
const wanted = () => fingerprint(addonInputs(), process.version, process.arch);

/** What says that the addon is fresh while it stays as it is. */
export const addonParts = () => [...addonInputs(), ADDON, CONFINE, STAMP];

export function addonIsFresh() {
  if (!existsSync(at('native', 'binding.gyp'))) return true;
  return existsSync(ADDON) && existsSync(CONFINE) && readStamp(STAMP) === wanted();
}

export async function buildAddon({ background } = {}) {
  const stamp = wanted();
  removeStamp(STAMP);
  const doing = 'compiling the native addon';
  await step(doing, 'compiled the native addon', () => nodeGyp(doing, NATIVE, { background }));
  writeStamp(STAMP, stamp);
}

/**
 * Configure and build in `folder` on all cores; `env` carries the cross compiler, `args` the target, `background` as for
 * `run`. Quiet unless it fails, when the error begins with `doing`.
 */
export async function nodeGyp(doing, folder, { args = [], env = {}, background } = {}) {
  await mustRun(
    doing,
    process.execPath,
    [NODE_GYP, 'configure', 'build', '-C', folder, '--release', '--jobs', 'max', ...args],
    {
      capture: true,
      background,
      env: { ...nodeHeaderEnvironment(), ...env },
    },
  );
}
