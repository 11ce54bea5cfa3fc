import { existsSync } from 'node:fs';
import { say } from './console.mjs';
import { contentHash, readStamp, removeStamp, writeStamp } from './freshness.mjs';
import { at, DIST } from './paths.mjs';
import { mustRun } from './run.mjs';

/** The demo library, made by `src/demo` at build time and kept until its recipe changes. */
export const DEMO_LIBRARY = at('build', 'demo');
const GENERATOR = `${DIST}/demo-library.cjs`;
const STAMP = at('build', 'demo.stamp');

export const demoLibraryIsFresh = () =>
  existsSync(DEMO_LIBRARY) && existsSync(GENERATOR) && readStamp(STAMP) === contentHash(GENERATOR);

export async function ensureDemoLibrary() {
  if (demoLibraryIsFresh()) return;
  const { withBuildLock } = await import('./lock.mjs');
  await withBuildLock(async () => {
    if (demoLibraryIsFresh()) return;
    say('generating the demo library');
    removeStamp(STAMP);
    await mustRun('generating the demo library', process.execPath, [GENERATOR, DEMO_LIBRARY], { stdout: 2 });
    writeStamp(STAMP, contentHash(GENERATOR));
  });
}
