/**
 * A plug-in for esbuild: Node's modules that a start does not need are loaded when something of them is first used. Debian's
 * Node compiles its own modules at every start, and these, with what they load themselves, are a third of them.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
/** Not `assert`, which is called itself, and not those that a server loads anyway when it listens. */
const NAMES = ['crypto', 'dns', 'dns/promises', 'https', 'tls', 'v8', 'zlib'];
const SPACE = 'late-builtin';

export const lateBuiltins = {
  name: 'late-builtins',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^(node:)?(${NAMES.join('|')})$`) }, ({ path, namespace }) => {
      if (namespace === SPACE) return { path, external: true };
      return { path: path.replace(/^node:/, ''), namespace: SPACE };
    });
    build.onLoad({ filter: /.*/, namespace: SPACE }, ({ path }) => {
      const getters = Object.keys(require(`node:${path}`)).map(
        (name) => `get ${JSON.stringify(name)}(){return load()[${JSON.stringify(name)}]}`,
      );
      const contents = `let loaded;const load=()=>loaded??=require("node:${path}");module.exports={${getters.join(',')}};`;
      return { contents, loader: 'js' };
    });
  },
};
