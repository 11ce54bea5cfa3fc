import { join } from 'node:path';
import { buildArm64Package } from './cross-package.mjs';
import { BUILD } from './paths.mjs';

const BINDING = 'better_sqlite3.node';

/** Where the binding stands in the clone and on the box alike. */
export const SQLITE_BINDING = `node_modules/better-sqlite3/build/Release/${BINDING}`;

/** Where the image takes it from. */
export const ARM64_SQLITE = join(BUILD, 'arm64', BINDING);

/** The native half of better-sqlite3. @param cache a folder outside the clone */
export async function buildArm64Sqlite(cache) {
  await buildArm64Package({
    name: 'better-sqlite3',
    sources: ['src', 'deps'],
    binding: BINDING,
    cache,
    environment: { LDFLAGS: '-s' },
  });
}
