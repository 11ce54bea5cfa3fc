import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { nodeGyp } from './addon.mjs';
import { say } from './console.mjs';
import { ARM64_TOOLS, assertArm64 } from './cross-arm64.mjs';
import { at, BUILD } from './paths.mjs';

/**
 * The native half of better-sqlite3 for the box. It speaks to V8 itself, not N-API: it is built for the very Node of
 * Debian 13. That takes a minute and a half of CPU and changes with the package's version alone, so it is kept outside
 * the clone.
 */
const PACKAGE = at('node_modules', 'better-sqlite3');
const WORK = join(BUILD, 'arm64', 'better-sqlite3');
/** The box's Node, and its ABI (`process.versions.modules`). */
const BOX_NODE = '20.19.2';
const BOX_ABI = '115';

/** Where the binding stands in the clone and on the box alike. */
export const SQLITE_BINDING = 'node_modules/better-sqlite3/build/Release/better_sqlite3.node';

/** Where the image takes it from. */
export const ARM64_SQLITE = join(BUILD, 'arm64', 'better_sqlite3.node');

/** @param cache a folder outside the clone */
export async function buildArm64Sqlite(cache) {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
  const kept = join(cache, `better-sqlite3-${version}-node${BOX_ABI}-arm64.node`);
  if (!existsSync(kept)) {
    await build();
    mkdirSync(cache, { recursive: true });
    // Another build of the image may look at the same moment.
    const partial = `${kept}.${process.pid}.tmp`;
    cpSync(join(WORK, 'build/Release/better_sqlite3.node'), partial);
    renameSync(partial, kept);
    rmSync(WORK, { recursive: true, force: true });
  }
  cpSync(kept, ARM64_SQLITE);
  assertArm64(ARM64_SQLITE);
}

async function build() {
  say('building better-sqlite3 for arm64 (once a version)');
  rmSync(WORK, { recursive: true, force: true });
  for (const name of ['binding.gyp', 'package.json', 'src', 'deps'])
    cpSync(join(PACKAGE, name), join(WORK, name), { recursive: true });
  // The headers of this Node do when it has the box's ABI; node-gyp fetches those of the box's otherwise.
  const target = process.versions.modules === BOX_ABI ? [] : [`--target=${BOX_NODE}`];
  await nodeGyp(WORK, ['--arch=arm64', ...target], { ...ARM64_TOOLS, LDFLAGS: '-s' });
}
