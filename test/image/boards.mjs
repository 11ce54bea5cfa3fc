import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { boards } from '../../image/steps/disk.mjs';

/**
 * Checks for each board that the root tree has the kernel modules and firmware files of its radios, USB and sound, and
 * its device trees. @returns `{ complete, problems }`: number of complete boards, and a sentence for each missing file
 */
export function examineBoards(tree) {
  const [version] = readdirSync(join(tree, 'usr/lib/modules'));
  const modules = modulesOf(join(tree, 'usr/lib/modules', version));
  // existsSync() follows links, so a broken link counts as missing firmware.
  const hasFirmware = (file) => existsSync(join(tree, 'usr/lib/firmware', file));
  const hasDeviceTree = (file) => existsSync(join(tree, 'usr/lib', `linux-image-${version}`, 'broadcom', file));
  const found = boards().map(({ name, deviceTrees, nodes }) => [
    ...deviceTrees.filter((file) => !hasDeviceTree(file)).map((file) => `${name}: no device tree ${file}`),
    ...nodes
      .filter(({ module }) => !modules.has(plain(module)))
      .map(({ node, module }) => `${name}, ${node}: no kernel module ${module}`),
    ...nodes.flatMap(({ node, firmware }) =>
      firmware.filter((file) => !hasFirmware(file)).map((file) => `${name}, ${node}: no firmware ${file}`),
    ),
  ]);
  return { complete: found.filter((problems) => problems.length === 0).length, problems: found.flat() };
}

const plain = (name) => name.replaceAll('-', '_');

function modulesOf(folder) {
  return new Set(
    ['modules.builtin', 'modules.order']
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
      .map((path) => plain(basename(path).replace(/\.ko.*$/, ''))),
  );
}
