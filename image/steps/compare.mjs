/** Compares two builds of the image, file by file. */
import { closeSync, existsSync, openSync, readFileSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { run } from '../../native/setup/run.mjs';
import { CHANNEL, IMAGE, IMAGER_MANIFEST, SBOM, UPDATE } from '../paths.mjs';
import { call } from './program.mjs';

/** Names of files that have to be the same byte for byte; the compressed ones may be left out. */
const WHOLE = [IMAGE, `${IMAGE}.manifest`, SBOM, `${IMAGE}.xz`, `${IMAGE}.xz.sha256`].map((path) => basename(path));

/** Compares the outputs in two folders. @returns `{ name, same, but }` for each file; `but` tells what is not compared */
export async function compareBuilds(one, other) {
  const made = WHOLE.filter((name) => [one, other].some((folder) => existsSync(join(folder, name))));
  const rows = [];
  for (const name of made) rows.push({ name, same: await sameBytes(join(one, name), join(other, name)) });
  const [manifest, update, channel] = [IMAGER_MANIFEST, UPDATE, CHANNEL].map((path) => basename(path));
  rows.push({
    name: manifest,
    same: sameBut('url', join(one, manifest), join(other, manifest)),
    but: 'path of the image',
  });
  rows.push({
    name: channel,
    same: sameBut('sha256', join(one, channel), join(other, channel)),
    but: 'checksum of the update',
  });
  rows.push({
    name: update,
    same: await sameUpdates(join(one, update), join(other, update)),
    but: 'random salt of the hash tree, time of the signature',
  });
  return rows;
}

/** @param length of the beginning to compare; undefined for all */
async function sameBytes(one, other, length) {
  const bytes = length === undefined ? [] : ['-n', String(length)];
  const { code } = await run('cmp', ['--silent', ...bytes, one, other]);
  return code === 0;
}

/** Compares two JSON files without the members of this name. */
function sameBut(left, ...paths) {
  const withoutIt = (name, value) => (name === left ? undefined : value);
  const [one, other] = paths.map((path) => JSON.stringify(JSON.parse(readFileSync(path, 'utf8'), withoutIt)));
  return one === other;
}

async function sameUpdates(one, other) {
  const [first, second] = [await partsOfUpdate(one), await partsOfUpdate(other)];
  return (
    first.manifest === second.manifest && first.length === second.length && (await sameBytes(one, other, first.length))
  );
}

/**
 * A bundle of RAUC in the format verity: squashfs, hash tree, CMS signature with the manifest in it, size of the
 * signature in eight bytes. RAUC draws the salt of the tree itself, and OpenSSL signs the time.
 * @returns the length of the squashfs, and the manifest without salt and root hash
 */
async function partsOfUpdate(path) {
  const { size } = statSync(path);
  const signatureSize = Number(bytesOf(path, size - 8, 8).readBigUInt64BE());
  const signature = `${path}.signature`;
  writeFileSync(signature, bytesOf(path, size - 8 - signatureSize, signatureSize));
  try {
    // Without the chain of certificates, as whoever compares may not have them. The signature itself is checked.
    const manifest = await call('openssl', ['cms', '-verify', '-noverify', '-inform', 'DER', '-in', signature]);
    const [, treeSize] = /^verity-size=(\d+)\r?$/m.exec(manifest);
    return {
      length: size - 8 - signatureSize - Number(treeSize),
      manifest: manifest.replace(/^verity-(salt|hash)=.*$/gm, ''),
    };
  } finally {
    rmSync(signature);
  }
}

function bytesOf(path, position, length) {
  const bytes = Buffer.alloc(length);
  const file = openSync(path, 'r');
  try {
    readSync(file, bytes, 0, length, position);
  } finally {
    closeSync(file);
  }
  return bytes;
}
