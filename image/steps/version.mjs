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
  const format = ['--format=%cd.%h', '--date=format-local:%Y%m%d.%H%M%S', '--abbrev=8'];
  return versionOf(version, await git('log', '-1', ...format), await git('status', '--porcelain'));
}

/** @param commit time and hash @param changes what git says of the work tree; both undefined where git says nothing */
export function versionOf(version, commit, changes) {
  if (commit === undefined || commit === '') return version;
  return `${version}+${commit}${changes === '' ? '' : '.changed'}`;
}

/** Lines of os-release(5) that Debian leaves to images. */
export const releaseLines = (version) => `IMAGE_ID=tonearm\nIMAGE_VERSION="${version}"\n`;
