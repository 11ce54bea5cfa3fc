/** The comparison of two builds: which differences of an update count, and which come from signing it again. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { temporaryDirectory } from '../http/rig.js';
// @ts-expect-error -- the recipe's steps are plain JavaScript without types
import * as compareStep from '../../image/steps/compare.mjs';
// @ts-expect-error -- the recipe's steps are plain JavaScript without types
import * as signingStep from '../../image/steps/signing.mjs';

interface Row {
  readonly name: string;
  readonly same: boolean;
}

const { compareBuilds } = compareStep as { compareBuilds: (one: string, other: string) => Promise<Row[]> };
const { developmentKey } = signingStep as {
  developmentKey: (folder: string) => Promise<{ key: string; certificate: string }>;
};
const run = promisify(execFile);

const folder = await temporaryDirectory(t);
const { key, certificate } = await developmentKey(join(folder, 'signing'));
const CONTENT = randomBytes(5 * 4096);

/** A bundle as RAUC writes it: content, hash tree, signature with the manifest, size of the signature. */
async function bundle(path: string, { content = CONTENT, version = '1' } = {}): Promise<void> {
  const tree = randomBytes(4096);
  const [salt, hash] = [randomBytes(32), randomBytes(32)].map((bytes) => bytes.toString('hex'));
  const bundleLines = [
    '[bundle]',
    'format=verity',
    `verity-hash=${hash}`,
    `verity-salt=${salt}`,
    'verity-size=4096',
    '',
  ];
  await writeFile(`${path}.manifest`, ['[update]', `version=${version}`, '', ...bundleLines].join('\n'));
  const signing = ['-sign', '-binary', '-nodetach', '-outform', 'DER', '-signer', certificate, '-inkey', key];
  await run('openssl', ['cms', ...signing, '-in', `${path}.manifest`, '-out', `${path}.cms`]);
  const signature = await readFile(`${path}.cms`);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(signature.length));
  await writeFile(path, Buffer.concat([content, tree, signature, size]));
}

/** A folder with the outputs of a build. */
async function build(name: string, { image = 'image', url = name, size = 1, compressed = true, update = {} } = {}) {
  const path = join(folder, name);
  await mkdir(path);
  const file = (ending: string, text: string) => writeFile(join(path, `tonearm-arm64.${ending}`), text);
  await file('img', image);
  await file('img.manifest', 'a 1\n');
  await file('img.cdx.json', '{}\n');
  if (compressed) for (const ending of ['img.xz', 'img.xz.sha256']) await file(ending, 'compressed');
  await file('channel.json', JSON.stringify({ version: 1, bytes: size, sha256: randomBytes(32).toString('hex') }));
  const manifest = { os_list: [{ url, extract_size: size }] };
  await writeFile(join(path, 'tonearm.rpi-imager-manifest'), JSON.stringify(manifest));
  await bundle(join(path, 'tonearm-arm64.raucb'), update);
  return path;
}

const different = (rows: readonly Row[]) => rows.filter(({ same }) => !same).map(({ name }) => name);

t.test('two builds are the same when only paths, salt and signature differ', async (t) => {
  const first = await build('first');
  const rows = await compareBuilds(first, await build('second'));
  t.equal(rows.length, 8);
  t.strictSame(different(rows), []);
  t.notOk(
    (await readdir(first)).some((name) => name.endsWith('.signature')),
    'leaves nothing behind',
  );
});

t.test('whatever else differs is named', async (t) => {
  const first = join(folder, 'first');
  const against = async (name: string, options: object) =>
    different(await compareBuilds(first, await build(name, options)));
  t.strictSame(await against('image', { image: 'imagf' }), ['tonearm-arm64.img']);
  t.strictSame(await against('longer', { image: 'image.' }), ['tonearm-arm64.img']);
  t.strictSame(await against('manifest', { size: 2 }), ['tonearm.rpi-imager-manifest', 'tonearm-arm64.channel.json']);
  t.strictSame(await against('plain', { compressed: false }), ['tonearm-arm64.img.xz', 'tonearm-arm64.img.xz.sha256']);
  t.strictSame(await against('version', { update: { version: '2' } }), ['tonearm-arm64.raucb']);
  const content = Buffer.from(CONTENT);
  content[content.length - 1] = (content.at(-1) ?? 0) ^ 1;
  t.strictSame(await against('content', { update: { content } }), ['tonearm-arm64.raucb']);
  const shorter = { update: { content: CONTENT.subarray(4096) } };
  t.strictSame(await against('shorter', shorter), ['tonearm-arm64.raucb']);
});
