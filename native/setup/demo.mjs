import { existsSync } from 'node:fs';
import { step } from './console.mjs';
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
    await makeDemoLibrary();
  });
}

/** Only for the owner of the build lock. */
export async function makeDemoLibrary({ background } = {}) {
  const doing = 'generating the demo library';
  removeStamp(STAMP);
  await step(doing, 'generated the demo library', () =>
    mustRun(doing, process.execPath, [GENERATOR, DEMO_LIBRARY], { capture: true, background }),
  );
  writeStamp(STAMP, contentHash(GENERATOR));
}
