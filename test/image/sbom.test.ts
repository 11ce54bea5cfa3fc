/** The bill of materials of the image: what it lists, with which licences, and that it is the same each time. */
import { mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { temporaryDirectory } from '../http/rig.js';
// @ts-expect-error -- the recipe's steps are plain JavaScript without types
import * as licenceStep from '../../image/steps/licences.mjs';
// @ts-expect-error -- the recipe's steps are plain JavaScript without types
import * as sbomStep from '../../image/steps/sbom.mjs';
// @ts-expect-error -- the bootstrap is plain JavaScript without types
import * as bundledPackages from '../../native/setup/bundled-packages.mjs';

interface Licence {
  readonly license: { readonly id?: string; readonly name?: string };
}

interface Component {
  readonly type: string;
  readonly name: string;
  readonly version?: string;
  readonly purl?: string;
  readonly 'bom-ref': string;
  readonly hashes?: readonly { alg: string; content: string }[];
  readonly licenses: readonly Licence[];
  readonly components?: readonly Component[];
}

interface Sbom {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly serialNumber: string;
  readonly version: number;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { ref: string; dependsOn: readonly string[] }[];
}

const { licencesIn, spdxIdentifier } = licenceStep as {
  licencesIn: (text: string) => string[];
  spdxIdentifier: (name: string) => string | undefined;
};
const { sbomOf, nodeComponents, debianComponents } = sbomStep as {
  sbomOf: (image: { path: string; version: string; sha256: string }, components: readonly Component[]) => Sbom;
  nodeComponents: (folders: readonly string[]) => Component[];
  debianComponents: (tree: string, packages: readonly { name: string; version: string; hash: string }[]) => Component[];
};
const { packagesIn } = bundledPackages as { packagesIn: (metafile: object) => string[] };

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const IMAGE = { path: '/somewhere/tonearm-arm64.img', version: '1.2.3', sha256: 'ab'.repeat(32) };
const names = ({ licenses }: Component) => licenses.map(({ license }) => license.id ?? license.name);

t.test('short names of Debian become SPDX identifiers where there is one', async (t) => {
  t.equal(spdxIdentifier('GPL-2+'), 'GPL-2.0-or-later');
  t.equal(spdxIdentifier('LGPL-2.1'), 'LGPL-2.1-only');
  t.equal(spdxIdentifier('LGPL-3.0-or-later'), 'LGPL-3.0-or-later');
  t.equal(spdxIdentifier('Expat'), 'MIT');
  t.equal(spdxIdentifier('BSD-3-clause'), 'BSD-3-Clause');
  for (const unknown of ['GPL-1+ or Artistic', 'GPL', 'public-domain']) t.equal(spdxIdentifier(unknown), undefined);
});

t.test('a copyright file names the licences of its files, not those of texts that stand by themselves', async (t) => {
  const text = [
    ...['Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/', 'License: GPL-2+', ''],
    ...['Files: *', 'Copyright: 2020 Somebody', 'License: GPL-2+', ' License: of this text', ''],
    ...['Files: lib/*', 'License:  Expat or BSD-3-clause ', '', 'License: Artistic', ' The text.', ''],
  ].join('\n');
  t.strictSame(licencesIn(text), ['GPL-2+', 'GPL-2+', 'Expat or BSD-3-clause']);
  const plain = 'It may be found in /usr/share/common-licenses/LGPL-2.1. See also\n/usr/share/common-licenses/GPL-3.\n';
  t.strictSame(licencesIn(plain), ['see /usr/share/common-licenses/LGPL-2.1', 'see /usr/share/common-licenses/GPL-3']);
  t.strictSame(licencesIn('All rights reserved.'), []);
});

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

t.test('Debian packages are those that are installed, with version, checksum and licence', async (t) => {
  const tree = await temporaryDirectory(t);
  const stanza = (name: string, version: string, more: string) =>
    `Package: ${name}\nStatus: install ok installed\nMaintainer: Some Body <a@b.c>\nArchitecture: arm64\nVersion: ${version}\n${more}`;
  const status = [
    stanza(
      'libplay',
      '1:2.0+dfsg-1',
      'Section: libs\nSource: play (1:2.0-1)\nDescription: plays\n Version: of a text\n',
    ),
    stanza('firmware-radio', '3-1', 'Section: non-free-firmware/kernel\n'),
    'Package: gone\nStatus: deinstall ok config-files\nArchitecture: arm64\nVersion: 1\n',
  ];
  await put(join(tree, 'var/lib/dpkg/status'), status.join('\n'));
  await put(join(tree, 'usr/share/doc/play/copyright'), 'Format: 1\n\nFiles: *\nLicense: LGPL-2.1+\n');
  await symlink('play', join(tree, 'usr/share/doc/libplay'));
  await mkdir(join(tree, 'usr/share/doc/firmware-radio'), { recursive: true });
  await symlink('/usr/share/doc/radio', join(tree, 'usr/share/doc/firmware-radio/copyright'));
  await put(join(tree, 'usr/share/doc/radio'), 'Radios: /usr/share/common-licenses/GPL-2.');
  const hash = 'cd'.repeat(32);
  const [firmware, library, ...others] = debianComponents(tree, [
    { name: 'libplay', version: '1:2.0+dfsg-1', hash: `SHA256:${hash}` },
  ]);
  t.strictSame(others, []);
  t.match(library, {
    type: 'library',
    name: 'libplay',
    version: '1:2.0+dfsg-1',
    purl: 'pkg:deb/debian/libplay@1%3A2.0%2Bdfsg-1?arch=arm64&distro=trixie',
    hashes: [{ alg: 'SHA-256', content: hash }],
    licenses: [{ license: { id: 'LGPL-2.1-or-later' } }],
    properties: [{ name: 'debian:source', value: 'play 1:2.0-1' }],
  });
  t.match(firmware, {
    type: 'firmware',
    licenses: [{ license: { name: 'see /usr/share/common-licenses/GPL-2' } }],
  });
  await writeFile(join(tree, 'usr/share/doc/radio'), 'Only for radios.');
  const [again] = debianComponents(tree, []);
  t.match(again, { licenses: [{ license: { name: 'see /usr/share/doc/firmware-radio/copyright' } }] });
});

t.test('a package is in a bundle when a byte of it is', async (t) => {
  const used = { bytesInOutput: 1 };
  const outputs = {
    'dist/a.cjs': {
      inputs: { 'src/a.ts': used, 'node_modules/koa/lib/a.js': used, 'node_modules/b/c.js': { bytesInOutput: 0 } },
    },
    'dist/b.cjs': { inputs: { 'node_modules/koa/lib/b.js': used, 'node_modules/d/node_modules/@e/f/g/h.js': used } },
  };
  t.strictSame(packagesIn({ outputs }), ['node_modules/d/node_modules/@e/f', 'node_modules/koa']);
});

t.test('every package whose code the source maps name is listed, with a licence and a checksum', async (t) => {
  const folders = JSON.parse(await readFile(join(ROOT, 'dist/packages.json'), 'utf8')) as string[];
  const maps = (await readdir(join(ROOT, 'dist'))).filter((name) => name.endsWith('.cjs.map'));
  t.ok(maps.length > 5);
  for (const name of maps) {
    const { sources } = JSON.parse(await readFile(join(ROOT, 'dist', name), 'utf8')) as { sources: string[] };
    const inMap = sources.flatMap(
      (path) => /^\.\.\/(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [],
    );
    for (const folder of new Set(inMap)) t.ok(folders.includes(folder), `${name}: ${folder}`);
  }
  t.ok(folders.includes('node_modules/preact'), 'the pages count too');
  t.notOk(folders.includes('node_modules/supports-color'), 'comes with development packages only');
  const components = nodeComponents(folders);
  t.ok(components.length > 100);
  for (const component of components) {
    t.not(names(component).join(), 'not stated', component.name);
    t.match(component.hashes?.[0], { alg: 'SHA-512', content: /^[0-9a-f]{128}$/ }, component.name);
  }
  t.equal(new Set(components.map(({ purl }) => purl)).size, components.length);
  const find = (name: string) => components.find((component) => component.name === name);
  t.match(find('@koa/router')?.purl, /^pkg:npm\/%40koa\/router@\d/);
  t.match(find('better-sqlite3')?.components?.[0], { name: 'sqlite', version: /^3\.\d+\.\d+$/ });
  const embedded = components.flatMap((component) => component.components?.map(({ name }) => name) ?? []);
  t.strictSame(embedded.sort(), ['libFLAC', 'libopus', 'libvorbis', 'mpg123', 'puff', 'sqlite']);
});

t.test('the document has what CycloneDX 1.6 requires, and depends on nothing but its content', async (t) => {
  const components = nodeComponents(['node_modules/better-sqlite3', 'node_modules/koa', 'node_modules/mdns']);
  const sbom = sbomOf(IMAGE, components);
  t.match(sbom, { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
  t.match(sbom.serialNumber, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  t.match(sbom.metadata.component, { type: 'operating-system', name: 'tonearm-arm64.img', version: '1.2.3' });
  const all = sbom.components.flatMap((component) => [component, ...(component.components ?? [])]);
  const references = all.map((component) => component['bom-ref']);
  t.equal(new Set(references).size, references.length, 'each reference once');
  for (const component of all) {
    t.match(component, { type: /^(library|application|firmware)$/, name: /./ });
    for (const { license } of component.licenses)
      t.equal(Object.keys(license).length, 1, 'either an identifier or a name');
  }
  t.strictSame(sbom.dependencies, [{ ref: 'image', dependsOn: components.map((component) => component['bom-ref']) }]);
  t.strictSame(sbomOf({ ...IMAGE, path: '/elsewhere/tonearm-arm64.img' }, components), sbom);
  t.not(sbomOf({ ...IMAGE, version: '1.2.4' }, components).serialNumber, sbom.serialNumber);
});
