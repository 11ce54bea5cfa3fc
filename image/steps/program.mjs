import { mustRun } from '../../native/setup/run.mjs';
import { EPOCH } from '../paths.mjs';

/** What every program of the build sees: one language, one time, no questions. */
export const ENVIRONMENT = {
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
  SOURCE_DATE_EPOCH: String(EPOCH),
  E2FSPROGS_FAKE_TIME: String(EPOCH),
  DEBIAN_FRONTEND: 'noninteractive',
  DEBCONF_NONINTERACTIVE_SEEN: 'true',
  MTOOLS_SKIP_CHECK: '1',
  // Options of whoever builds.
  ...{ XZ_DEFAULTS: '', XZ_OPT: '' },
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
};

/** Runs a program without a shell; a failure ends the build with what it said. @returns its standard output. */
export async function call(program, args, { env = {}, cwd } = {}) {
  const result = await mustRun(program, program, args, { capture: true, cwd, env: { ...ENVIRONMENT, ...env } });
  return result.stdout;
}
