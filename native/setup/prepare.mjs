import { addonIsFresh } from './addon.mjs';
import { bundlesAreFresh } from './bundle.mjs';
import { nodeModulesAreFresh } from './node-modules.mjs';
import { NEEDS } from './needs.mjs';

/**
 * From whatever state the clone is in to a built tree: system packages, Node packages, bundles, addon. Measures first;
 * with everything in place it costs a few hundred `stat` calls and loads none of the tools.
 *
 * @param needs further system packages that the command itself asks for.
 */
export async function prepare(needs = []) {
  if (needs.length === 0 && isReady()) return;
  const { ensureSystemPackages } = await import('./system-packages.mjs');
  await ensureSystemPackages(isReady() ? needs : [...NEEDS.first, ...needs]);
  if (isReady()) return;

  const { withBuildLock } = await import('./lock.mjs');
  await withBuildLock(async () => {
    if (!nodeModulesAreFresh()) await (await import('./node-modules.mjs')).installNodeModules();
    if (!bundlesAreFresh()) await (await import('./bundle.mjs')).buildBundles();
    if (!addonIsFresh()) await (await import('./addon.mjs')).buildAddon();
  });
}

function isReady() {
  return nodeModulesAreFresh() && bundlesAreFresh() && addonIsFresh();
}
