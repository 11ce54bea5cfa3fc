import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { nodeGyp } from './addon.mjs';
import { say } from './console.mjs';
import { ARM64_TOOLS, assertArm64, ensureArm64Libraries, LINKER_PATHS } from './cross-arm64.mjs';
import { BINDINGS } from './native-packages.mjs';
import { at, BUILD } from './paths.mjs';

/**
 * Cross-compiles the native parts of Node packages for the box. They use the API of V8, not N-API, so they are built
 * for the exact Node of Debian 13. A build takes up to 90 s of CPU and depends on the version of the package only, so
 * it is kept outside the clone.
 */

/** Sources of each package and flags of the linker. mdns is linked with Avahi's library. */
const PACKAGES = {
  'better-sqlite3': { sources: ['src', 'deps'], flags: '-s' },
  mdns: { sources: ['src'], flags: `-s ${LINKER_PATHS}` },
};

/** Version and ABI (`process.versions.modules`) of the box's Node. */
const BOX_NODE = '20.19.2';
const BOX_ABI = '115';

/** Path of the built binding of a package. */
export const arm64BindingOf = (name) => join(BUILD, 'arm64', basename(BINDINGS[name]));

/** Builds the bindings that the cache does not have. @param cache a folder outside the clone */
export async function buildArm64Packages(cache) {
  await ensureArm64Libraries();
  for (const [name, { sources, flags }] of Object.entries(PACKAGES)) {
    const { version } = JSON.parse(readFileSync(at('node_modules', name, 'package.json'), 'utf8'));
    const kept = join(cache, `${name}-${version}-node${BOX_ABI}-arm64.node`);
    if (!existsSync(kept)) await build(name, sources, flags, kept);
    cpSync(kept, arm64BindingOf(name));
    assertArm64(arm64BindingOf(name));
  }
}

async function build(name, sources, flags, kept) {
  const work = join(BUILD, 'arm64', name);
  say(`building ${name} for arm64 (once a version)`);
  rmSync(work, { recursive: true, force: true });
  for (const source of ['binding.gyp', 'package.json', ...sources])
    cpSync(at('node_modules', name, source), join(work, source), { recursive: true });
  // With the same ABI the headers of this Node fit; otherwise node-gyp downloads those of the box's Node.
  const target = process.versions.modules === BOX_ABI ? [] : [`--target=${BOX_NODE}`];
  const env = { ...ARM64_TOOLS, LDFLAGS: flags };
  await nodeGyp(`building ${name} for arm64`, work, { args: ['--arch=arm64', ...target], env });
  mkdirSync(join(kept, '..'), { recursive: true });
  // Atomically: another build of the image may read the cache.
  const partial = `${kept}.${process.pid}.tmp`;
  cpSync(join(work, 'build/Release', basename(BINDINGS[name])), partial);
  renameSync(partial, kept);
  rmSync(work, { recursive: true, force: true });
}
