import { existsSync, readFileSync, rmSync } from 'node:fs';
import { nodeGyp } from './addon.mjs';
import { step } from './console.mjs';
import { readStamp, stamped, writeAtomically } from './freshness.mjs';
import { at } from './paths.mjs';
import { run } from './run.mjs';

/**
 * Native parts of Node packages: the path of each binding, in the clone and on the box. They use the API of V8, so
 * another Node ABI makes them stale. `usocket` of dbus-next is not built, as nothing here passes file descriptors.
 */
export const BINDINGS = {
  'better-sqlite3': 'node_modules/better-sqlite3/build/Release/better_sqlite3.node',
  mdns: 'node_modules/mdns/build/Release/dns_sd_bindings.node',
};
const NAMES = Object.keys(BINDINGS);

const PREBUILD_INSTALL = at('node_modules', 'prebuild-install', 'bin.js');
/** For a network without any answer; compiling takes about as long. */
const FETCH_TIMEOUT_MS = 60_000;

const bindingOf = (name) => at(BINDINGS[name]);
const stampOf = (name) => at('node_modules', name, 'build', '.tonearm-stamp');
const manifestOf = (name) => JSON.parse(readFileSync(at('node_modules', name, 'package.json'), 'utf8'));
const wanted = (name) => `${manifestOf(name).version} ${process.versions.modules} ${process.arch}`;

/** Files that have to be unchanged for the native packages to be fresh. */
export const nativePackageFiles = () => NAMES.flatMap((name) => [bindingOf(name), stampOf(name)]);

/** Names of the packages that have to be built; all are installed. */
export const staleNativePackages = () => NAMES.filter((name) => !isFresh(name));

function isFresh(name) {
  if (!existsSync(bindingOf(name))) return false;
  const stamp = readStamp(stampOf(name));
  // Built by a person's own `npm ci`, presumably with this Node.
  if (stamp === undefined) writeAtomically(stampOf(name), wanted(name));
  return stamp === undefined || stamp === wanted(name);
}

/**
 * Downloads the prebuilt binding of a package, if it publishes one, or compiles it.
 *
 * @param compiler a promise that settles when the compiler is installed
 */
export async function buildNativePackage(name, compiler, { background } = {}) {
  await stamped(stampOf(name), wanted(name), async () => {
    rmSync(bindingOf(name), { force: true });
    if (await fetchPrebuilt(name)) return;
    await compiler;
    const doing = `compiling ${name}`;
    await step(doing, `compiled ${name}`, () => nodeGyp(doing, at('node_modules', name), { background }));
  });
}

async function fetchPrebuilt(name) {
  if (!/\bprebuild-install\b/.test(manifestOf(name).scripts?.install)) return false;
  const options = { cwd: at('node_modules', name), capture: true, timeout: FETCH_TIMEOUT_MS };
  const fetching = () => run(process.execPath, [PREBUILD_INSTALL], options);
  const done = ({ code }) => (code === 0 ? `fetched ${name}` : `no prebuilt ${name} can be had from here`);
  const { code } = await step(`fetching ${name}, prebuilt`, done, fetching);
  return code === 0 && existsSync(bindingOf(name));
}
