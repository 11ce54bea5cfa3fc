import { addonIsFresh, addonFiles, buildAddon } from './addon.mjs';
import { buildBundles, bundleFiles, bundlesAreFresh } from './bundle.mjs';
import { writeAtomically } from './freshness.mjs';
import { RECORD, recordOf } from './build-stamp.mjs';
import { buildNativePackage, nativePackageFiles, staleNativePackages } from './native-packages.mjs';
import { ALL, installNodeModules, nodeModulesAreFresh, nodeModuleFiles, RUNTIME } from './node-modules.mjs';
import { NEEDS } from './needs.mjs';

/**
 * Brings the clone from any state to a built tree: system packages, Node packages, bundles, addon. When nothing has to
 * be done it costs a few hundred `stat` calls and loads no tool. Records a complete build for the next start
 * (`build-stamp.mjs`).
 *
 * @param needs system packages that the command needs besides those for building
 * @param packages the set of Node packages, RUNTIME or ALL
 * @param demo whether to generate the demo library as well
 */
export async function prepare(needs = [], { packages = RUNTIME, demo = false } = {}) {
  const { demoLibraryIsFresh } = demo ? await import('./demo.mjs') : {};
  if (!isReady(packages)) await build([...NEEDS.first, ...needs], packages, demo);
  else if (demo && !demoLibraryIsFresh()) await build(needs, packages, demo);
  else if (needs.length > 0) await (await import('./system-packages.mjs')).ensureSystemPackages(needs);
  if (isReady(packages)) recordBuild(); // else a source was edited meanwhile
}

/** Installs all Node packages and builds nothing, for tools that read the sources only. */
export async function prepareTools() {
  if (nodeModulesAreFresh(ALL)) return;
  const { withBuildLock } = await import('./lock.mjs');
  await withBuildLock(() => ensureNodeModules(ALL));
}

/**
 * Runs independent steps in parallel. SQLite is one huge source file, which keeps one core busy to the end and takes
 * longest: the two other builds, which use every core, run one after the other with a lower priority.
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

/** The caller must hold the build lock. */
async function ensureNodeModules(packages) {
  if (!nodeModulesAreFresh(packages)) await installNodeModules(packages);
}

/** Waits until all have settled, so that nothing runs any more when the first failure is thrown. */
async function together(promises) {
  const failed = (await Promise.allSettled(promises)).find(({ status }) => status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

function recordBuild() {
  try {
    writeAtomically(
      RECORD,
      recordOf([...nodeModuleFiles(), ...nativePackageFiles(), ...bundleFiles(), ...addonFiles()]),
    );
  } catch {
    // Without a record every start checks the stamps.
  }
}

function isReady(packages) {
  return nodeModulesAreFresh(packages) && staleNativePackages().length === 0 && bundlesAreFresh() && addonIsFresh();
}
