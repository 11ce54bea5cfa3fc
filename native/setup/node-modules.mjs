import { statSync } from 'node:fs';
import { say, SetupError } from './console.mjs';
import { contentHash, readStamp, removeStamp, writeStamp } from './freshness.mjs';
import { nodeHeaderEnvironment } from './node-headers.mjs';
import { at, NODE_MODULES } from './paths.mjs';
import { run } from './run.mjs';

const LOCK_FILE = at('package-lock.json');
const STAMP = at('node_modules', '.tonearm-stamp');

/** Native packages are built for one Node ABI and processor: another Node makes them stale as well. */
const wanted = () => `${contentHash(LOCK_FILE)} ${process.versions.modules} ${process.arch}`;

/** What says that the packages are fresh while it stays as it is. */
export const nodeModulesParts = () => [LOCK_FILE, STAMP];

export function nodeModulesAreFresh() {
  const stamp = readStamp(STAMP);
  if (stamp !== undefined) return stamp === wanted();
  if (!installedByHand()) return false;
  writeStamp(STAMP, wanted());
  return true;
}

/** npm writes its hidden lock file at the very end of an install: newer than ours, it belongs to this one. */
function installedByHand() {
  const hidden = statSync(`${NODE_MODULES}/.package-lock.json`, { throwIfNoEntry: false });
  return hidden !== undefined && hidden.mtimeMs >= statSync(LOCK_FILE).mtimeMs;
}

/** `npm ci`, with scripts: packages with native parts are built from source, against the headers of this Node. */
export async function installNodeModules() {
  say('installing the Node packages (npm ci)');
  removeStamp(STAMP);
  const npm = process.env.npm_execpath;
  const [program, before] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  const args = [...before, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code } = await run(program, args, { env: nodeHeaderEnvironment(), stdout: 2 });
  if (code !== 0) {
    throw new SetupError('npm ci failed. Is the network there? Its own words are above; then try again.');
  }
  writeStamp(STAMP, wanted());
}
