import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

/** Paths in the repository. Everything generated is below `dist/`, `build/` or `native/build/`. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const at = (...parts) => join(ROOT, ...parts);

export const SRC = at('src');
export const DIST = at('dist');
export const BUILD = at('build');
export const NATIVE = at('native');
export const NODE_MODULES = at('node_modules');
