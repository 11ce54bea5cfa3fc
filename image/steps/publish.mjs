import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ROOT } from '../../native/setup/paths.mjs';
import { CHANNEL, IMAGE, IMAGER_MANIFEST, SBOM, UPDATE } from '../paths.mjs';
import { changesOf, channelFile } from './channel.mjs';
import { step, report } from './clock.mjs';
import { boards } from './disk.mjs';
import { imagerManifest } from './imager.mjs';
import { installedPackages } from './installed.mjs';
import { call } from './program.mjs';
import { writeSbom } from './sbom.mjs';
import { COMPATIBLE } from './update.mjs';

/**
 * The package manifest, unless told otherwise the compressed image with its checksum, the bill of materials, and the
 * manifest for Raspberry Pi Imager, which names the file by its absolute path; and the channel file of the update.
 * @param debian `{ tree, packages }`, see `ensureRootTree`
 */
export async function publish(debian, { compress, version }) {
  const installed = installedPackages(debian.tree);
  writeFileSync(`${IMAGE}.manifest`, installed.map((each) => `${each.name} ${each.version}\n`).join(''));
  // An earlier compressed copy is of an earlier image.
  for (const ending of ['xz', 'xz.sha256']) rmSync(`${IMAGE}.${ending}`, { force: true });
  const image = compress ? await compressed() : IMAGE;
  const sha256 = await step('checksum of the image', () => sha256Of(IMAGE));
  writeSbom(SBOM, { image: { path: IMAGE, version, sha256 }, debian: debian.tree, packages: debian.packages });
  const extracted = { size: statSync(IMAGE).size, sha256 };
  const manifest = imagerManifest({ image, extracted, downloadSize: statSync(image).size, boards: boards() });
  writeFileSync(IMAGER_MANIFEST, `${JSON.stringify(manifest, undefined, 2)}\n`);
  await publishUpdate(version);
}

async function publishUpdate(version) {
  const sha256 = await step('checksum of the update', () => sha256Of(UPDATE));
  const changes = changesOf(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version);
  const update = {
    version,
    compatible: COMPATIBLE,
    url: basename(UPDATE),
    bytes: statSync(UPDATE).size,
    sha256,
    changes,
  };
  writeFileSync(CHANNEL, channelFile(update));
}

async function compressed() {
  const image = `${IMAGE}.xz`;
  // What is large is compressed already: a higher level costs minutes and saves nothing. The bytes depend on the size of
  // the blocks, not on the number of threads, as long as there is more than one.
  const threads = String(Math.max(2, availableParallelism()));
  const options = ['-2', '--block-size=6MiB', `--threads=${threads}`, '--no-adjust'];
  await step('compressing', () => call('xz', [...options, '--keep', '--force', IMAGE]));
  writeFileSync(`${image}.sha256`, `${await sha256Of(image)}  ${basename(image)}\n`);
  report(`${image}: ${(statSync(image).size / 1e6).toFixed(0)} MB`);
  return image;
}

async function sha256Of(path) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
