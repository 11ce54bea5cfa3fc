import { existsSync } from 'node:fs';
import { step } from './console.mjs';
import { contentHash, readStamp, stamped } from './freshness.mjs';
import { at, DIST } from './paths.mjs';
import { mustRun } from './run.mjs';

/** The demo library, made by `src/demo` at build time and kept until its recipe changes. */
export const DEMO_LIBRARY = at('build', 'demo');
const GENERATOR = `${DIST}/demo-library.cjs`;
const STAMP = at('build', 'demo.stamp');

export const demoLibraryIsFresh = () =>
  existsSync(DEMO_LIBRARY) && existsSync(GENERATOR) && readStamp(STAMP) === contentHash(GENERATOR);

/** Only for the owner of the build lock. */
export function makeDemoLibrary({ background } = {}) {
  const doing = 'generating the demo library';
  return stamped(STAMP, contentHash(GENERATOR), () =>
    step(doing, 'generated the demo library', () =>
      mustRun(doing, process.execPath, [GENERATOR, DEMO_LIBRARY], { capture: true, background }),
    ),
  );
}
