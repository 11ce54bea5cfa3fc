import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { step } from './console.mjs';
import { filesUnder, fingerprint, readStamp, stamped } from './freshness.mjs';
import { at, NATIVE } from './paths.mjs';
import { mustRun } from './run.mjs';

/** The native addon, built by node-gyp for this machine. */
export const ADDON = at('native', 'build', 'Release', 'tonearm_native.node');
/** The program that confines ffmpeg, built with the addon. */
export const CONFINE = at('native', 'build', 'Release', 'confine');
/** The program that makes pictures smaller, built with the addon. */
export const THUMBNAILS = at('native', 'build', 'Release', 'thumbnails');
/** The program that mounts network shares, built with the addon. */
export const MOUNT_SHARE = at('native', 'build', 'Release', 'mount_share');
const STAMP = at('native', 'build', '.stamp');
const BUILT = [ADDON, CONFINE, THUMBNAILS, MOUNT_SHARE];
const NODE_GYP = at('node_modules', 'node-gyp', 'bin', 'node-gyp.js');

export const addonInputs = () => [
  at('native', 'binding.gyp'),
  at('native', 'confine.cpp'),
  ...filesUnder(at('native', 'core')),
  ...filesUnder(at('native', 'bindings')),
  ...filesUnder(at('native', 'thumbnails')),
  ...filesUnder(at('native', 'mount_share')),
];

/** Stamp of a fresh addon. The build settings come from this Node, although the addon uses N-API. */
const wanted = () => fingerprint(addonInputs(), process.version, process.arch);

/** Files that have to be unchanged for the addon to be fresh. */
export const addonFiles = () => [...addonInputs(), ...BUILT, STAMP];

export function addonIsFresh() {
  return BUILT.every((path) => existsSync(path)) && readStamp(STAMP) === wanted();
}

export function buildAddon({ background } = {}) {
  const doing = 'compiling the native addon';
  return stamped(STAMP, wanted(), () =>
    step(doing, 'compiled the native addon', () => nodeGyp(doing, NATIVE, { background })),
  );
}

/**
 * Runs node-gyp in `folder` on all cores. `env` has the cross compiler, `args` the target; `background` is that of
 * `run`. Prints nothing; the error of a failure begins with `doing`.
 */
export async function nodeGyp(doing, folder, { args = [], env = {}, background } = {}) {
  const gyp = [NODE_GYP, 'configure', 'build', '-C', folder, '--release', '--jobs', 'max', ...args];
  const nodedir = nodeDirectory();
  const headers = nodedir === undefined ? {} : { npm_config_nodedir: nodedir };
  await mustRun(doing, process.execPath, gyp, { capture: true, background, env: { ...headers, ...env } });
}

/**
 * The folder with the headers of this Node (`nodedir` of node-gyp), if the system has them. Undefined otherwise:
 * node-gyp then downloads them once.
 */
function nodeDirectory() {
  const candidates = [join(dirname(process.execPath), '..'), '/usr', '/usr/local'];
  return candidates.find((folder) => headersMatch(join(folder, 'include/node/node_version.h')));
}

function headersMatch(file) {
  if (!existsSync(file)) return false;
  const text = readFileSync(file, 'utf8');
  const part = (name) => new RegExp(`#define NODE_${name}_VERSION (\\d+)`).exec(text)?.[1];
  return process.versions.node.startsWith(`${part('MAJOR')}.${part('MINOR')}.`);
}
