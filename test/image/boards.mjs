/**
 * Maps each board's radios, USB and sound to the kernel module and the firmware files that they ask for, and its device
 * trees to the kernel's: `node test/image/boards.mjs TREE`, where TREE is the kept root tree.
 */
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { boards } from '../../image/steps/disk.mjs';

const tree = process.argv[2] ?? '';
const [version] = readdirSync(join(tree, 'usr/lib/modules'));
const folder = join(tree, 'usr/lib/modules', version);
const plain = (name) => name.replaceAll('-', '_');
const modules = new Set(
  ['modules.builtin', 'modules.order']
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .map((path) => plain(basename(path).replace(/\.ko.*$/, ''))),
);

const problems = boards().flatMap(({ name, deviceTrees, nodes }) => [
  ...deviceTrees
    .filter((file) => !existsSync(join(tree, 'usr/lib', `linux-image-${version}`, 'broadcom', file)))
    .map((file) => `${name}: no device tree ${file}`),
  ...nodes
    .filter(({ module }) => !modules.has(plain(module)))
    .map(({ node, module }) => `${name}, ${node}: no kernel module ${module}`),
  ...nodes.flatMap(({ node, firmware }) =>
    firmware
      .filter((file) => !isThere(join(tree, 'usr/lib/firmware', file)))
      .map((file) => `${name}, ${node}: no firmware ${file}`),
  ),
]);

/** A link that leads nowhere is no firmware. */
function isThere(path) {
  return existsSync(path) && existsSync(realpathSync(path));
}

for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`${boards().length - new Set(problems.map((p) => p.split(/[:,]/)[0])).size} boards complete\n`);
process.exit(problems.length === 0 ? 0 : 1);
