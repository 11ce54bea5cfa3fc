/**
 * The SD-card image and the update of the same content: `node image/build.mjs [--no-xz] [--keep-index] [--twice]`. What is on it stands in packages.list, boards/, overlay/,
 * layout/ and boot/; the steps only carry it out.
 */
import { join } from 'node:path';
import { readArguments } from '../native/setup/arguments.mjs';
import { SetupError } from '../native/setup/console.mjs';
import { USAGE } from '../native/setup/usage.mjs';
import { OUTPUT, UPDATE } from './paths.mjs';
import { step, report, reportTimes } from './steps/clock.mjs';
import { makeCodeCaches } from './steps/code-caches.mjs';
import { reportCost } from './steps/cost.mjs';
import { makeDisk, part } from './steps/disk.mjs';
import { ensureInitrd } from './steps/initrd.mjs';
import { buildProductAsInvoker } from './steps/invoker.mjs';
import { assembleRoot } from './steps/product.mjs';
import { publish } from './steps/publish.mjs';
import { ensureRootTree } from './steps/root-tree.mjs';
import { signingKey } from './steps/signing.mjs';
import { ensureTools } from './steps/tools.mjs';
import { assertCommitted, buildTwice } from './steps/twice.mjs';
import { makeUpdate } from './steps/update.mjs';
import { systemVersion } from './steps/version.mjs';

const { options } = readArguments(USAGE.image);
// Files of the tree that nobody gives a mode to are readable for all, whoever builds.
process.umask(0o022);
try {
  await step('build tools', ensureTools);
  const signing = await signingKey();
  await step('daemon, addon for arm64, demo library', buildProductAsInvoker);
  const release = { version: await systemVersion(), keyring: signing.keyring };
  if (options.twice) assertCommitted(release.version);
  const debian = await ensureRootTree({ keepIndex: options['keep-index'] });
  const { tree, packages } = debian;
  const initrd = await ensureInitrd(tree);
  await reportCost(packages);
  const root = await step('putting the root together', () => assembleRoot(tree, join(OUTPUT, 'root'), release));
  await step('code caches (emulated)', () => makeCodeCaches(root));
  const image = await makeDisk(tree, root, initrd);
  const parts = { root: part('root.squashfs'), kernel: part('kernel-a.vfat'), version: release.version };
  await step(`update to ${release.version}`, () => makeUpdate(UPDATE, parts, signing));
  await publish(debian, { compress: !options['no-xz'], version: release.version });
  report(`made ${image}`);
  if (options.twice) await buildTwice(signing, options['no-xz'] ? ['--no-xz'] : []);
  reportTimes();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`\nimage: ${error.message}\n`);
  process.exitCode = 1;
}
