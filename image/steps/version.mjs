/** Names what is built: the version of a box and of the update that brings it there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../native/setup/run.mjs';
import { ROOT } from '../../native/setup/paths.mjs';

/**
 * `0.1.0+20261126.230832.dd2f68bb`: version of package.json, time (UTC) and hash of the commit. With changes that are not
 * committed it ends with `.changed`; outside a clone only the first part is left.
 */
export async function systemVersion() {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  if (!existsSync(join(ROOT, '.git'))) return version;
  // The clone belongs to whoever called sudo, which git refuses by default.
  const git = async (...args) => {
    const { code, stdout } = await run('git', ['-c', `safe.directory=${ROOT}`, ...args], {
      capture: true,
      env: { TZ: 'UTC' },
    });
    return code === 0 ? stdout.trim() : undefined;
  };
  const commit = await git('log', '-1', '--format=%cd.%H', '--date=format-local:%Y%m%d.%H%M%S');
  return versionOf(version, commit, await git('status', '--porcelain'));
}

/** End of the version of a tree with changes that are not committed. */
export const CHANGED = '.changed';
/** Length of a time, a point, and the beginning of a hash: git would make that longer in a clone with more commits. */
const COMMIT_LENGTH = '20261126.230832.dd2f68bb'.length;

/** @param commit time and whole hash @param changes what git says of the work tree; both undefined where git says nothing */
export function versionOf(version, commit, changes) {
  if (commit === undefined || commit === '') return version;
  return `${version}+${commit.slice(0, COMMIT_LENGTH)}${changes === '' ? '' : CHANGED}`;
}

/** Lines of os-release(5) that Debian leaves to images. */
export const releaseLines = (version) => `IMAGE_ID=tonearm\nIMAGE_VERSION="${version}"\n`;
