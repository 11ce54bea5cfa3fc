import { existsSync } from 'node:fs';
import { step } from './console.mjs';
import { contentHash, readStamp, stamped } from './freshness.mjs';
import { at, DIST } from './paths.mjs';
import { mustRun } from './run.mjs';

/** Folder of the demo library, which `src/demo` generates again when its code changes. */
export const DEMO_LIBRARY = at('build', 'demo');
const GENERATOR = `${DIST}/demo-library.cjs`;
const STAMP = at('build', 'demo.stamp');

export const demoLibraryIsFresh = () =>
  existsSync(DEMO_LIBRARY) && existsSync(GENERATOR) && readStamp(STAMP) === contentHash(GENERATOR);

/** Generates the demo library. The caller must hold the build lock. */
export function makeDemoLibrary({ background } = {}) {
  const doing = 'generating the demo library';
  return stamped(STAMP, contentHash(GENERATOR), () =>
    step(doing, 'generated the demo library', () =>
      mustRun(doing, process.execPath, [GENERATOR, DEMO_LIBRARY], { capture: true, background }),
    ),
  );
}
