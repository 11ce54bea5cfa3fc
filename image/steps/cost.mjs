import { packageNames, resolvePackages } from './apt.mjs';
import { report } from './clock.mjs';

/** The package that brings more than all the others beside kernel and Node: what the image would be without it. */
const DEAR = 'ffmpeg';

/** Says how many of `packages` are there for it alone, and their size as packages, which is near that on the image. */
export async function reportCost(packages) {
  const without = await resolvePackages(packageNames().filter((name) => name !== DEAR));
  const kept = new Set(without.map(({ name }) => name));
  const only = packages.filter(({ name }) => !kept.has(name));
  const megabytes = (some) => (some.reduce((sum, { size }) => sum + size, 0) / 1e6).toFixed(0);
  report(`${DEAR} costs ${only.length} packages, ${megabytes(only)} of ${megabytes(packages)} MB of packages`);
}
