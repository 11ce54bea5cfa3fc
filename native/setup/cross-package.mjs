import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { nodeGyp } from './addon.mjs';
import { say } from './console.mjs';
import { ARM64_TOOLS, assertArm64 } from './cross-arm64.mjs';
import { at, BUILD } from './paths.mjs';

/**
 * The native half of a package of Node for the box. It speaks to V8 itself, not N-API: it is built for the very Node of
 * Debian 13. That takes up to a minute and a half of CPU and changes with the package's version alone, so it is kept
 * outside the clone.
 */

/** The box's Node, and its ABI (`process.versions.modules`). */
const BOX_NODE = '20.19.2';
const BOX_ABI = '115';

/**
 * @param name of the package @param sources of it that the build reads @param binding what the build makes
 * @param cache a folder outside the clone @param environment of the build
 * @returns where the image takes it from
 */
export async function buildArm64Package({ name, sources, binding, cache, environment }) {
  const folder = at('node_modules', name);
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const kept = join(cache, `${name}-${version}-node${BOX_ABI}-arm64.node`);
  const made = join(BUILD, 'arm64', binding);
  if (!existsSync(kept)) {
    const work = join(BUILD, 'arm64', name);
    say(`building ${name} for arm64 (once a version)`);
    rmSync(work, { recursive: true, force: true });
    for (const source of ['binding.gyp', 'package.json', ...sources])
      cpSync(join(folder, source), join(work, source), { recursive: true });
    // The headers of this Node do when it has the box's ABI; node-gyp fetches those of the box's otherwise.
    const target = process.versions.modules === BOX_ABI ? [] : [`--target=${BOX_NODE}`];
    await nodeGyp(`building ${name} for arm64`, work, {
      args: ['--arch=arm64', ...target],
      env: { ...ARM64_TOOLS, ...environment },
    });
    mkdirSync(cache, { recursive: true });
    // Another build of the image may look at the same moment.
    const partial = `${kept}.${process.pid}.tmp`;
    cpSync(join(work, 'build/Release', binding), partial);
    renameSync(partial, kept);
    rmSync(work, { recursive: true, force: true });
  }
  cpSync(kept, made);
  assertArm64(made);
  return made;
}
