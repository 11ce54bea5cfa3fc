import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { boards } from '../../image/steps/disk.mjs';

/**
 * Maps each board's radios, USB and sound to the kernel module and the firmware files that they ask for, and its device
 * trees to the kernel's. @returns `{ complete, problems }` of a kept root tree: how many boards, and what is missing
 */
export function examineBoards(tree) {
  const [version] = readdirSync(join(tree, 'usr/lib/modules'));
  const modules = modulesOf(join(tree, 'usr/lib/modules', version));
  // A link that leads nowhere is no firmware: existsSync() follows it.
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
