import { addonIsFresh, addonParts } from './addon.mjs';
import { bundleParts, bundlesAreFresh } from './bundle.mjs';
import { writeAtomically } from './freshness.mjs';
import { NOTE, noteOf } from './left.mjs';
import { nodeModulesAreFresh, nodeModulesParts } from './node-modules.mjs';
import { NEEDS } from './needs.mjs';

/**
 * From whatever state the clone is in to a built tree: system packages, Node packages, bundles, addon. Measures first;
 * with everything in place it costs a few hundred `stat` calls and loads none of the tools, and leaves a note by which
 * the next start of the daemon does with less.
 *
 * @param needs further system packages that the command itself asks for.
 */
export async function prepare(needs = []) {
  if (needs.length === 0 && isReady()) return leaveNote();
  const { ensureSystemPackages } = await import('./system-packages.mjs');
  await ensureSystemPackages(isReady() ? needs : [...NEEDS.first, ...needs]);
  if (isReady()) return leaveNote();

  const { withBuildLock } = await import('./lock.mjs');
  await withBuildLock(async () => {
    if (!nodeModulesAreFresh()) await (await import('./node-modules.mjs')).installNodeModules();
    if (!bundlesAreFresh()) await (await import('./bundle.mjs')).buildBundles();
    if (!addonIsFresh()) await (await import('./addon.mjs')).buildAddon();
  });
  if (isReady()) leaveNote(); // else somebody has edited meanwhile
}

function leaveNote() {
  try {
    writeAtomically(NOTE, noteOf([...nodeModulesParts(), ...bundleParts(), ...addonParts()]));
  } catch {
    // Every start looks closely, nothing else changes.
  }
}

function isReady() {
  return nodeModulesAreFresh() && bundlesAreFresh() && addonIsFresh();
}
