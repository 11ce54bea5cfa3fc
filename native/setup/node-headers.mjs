import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The folder that node-gyp calls `nodedir`: headers of this very Node, where the system has them, so that nothing is
 * fetched. Undefined when there are none; node-gyp then downloads them once.
 */
export function nodeDirectory() {
  const candidates = [join(dirname(process.execPath), '..'), '/usr', '/usr/local'];
  return candidates.find((folder) => headersMatch(join(folder, 'include/node/node_version.h')));
}

/** What npm and node-gyp read. */
export function nodeHeaderEnvironment() {
  const folder = nodeDirectory();
  return folder === undefined ? {} : { npm_config_nodedir: folder };
}

function headersMatch(file) {
  if (!existsSync(file)) return false;
  const text = readFileSync(file, 'utf8');
  const part = (name) => new RegExp(`#define NODE_${name}_VERSION (\\d+)`).exec(text)?.[1];
  return process.versions.node.startsWith(`${part('MAJOR')}.${part('MINOR')}.`);
}
