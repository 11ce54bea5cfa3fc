/** The daemon answers to the names of this machine and of `http_names`: configuration, environment and page. */
import { mkdir, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';
import { dirname, join } from 'node:path';
import { json } from 'node:stream/consumers';
import t from 'tap';
import { createHouse, type Daemon } from './daemon.js';

/** What `GET /version` answers to a request for a host. */
function answerTo(host: string, { base }: Daemon): Promise<{ status: number | undefined; body: unknown }> {
  return new Promise((resolve, reject) => {
    get(`${base}/version`, { headers: { host } }, (answer) => {
      json(answer).then((body) => resolve({ status: answer.statusCode, body }), reject);
    }).on('error', reject);
  });
}

t.test('own names, names of file, environment and page are answered, others are not', async (t) => {
  const house = await createHouse(t);
  const state = join(dirname(house.library), 'state');
  await mkdir(state);
  await writeFile(join(state, 'config.toml'), 'http_names = ["file.example.org"]\n');
  const daemon = await house.start();
  const statusOf = async (host: string, of = daemon) => (await answerTo(host, of)).status;
  const [label = ''] = hostname().split('.');
  for (const host of [label, `${label}.lan`, `${label}.fritz.box`, 'file.example.org']) {
    t.equal(await statusOf(host), 200, host);
  }
  const refused = await answerTo('evil.example', daemon);
  t.equal(refused.status, 403);
  t.match(refused.body, { code: 'HOST_NOT_ALLOWED', detail: /http_names \(TONEARM_HTTP_NAMES\)/ });
  t.equal(await statusOf('page.example.org'), 403);
  t.equal((await daemon.put('/settings', { http_names: ['page.example.org'] })).status, 204);
  t.equal(await statusOf('page.example.org'), 200);
  await daemon.stop();

  const again = await house.start({ environment: { TONEARM_HTTP_NAMES: 'variable.example.org' } });
  t.equal(await statusOf('page.example.org', again), 200, 'kept over a restart');
  t.equal(await statusOf('variable.example.org', again), 200);
  t.equal(await statusOf('file.example.org', again), 403, 'the environment overrides the file');
});

t.test('the numeric addresses of the box are named, and answered', async (t) => {
  const house = await createHouse(t);
  const daemon = await house.start({ environment: { TONEARM_HTTP_HOST: '0.0.0.0' } });
  const { addresses } = (await daemon.get('/system/discovery')).body as { addresses: string[] };
  const { port } = new URL(daemon.base);
  const own = Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'));
  t.strictSame(
    addresses,
    own.map(({ address }) => `http://${address}:${port}`),
  );
  for (const address of addresses) t.equal((await fetch(`${address}/version`)).status, 200, address);
});
