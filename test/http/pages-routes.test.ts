import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { ICON_EDGES, MANIFEST } from '../../src/http/manifest.js';
import { PAGE, startRig, temporaryDirectory, writePage } from './rig.js';

t.test('/ is the page, whatever the client accepts', async (t) => {
  const { send } = await startRig(t);
  for (const accept of ['text/html,application/xhtml+xml', 'application/json', '*/*']) {
    const answer = await send('GET', '/', { headers: { accept } });
    t.equal(answer.status, 200);
    t.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
    t.equal(answer.text, PAGE);
  }
  const head = await send('HEAD', '/');
  t.equal(head.status, 200);
  t.equal(head.headers['content-length'], String(Buffer.byteLength(PAGE)));
  t.equal((await send('POST', '/')).status, 405);
});

t.test('its policy lets in its own script and style, and nothing else', async (t) => {
  const { send } = await startRig(t);
  const { headers } = await send('GET', '/');
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const policy = headers['content-security-policy'] as string;
  t.strictSame(policy.split('; '), [
    "default-src 'none'",
    `script-src ${hash('"use strict"')}`,
    `style-src ${hash('p{}')}`,
    "connect-src 'self'",
    "manifest-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
  t.equal(headers['x-content-type-options'], 'nosniff');
  t.equal(headers['referrer-policy'], 'no-referrer');
});

t.test('who has it already is told so', async (t) => {
  const { send } = await startRig(t);
  const { headers } = await send('GET', '/');
  t.equal(headers['cache-control'], 'no-cache');
  const again = await send('GET', '/', { headers: { 'if-none-match': headers.etag! } });
  t.equal(again.status, 304);
  t.equal(again.text, '');
  t.equal((await send('GET', '/', { headers: { 'if-none-match': '"other"' } })).status, 200);
});

t.test('it is compressed for whoever takes that, and is another representation then', async (t) => {
  const { send } = await startRig(t);
  const plain = await send('GET', '/');
  t.equal(plain.headers['content-encoding'], undefined);
  t.equal(plain.headers.vary, 'Accept-Encoding');
  const gzipped = await send('GET', '/', { headers: { 'accept-encoding': 'gzip, deflate' } });
  t.equal(gzipped.headers['content-encoding'], 'gzip');
  t.not(gzipped.text, PAGE);
  const brotli = await send('GET', '/', { headers: { 'accept-encoding': 'gzip, deflate, br' } });
  t.equal(brotli.headers['content-encoding'], 'br');
  const tag = gzipped.headers.etag ?? '';
  t.not(brotli.headers.etag, tag);
  t.not(tag, plain.headers.etag);
  for (const [encoding, expected] of [
    ['gzip, deflate', 304],
    ['gzip;q=0', 200],
    ['identity', 200],
  ] as const) {
    const again = await send('GET', '/', { headers: { 'accept-encoding': encoding, 'if-none-match': tag } });
    t.equal(again.status, expected, encoding);
    t.equal(again.headers['content-encoding'], undefined, encoding);
  }
});

t.test('the texts of a language are a file of the build, compressed there', async (t) => {
  const remoteLocales = await temporaryDirectory(t);
  const texts = { 'nav.home': 'Start', 'track.count': '{count, plural, one {# Titel} other {# Titel}}' };
  await writePage(join(remoteLocales, 'de.json'), JSON.stringify(texts));
  const { send, port } = await startRig(t, { remoteLocales });
  const answer = await send('GET', '/locales/de.json');
  t.equal(answer.headers['content-type'], 'application/json');
  t.strictSame(answer.json, texts);
  const gzipped = await fetch(`http://127.0.0.1:${port}/locales/de.json`, { headers: { 'accept-encoding': 'gzip' } });
  t.equal(gzipped.headers.get('content-encoding'), 'gzip');
  t.strictSame(await gzipped.json(), texts);
  const known = { 'if-none-match': answer.headers.etag! };
  t.equal((await send('GET', '/locales/de.json', { headers: known })).status, 304);
  for (const name of ['xx.json', 'de.json.gz', '..', '%2e%2e%2fremote.html', 'de'])
    t.match(await send('GET', `/locales/${name}`), { status: 404 }, name);
  t.match((await send('GET', '/locales/xx.json')).json, { code: 'UNKNOWN_ID' });
  const { send: withoutTexts } = await startRig(t);
  t.equal((await withoutTexts('GET', '/locales/de.json')).status, 404);
});

t.test('the second script is a file of the build, and the page that names it lets it run', async (t) => {
  const remoteScripts = await temporaryDirectory(t);
  const code = 'export const later = 1;';
  await writePage(join(remoteScripts, '0a1b.js'), code);
  const remotePage = join(await temporaryDirectory(t), 'remote.html');
  await writePage(remotePage, '<script>import("/scripts/0a1b.js")</script>');
  const { send } = await startRig(t, { remoteScripts, remotePage });
  const answer = await send('GET', '/scripts/0a1b.js');
  t.equal(answer.headers['content-type'], 'text/javascript; charset=utf-8');
  t.equal(answer.headers['x-content-type-options'], 'nosniff');
  t.equal(answer.text, code);
  t.equal((await send('GET', '/scripts/0a1b.js', { headers: { 'if-none-match': answer.headers.etag! } })).status, 304);
  const { headers } = await send('GET', '/');
  t.match(headers['content-security-policy'], /; script-src 'self' 'sha256-[^ ]+';/);
  t.match(await send('GET', '/scripts/9f9f.js'), { status: 404, json: { code: 'UNKNOWN_ID' } });
});

t.test('a foreign host name does not get it', async (t) => {
  const { send } = await startRig(t);
  t.equal((await send('GET', '/', { headers: { host: 'evil.example' } })).status, 403);
  t.equal((await send('GET', '/', { headers: { host: 'tonearm.local' } })).status, 200);
});

t.test('/docs is a page of the same kind', async (t) => {
  const docsPage = join(await temporaryDirectory(t), 'docs.html');
  await writeFile(docsPage, PAGE);
  const { send } = await startRig(t, { docsPage });
  const answer = await send('GET', '/docs');
  t.equal(answer.text, PAGE);
  t.match(answer.headers['content-security-policy'], "default-src 'none'");
  const { send: withoutPage } = await startRig(t, { docsPage: undefined as never });
  t.match((await withoutPage('GET', '/docs')).json, { status: 404, code: 'NO_PAGE' });
});

t.test('without a page / is 404', async (t) => {
  const { send } = await startRig(t, { remotePage: undefined as never });
  t.match((await send('GET', '/')).json, { status: 404, code: 'NO_PAGE' });
});

t.test('a page that cannot be read is read again when it is asked for again', async (t) => {
  const remotePage = join(await temporaryDirectory(t), 'later.html');
  const { send } = await startRig(t, { remotePage });
  t.equal((await send('GET', '/')).status, 500);
  await writePage(remotePage);
  t.match(await send('GET', '/'), { status: 200, text: PAGE });
});

t.test('the manifest names places of the page itself, and no other address', async (t) => {
  const { send } = await startRig(t);
  const { status, headers, text } = await send('GET', '/manifest.webmanifest');
  t.equal(status, 200);
  t.equal(headers['content-type'], 'application/manifest+json');
  t.equal(headers['cache-control'], 'no-cache');
  const manifest = JSON.parse(text) as typeof MANIFEST;
  t.strictSame(manifest, MANIFEST);
  for (const { url } of manifest.shortcuts) t.match(url, /^\/#\/\w+$/);
  for (const { src, sizes, type } of manifest.icons) {
    if (type === 'image/svg+xml') t.match(src, /^data:image\/svg/);
    else t.equal(src, `/icons/${sizes.split('x', 1).join()}.png`);
  }
});

t.test('its icons are pictures of their size, which browsers keep', async (t) => {
  const { port, send } = await startRig(t);
  for (const edge of ICON_EDGES) {
    const answer = await fetch(`http://127.0.0.1:${port}/icons/${edge}.png`);
    t.equal(answer.status, 200);
    t.equal(answer.headers.get('content-type'), 'image/png');
    t.match(answer.headers.get('cache-control') ?? '', /^max-age=\d+$/);
    const png = Buffer.from(await answer.arrayBuffer());
    t.ok(png.length < 8192, `${png.length} bytes`);
    t.equal(png.subarray(1, 4).toString(), 'PNG');
    t.strictSame([png.readUInt32BE(16), png.readUInt32BE(20)], [edge, edge]);
  }
  t.match((await send('GET', '/icons/193.png')).json, { status: 404, code: 'UNKNOWN_ID' });
});
