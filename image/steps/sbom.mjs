/**
 * Writes the software bill of materials of an image (CycloneDX 1.6, JSON): Debian packages, Node packages in the bundles,
 * and the C libraries within these. Two builds of the same content write the same bytes.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { PACKAGES } from '../../native/setup/bundle.mjs';
import { at } from '../../native/setup/paths.mjs';
import { EPOCH } from '../paths.mjs';
import { SUITE } from './apt.mjs';
import { installedPackages } from './installed.mjs';
import { debianLicences, licenceEntries, nodeLicences } from './licences.mjs';

/** Node packages on the box that are in no bundle: loaded by path, or compiled into an addon. */
const UNBUNDLED = ['mdns', 'nan', 'node-addon-api'].map((name) => `node_modules/${name}`);

/** C libraries in Node packages, most of them as WebAssembly, whose versions the packages do not tell. */
const EMBEDDED = {
  '@wasm-audio-decoders/common': [{ name: 'puff', licence: 'Zlib' }],
  '@wasm-audio-decoders/flac': [{ name: 'libFLAC', licence: 'BSD-3-Clause' }],
  '@wasm-audio-decoders/ogg-vorbis': [{ name: 'libvorbis', licence: 'BSD-3-Clause' }],
  'better-sqlite3': [{ name: 'sqlite', licence: 'blessing', version: sqliteVersion }],
  'mpg123-decoder': [{ name: 'mpg123', licence: 'LGPL-2.1' }],
  'opus-decoder': [{ name: 'libopus', licence: 'BSD-3-Clause' }],
};

/** @param image its path, version and SHA-256 @param debian the root tree @param packages of the index, with checksums */
export function writeSbom(path, { image, debian, packages }) {
  const components = [tonearm(), ...nodeComponents(nodePackages()), ...debianComponents(debian, packages)];
  writeFileSync(path, `${JSON.stringify(sbomOf(image, components), undefined, 1)}\n`);
}

/** The document. @param image `{ path, version, sha256 }` */
export function sbomOf({ path, version, sha256 }, components) {
  const content = {
    metadata: {
      timestamp: new Date(EPOCH * 1000).toISOString(),
      component: {
        type: 'operating-system',
        'bom-ref': 'image',
        name: basename(path),
        version,
        hashes: [{ alg: 'SHA-256', content: sha256 }],
      },
    },
    components,
    dependencies: [{ ref: 'image', dependsOn: components.map((component) => component['bom-ref']) }],
  };
  return { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber: serialNumber(content), version: 1, ...content };
}

/** A UUID of the content (RFC 9562, version 8). */
function serialNumber(content) {
  const hex = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  const [a, b, c, d, e] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 15), hex.slice(15, 18), hex.slice(18, 30)];
  return `urn:uuid:${a}-${b}-8${c}-8${d}-${e}`;
}

function tonearm() {
  const { version, license, description } = readJson(at('package.json'));
  return {
    type: 'application',
    'bom-ref': 'tonearm',
    name: 'tonearm',
    version,
    description,
    licenses: licenceEntries([license]),
  };
}

/** Folders of the Node packages on the box, below the top of the clone. */
const nodePackages = () => [...readJson(PACKAGES), ...UNBUNDLED].sort();

/** One component a version of a Node package. @param folders such as `node_modules/koa` */
export function nodeComponents(folders) {
  const { packages: locked } = readJson(at('package-lock.json'));
  const components = folders.map((folder) => {
    const manifest = readJson(at(folder, 'package.json'));
    const { name, version } = manifest;
    const purl = `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`;
    const embedded = (EMBEDDED[name] ?? []).map((each) => embeddedComponent(folder, purl, each));
    return {
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      hashes: [{ alg: 'SHA-512', content: sha512(locked[folder].integrity) }],
      licenses: nodeLicences(at(folder), manifest),
      purl,
      ...(embedded.length > 0 && { components: embedded }),
    };
  });
  return [...new Map(components.map((component) => [component.purl, component])).values()];
}

/** Hexadecimal digits of an `integrity` of npm. */
function sha512(integrity) {
  const [algorithm, digest] = integrity.split('-');
  if (algorithm !== 'sha512') throw new Error(`package-lock.json has ${integrity} where a SHA-512 should be`);
  return Buffer.from(digest, 'base64').toString('hex');
}

function embeddedComponent(folder, host, { name, licence, version = () => undefined }) {
  const number = version(folder);
  const purl = `pkg:generic/${name}${number === undefined ? '' : `@${number}`}`;
  return {
    type: 'library',
    'bom-ref': `${host}#${name}`,
    name,
    ...(number !== undefined && { version: number }),
    licenses: licenceEntries([licence]),
    purl,
  };
}

/** `3.53.2`, which SQLite writes as 3530200. */
function sqliteVersion(folder) {
  const [, major, minor, patch] = /^VERSION="(\d)(\d\d)(\d\d)\d\d"$/m.exec(
    readFileSync(at(folder, 'deps/download.sh'), 'utf8'),
  );
  return [major, minor, patch].map(Number).join('.');
}

/** One component a Debian package in the tree. */
export function debianComponents(tree, packages) {
  const checksums = new Map(packages.map(({ name, version, hash }) => [`${name} ${version}`, hash]));
  return installedPackages(tree).map(({ name, version, architecture, section, source, maintainer }) => {
    const [, sha256] = /^SHA256:([0-9a-f]{64})$/.exec(checksums.get(`${name} ${version}`) ?? '') ?? [];
    const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture}&distro=${SUITE}`;
    return {
      type: section.startsWith('non-free-firmware') ? 'firmware' : 'library',
      'bom-ref': purl,
      supplier: { name: maintainer },
      name,
      version,
      ...(sha256 !== undefined && { hashes: [{ alg: 'SHA-256', content: sha256 }] }),
      licenses: debianLicences(tree, name),
      purl,
      properties: [{ name: 'debian:source', value: source }],
    };
  });
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
