import { crc32 } from 'node:zlib';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { byteOffset, milliseconds } from '../../src/units.js';
import { startRig, temporaryDirectory } from './rig.js';

const NOTHING = { dircache_size: 0, last_screen: 0, viewer_icon_count: 0, last_volume_change: 0 };

t.test('nothing to resume is index -1', async (t) => {
  const { send } = await startRig(t);
  const { status, json } = await send('GET', '/status');
  t.equal(status, 200);
  const { runtime, topruntime, ...rest } = json as { runtime: number; topruntime: number };
  t.ok(Number.isInteger(runtime) && runtime >= 0 && topruntime === runtime);
  t.ok(runtime <= process.uptime(), 'whole seconds that are over');
  t.strictSame(rest, {
    volume: 40,
    resume_index: -1,
    resume_crc32: 0,
    resume_elapsed: 0,
    resume_offset: 0,
    ...NOTHING,
  });
});

t.test('the place to go on is told, with the CRC-32 of its path', async (t) => {
  const { send, player } = await startRig(t);
  const location = '/music/Ü.mp3';
  player.held = {
    ...player.held,
    resume: { index: 3, location, elapsed: milliseconds(61_234), offset: byteOffset(700) },
  };
  t.match((await send('GET', '/status')).json, {
    resume_index: 3,
    resume_crc32: crc32(location),
    resume_elapsed: 61_234,
    resume_offset: 700,
  });
});

t.test('the status is told while the card is away', async (t) => {
  const { send, volume } = await startRig(t);
  volume.read = () => {
    throw new Error('away');
  };
  t.match(await send('GET', '/status'), { status: 200, json: { volume: 0 } });
});

t.test('the version is that of the daemon', async (t) => {
  const { send } = await startRig(t);
  t.match(await send('GET', '/version'), { status: 200, json: { version: '1.2.3' } });
});

t.test('the examples of the interface are shown where there are some', async (t) => {
  const examples = join(await temporaryDirectory(t), 'examples.json');
  const exampleOf = async (parts: object) => {
    const { send, logged } = await startRig(t, parts);
    const { paths } = (await send('GET', '/openapi.json')).json as {
      paths: Record<string, { get: { responses: Record<string, { content: Record<string, { example?: unknown }> }> } }>;
    };
    return [paths['/version']?.get.responses[200]?.content['application/json']?.example, logged.join('\n')];
  };
  t.strictSame(await exampleOf({}), [undefined, ''], 'a build without them');
  const [without, said] = await exampleOf({ examples });
  t.equal(without, undefined);
  t.match(said, /openapi: examples not readable/);
  const example = { version: '7' };
  await writeFile(examples, JSON.stringify({ getVersion: { status: 200, type: 'application/json', value: example } }));
  t.strictSame(await exampleOf({ examples }), [example, '']);
});
