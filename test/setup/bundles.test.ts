import { execFile } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';
import { TagReader } from '../../src/tags/tag-reader.js';
import { createLog } from '../../src/log.js';
import { NATIVE_FILE } from '../fixtures/confine.js';
import { id3v2 } from '../bench/corpus-tags.mjs';
import { temporaryDirectory } from '../http/rig.js';
import { makeMp3 } from '../library/fixtures.js';

const built = (name: string): string => fileURLToPath(new URL(`../../dist/${name}`, import.meta.url));
const MOST_BYTES = 1_000_000;

t.test('the detector of code pages is no part of the workers, who find it when they need it', async (t) => {
  for (const name of ['tag-worker.cjs', 'scan-worker.cjs']) t.ok((await stat(built(name))).size < MOST_BYTES, name);
  const path = join(await temporaryDirectory(t), 'of-1251.mp3');
  await makeMp3(path, 1);
  const mistaken = (hex: string): string => Buffer.from(hex, 'hex').toString('latin1');
  const texts = { TIT2: mistaken('cae8edee'), TPE1: mistaken('c3f0f3efefe020eaf0eee2e8') };
  await writeFile(path, Buffer.concat([id3v2({ version: 3, encoding: 'latin1', texts }), await readFile(path)]));
  const reader = new TagReader({
    nativeFile: NATIVE_FILE,
    workerFile: built('tag-worker.cjs'),
    log: createLog('error', () => undefined),
  });
  t.teardown(() => reader.stop());
  const { title, artist } = (await reader.read(path)) ?? {};
  t.strictSame([title, artist], ['Кино', 'Группа крови']);
});

t.test('a start of the daemon loads none of the modules of Node that can wait', async (t) => {
  const folder = await temporaryDirectory(t);
  const environment = {
    ...{ TONEARM_STATE_DIR: join(folder, 'state'), TONEARM_LIBRARY: folder, TONEARM_ALSA_DEVICE: 'null' },
    ...{ TONEARM_HTTP_HOST: '127.0.0.1', TONEARM_HTTP_PORT: '0', TONEARM_MPD_PORT: '0', TONEARM_UPNP_PORT: '0' },
  };
  const program = `
    const late = ['crypto', 'https', 'tls', 'v8', 'zlib'];
    const write = process.stdout.write;
    process.stdout.write = (text) => {
      if (!String(text).includes('Tonearm is ready')) return true;
      const loaded = process.moduleLoadList.map((each) => each.replace('NativeModule ', ''));
      write.call(process.stdout, JSON.stringify(late.filter((each) => loaded.includes(each))));
      process.kill(process.pid, 'SIGTERM');
      return true;
    };
    require(${JSON.stringify(built('start.cjs'))});`;
  const script = join(folder, 'start.cjs');
  await writeFile(script, program);
  const { stdout } = await promisify(execFile)(process.execPath, [script], {
    // Without what the test runner preloads.
    env: { ...process.env, NODE_OPTIONS: '', ...environment },
  });
  t.strictSame(JSON.parse(stdout), []);
});

t.test('the builder of XML that the bus has is xml2js, loaded when it is used', (t) => {
  const slim = createRequire(import.meta.url)('../../native/setup/slim/xml2js.cjs') as typeof complete;
  const complete = createRequire(import.meta.url)('xml2js') as {
    readonly Builder: new (options: object) => { buildObject(root: object): string };
    readonly Parser: unknown;
  };
  const root = { node: { interface: [{ $: { name: 'org.mpris.MediaPlayer2' } }] } };
  const [ours, theirs] = [slim, complete].map(({ Builder }) => new Builder({ headless: true }).buildObject(root));
  t.equal(ours, theirs);
  t.equal(slim.Parser, complete.Parser);
  t.end();
});
