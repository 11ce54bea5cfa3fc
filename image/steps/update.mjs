/** Makes signed updates (bundles of RAUC) of a root and the FAT partition of its kernel. */
import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { call } from './program.mjs';

/** Name of all boards that this image runs on, also in overlay/etc/rauc/system.conf. */
export const COMPATIBLE = 'tonearm-arm64';
const ROOT_FILE = 'root.squashfs';
const KERNEL_FILE = 'kernel.vfat';

/** The manifest of a bundle: a hash tree over its content, so that the box checks each block as it reads it. */
export function updateManifest(version, compatible = COMPATIBLE) {
  return [
    ...['[update]', `compatible=${compatible}`, `version=${version}`, ''],
    ...['[bundle]', 'format=verity', ''],
    ...['[image.rootfs]', `filename=${ROOT_FILE}`, ''],
    ...['[image.boot]', `filename=${KERNEL_FILE}`, ''],
  ].join('\n');
}

/**
 * Writes `bundle`. The root is compressed already and stays as it is; the kernel is not, as U-Boot reads it from FAT.
 *
 * @param parts `{ root, kernel, version, compatible }`: paths of root.squashfs and of the FAT partition, on the same file
 * system as `bundle`
 * @param signing `{ key, certificate }`, see `signingKey`
 */
export async function makeUpdate(bundle, { root, kernel, version, compatible }, { key, certificate }) {
  const content = `${bundle}.content`;
  for (const path of [bundle, content]) rmSync(path, { recursive: true, force: true });
  mkdirSync(content, { recursive: true });
  writeFileSync(join(content, 'manifest.raucm'), updateManifest(version, compatible));
  linkSync(root, join(content, ROOT_FILE));
  linkSync(kernel, join(content, KERNEL_FILE));
  await call(
    'rauc',
    [
      ...['bundle', `--cert=${certificate}`, `--key=${key}`],
      ...['--mksquashfs-args=-comp zstd -Xcompression-level 3 -b 256K -quiet', content, bundle],
    ],
    { cwd: dirname(bundle) },
  );
  rmSync(content, { recursive: true });
  return bundle;
}
