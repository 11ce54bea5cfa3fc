/** Tells from esbuild's metafile which Node packages are in a bundle. */

const FOLDER = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/**
 * Folders of packages, such as `node_modules/koa`, of which at least one byte is in an output. What esbuild has read
 * and left out does not count.
 */
export function packagesIn({ outputs }) {
  const used = Object.values(outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).filter((path) => inputs[path].bytesInOutput > 0),
  );
  return [...new Set(used.flatMap((path) => FOLDER.exec(path)?.[0] ?? []))].sort();
}
