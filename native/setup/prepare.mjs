import { addonIsFresh, addonParts, buildAddon } from './addon.mjs';
import { buildBundles, bundleParts, bundlesAreFresh } from './bundle.mjs';
import { writeAtomically } from './freshness.mjs';
import { NOTE, noteOf } from './build-stamp.mjs';
import { buildNativePackage, nativePackageParts, staleNativePackages } from './native-packages.mjs';
import { ALL, installNodeModules, nodeModulesAreFresh, nodeModulesParts, RUNTIME } from './node-modules.mjs';
import { NEEDS } from './needs.mjs';

/**
 * From whatever state the clone is in to a built tree: system packages, Node packages, bundles, addon. Measures first;
 * with everything in place it costs a few hundred `stat` calls and loads none of the tools, and leaves a note by which
 * the next start of the daemon does with less.
 *
 * @param needs further system packages that the command itself asks for.
 * @param packages the set of Node packages, RUNTIME or ALL
 * @param demo whether the demo library is wanted as well
 */
export async function prepare(needs = [], { packages = RUNTIME, demo = false } = {}) {
  const { demoLibraryIsFresh } = demo ? await import('./demo.mjs') : {};
  if (!isReady(packages)) await build([...NEEDS.first, ...needs], packages, demo);
  else if (demo && !demoLibraryIsFresh()) await build(needs, packages, demo);
  else if (needs.length > 0) await (await import('./system-packages.mjs')).ensureSystemPackages(needs);
  if (isReady(packages)) leaveNote(); // else somebody has edited meanwhile
}

/** For tools that read the sources only, such as a linter: all Node packages, nothing built. */
export async function prepareTools() {
  if (nodeModulesAreFresh(ALL)) return;
  const { withBuildLock } = await import('./lock.mjs');
  await withBuildLock(() => ensureNodeModules(ALL));
}

/**
 * Steps that do not need each other's results run at the same time. SQLite is one huge file, which keeps one core busy
 * throughout and is what everybody waits for: the two other builds, which use every core, come one after the other and
 * leave it the processor.
 */
async function build(needs, packages, demo) {
  const { withBuildLock } = await import('./lock.mjs');
  const { ensureSystemPackages } = await import('./system-packages.mjs');
  await withBuildLock(async () => {
    const system = ensureSystemPackages(needs);
    const modules = ensureNodeModules(packages);
    const compiler = Promise.all([system, modules]);
    const bundles = modules.then(async () => {
      if (!bundlesAreFresh()) await buildBundles();
    });
    const make = async (name, background) => {
      if (staleNativePackages().includes(name)) await buildNativePackage(name, compiler, { background });
    };
    await together([
      modules.then(() => make('better-sqlite3')),
      compiler
        .then(() => make('mdns', true))
        .then(async () => {
          if (!addonIsFresh()) await buildAddon({ background: true });
        }),
      Promise.all([bundles, system]).then(async () => {
        const { demoLibraryIsFresh, makeDemoLibrary } = await import('./demo.mjs');
        if (demo && !demoLibraryIsFresh()) await makeDemoLibrary({ background: true });
      }),
    ]);
  });
}

/** Only for the owner of the build lock. */
async function ensureNodeModules(packages) {
  if (!nodeModulesAreFresh(packages)) await installNodeModules(packages);
}

/** Waits for all, whatever becomes of them: nothing is at work any more when the first failure is thrown. */
async function together(promises) {
  const failed = (await Promise.allSettled(promises)).find(({ status }) => status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

function leaveNote() {
  try {
    writeAtomically(NOTE, noteOf([...nodeModulesParts(), ...nativePackageParts(), ...bundleParts(), ...addonParts()]));
  } catch {
    // Every start looks closely, nothing else changes.
  }
}

function isReady(packages) {
  return nodeModulesAreFresh(packages) && staleNativePackages().length === 0 && bundlesAreFresh() && addonIsFresh();
}
