import { existsSync } from 'node:fs';
import { say } from './console.mjs';
import { filesUnder, fingerprint, readStamp, removeStamp, writeStamp } from './freshness.mjs';
import { nodeHeaderEnvironment } from './node-headers.mjs';
import { at, NATIVE } from './paths.mjs';
import { mustRun } from './run.mjs';

/** The native addon by node-gyp, for the machine that we run on. */
export const ADDON = at('native', 'build', 'Release', 'tonearm_native.node');
const STAMP = at('native', 'build', '.stamp');
const NODE_GYP = at('node_modules', 'node-gyp', 'bin', 'node-gyp.js');

export const addonInputs = () => [
  at('native', 'binding.gyp'),
  ...filesUnder(at('native', 'core')),
  ...filesUnder(at('native', 'face')),
];

/** The addon speaks N-API, but its build settings come from the Node that built it. */
const wanted = () => fingerprint(addonInputs(), process.version, process.arch);

/** What says that the addon is fresh while it stays as it is. */
export const addonParts = () => [...addonInputs(), ADDON, STAMP];

export function addonIsFresh() {
  if (!existsSync(at('native', 'binding.gyp'))) return true;
  return existsSync(ADDON) && readStamp(STAMP) === wanted();
}

export async function buildAddon() {
  say('building the native addon');
  const stamp = wanted();
  removeStamp(STAMP);
  await nodeGyp(NATIVE, []);
  writeStamp(STAMP, stamp);
}

/** Configure and build in `folder`; `env` carries the cross compiler, `args` the target. Quiet unless it fails. */
export async function nodeGyp(folder, args, env = {}) {
  await mustRun(
    'building the native addon',
    process.execPath,
    [NODE_GYP, 'configure', 'build', '-C', folder, '--release', ...args],
    {
      capture: true,
      env: { ...nodeHeaderEnvironment(), ...env },
    },
  );
}
