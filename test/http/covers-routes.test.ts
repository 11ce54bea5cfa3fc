import { mkdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { get as httpGet, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { Covers } from '../../src/library/covers/covers.js';
import { recordId } from '../../src/library/ids.js';
import { ReceivedCovers } from '../../src/library/covers/received-covers.js';
import { LibraryPaths } from '../../src/library/paths.js';
import { CONFINE } from '../fixtures/confine.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { ffmpeg, flacWith, id3With, makePicture, measuresOf } from '../library/covers/pictures.js';
import { libraryRig } from '../library/rig.js';
import { putOnShelf } from '../library/shelf.js';
import { closed, openOn } from './descriptors.js';
import { problem, type Sending, startRig, temporaryDirectory } from './rig.js';

const scratch = await temporaryDirectory(t);
const JPEG = await makePicture(join(scratch, 'a.jpg'), 900, 600);
const OTHER = await makePicture(join(scratch, 'b.jpg'), 64, 64);
const PNG = await makePicture(join(scratch, 'c.png'), 300, 300);

interface Bytes {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

function bytesOf(port: number, path: string): Promise<Bytes> {
  return new Promise((resolve, reject) => {
    httpGet({ host: '127.0.0.1', port, path, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) });
      });
    }).on('error', reject);
  });
}

/** A library with one album of one track. */
async function album(t: Test, name: string, content: Buffer | undefined) {
  const { library: records, write } = await libraryRig(t);
  const rig = await startRig(t, { library: records });
  const path = join(rig.library, name);
  if (content !== undefined) await writeFile(path, content);
  await write((sql) => putOnShelf(sql, rig.library, [{ name, album: 'A', artist: 'B', picture: 'image/jpeg' }]));
  const [first] = (await rig.send('GET', '/albums')).json as { album_art: string }[];
  const url = `/covers/${first?.album_art ?? ''}`;
  return {
    ...rig,
    write,
    path,
    url,
    cover: (query = '') => bytesOf(rig.port, `${url}${query}`),
    ask: (headers: Sending['headers'] = {}, method = 'GET') => rig.send(method, url, { headers }),
    /** The cover is this file of the library from now on. */
    show: (file: string) => write((sql) => sql.prepare('UPDATE album SET cover = ?').run(join(rig.library, file))),
  };
}

t.test('a picture inside an MP3 is served as it is', async (t) => {
  const { cover, ask } = await album(t, 'a.mp3', id3With({ bytes: JPEG }));
  const { status, bytes, headers } = await cover();
  t.equal(status, 200);
  t.ok(bytes.equals(JPEG));
  t.match(headers, {
    'content-type': 'image/jpeg',
    'content-length': String(JPEG.length),
    'cache-control': 'max-age=3600',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    etag: /^"[0-9a-f]{40}"$/,
  });
  const again = await ask({ 'if-none-match': headers.etag ?? '' });
  t.strictSame([again.status, again.text], [304, '']);
  const head = await ask({}, 'HEAD');
  t.strictSame([head.status, head.text, head.headers['content-length']], [200, '', String(JPEG.length)]);
});

t.test('of several pictures the front cover is served, else the first', async (t) => {
  const front = await album(t, 'a.mp3', id3With({ bytes: OTHER, kind: 4 }, { bytes: JPEG, kind: 3 }));
  t.ok((await front.cover()).bytes.equals(JPEG));
  const first = await album(t, 'a.flac', flacWith({ bytes: OTHER, kind: 4 }, { bytes: JPEG, kind: 5 }));
  t.ok((await first.cover()).bytes.equals(OTHER));
});

t.test('a picture inside FLAC, MP4, Ogg and others is served too', async (t) => {
  const flac = await album(t, 'a.flac', flacWith({ bytes: JPEG }));
  t.ok((await flac.cover()).bytes.equals(JPEG));
  const m4a = await album(t, 'a.m4a', undefined);
  const sound = ['-f', 'lavfi', '-i', 'anullsrc=d=0.2', '-i', join(scratch, 'a.jpg'), '-map', '0', '-map', '1'];
  await ffmpeg(...sound, '-c:a', 'aac', '-c:v', 'copy', '-disposition:v', 'attached_pic', m4a.path);
  const { status, bytes, headers } = await m4a.cover();
  t.strictSame([status, headers['content-type']], [200, 'image/jpeg']);
  t.ok(bytes.equals(JPEG));
});

t.test('an image file beside the music is served, whatever its name claims', async (t) => {
  const { library, cover, show } = await album(t, 'a.mp3', Buffer.alloc(10));
  await writeFile(join(library, 'cover.jpg'), PNG);
  await show('cover.jpg');
  const { bytes, headers } = await cover();
  t.ok(bytes.equals(PNG));
  t.equal(headers['content-type'], 'image/png');
});

t.test('a smaller picture is a JPEG of one of a few sizes, in the proportions of the original', async (t) => {
  const { cover } = await album(t, 'a.mp3', id3With({ bytes: JPEG }));
  for (const [size, measures] of [
    [96, [96, 64]],
    [300, [400, 267]],
    [640, [640, 427]],
    [1200, [900, 600]],
    [100_000, [900, 600]],
  ] as const) {
    const { status, bytes, headers } = await cover(`?size=${size}`);
    t.strictSame([status, headers['content-type']], [200, 'image/jpeg'], String(size));
    t.strictSame(measuresOf(bytes), measures, String(size));
  }
  const tags = await Promise.all(
    ['', '?size=96', '?size=192', '?size=97'].map(async (q) => (await cover(q)).headers.etag),
  );
  t.equal(new Set(tags).size, 3, 'every size has its own tag');
  for (const size of ['-1', 'big', '1.5', '']) t.equal((await cover(`?size=${size}`)).status, 400, size);
});

t.test('a hundred clients at once get the same small picture', async (t) => {
  const { cover } = await album(t, 'a.mp3', id3With({ bytes: JPEG }));
  const answers = await Promise.all(Array.from({ length: 100 }, () => cover('?size=96')));
  t.strictSame([...new Set(answers.map(({ status }) => status))], [200]);
  t.equal(new Set(answers.map(({ bytes }) => bytes.toString('base64'))).size, 1);
});

t.test('what is no picture is not served, whatever its tag claims', async (t) => {
  const refusal = problem(404, 'Not Found', 'UNREADABLE_PICTURE', 'There is no picture that can be shown.');
  for (const [name, content] of [
    ['html.mp3', id3With({ bytes: Buffer.from('<html><script>alert(1)</script>'), mime: 'image/jpeg' })],
    ['svg.flac', flacWith({ bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), mime: 'image/svg+xml' })],
    ['link.mp3', id3With({ bytes: Buffer.from('http://example.com/a.jpg'), mime: '-->' })],
    ['empty.flac', flacWith({ bytes: Buffer.alloc(0) })],
    ['none.flac', flacWith()],
    ['nothing.mp3', Buffer.alloc(0)],
  ] as const) {
    const { ask } = await album(t, name, content);
    const { status, json, headers } = await ask();
    t.equal(status, 404, name);
    t.strictSame(json, refusal, name);
    t.equal(headers['cache-control'], undefined, 'and nobody keeps that');
  }
});

t.test('a picture that lies about its length is refused, and one that is cut', async (t) => {
  for (const [name, content] of [
    ['long.mp3', id3With({ bytes: JPEG, length: 100_000_000 })],
    ['longest.mp3', id3With({ bytes: JPEG, length: 0xffffffff })],
    ['long.flac', flacWith({ bytes: JPEG, length: 0xffffffff })],
    ['more.flac', flacWith({ bytes: JPEG, length: JPEG.length + 1 })],
    ['cut.mp3', id3With({ bytes: JPEG }).subarray(0, 1000)],
    ['cut.flac', flacWith({ bytes: JPEG }).subarray(0, 1000)],
  ] as const) {
    const { ask } = await album(t, name, content);
    t.match(await ask(), { status: 404, json: { code: 'UNREADABLE_PICTURE' } }, name);
  }
});

t.test('a picture of more than 20 MB is refused', async (t) => {
  const large = Buffer.concat([JPEG, Buffer.alloc(21 * 1024 * 1024)]);
  const inside = await album(t, 'a.mp3', id3With({ bytes: large }));
  t.equal((await inside.ask()).status, 404);
  await writeFile(join(inside.library, 'cover.jpg'), JPEG);
  await truncate(join(inside.library, 'cover.jpg'), 21 * 1024 * 1024);
  await inside.show('cover.jpg');
  t.equal((await inside.ask()).status, 404);
});

t.test('a picture of billions of pixels, or of nonsense, is not made smaller', async (t) => {
  const bomb = Buffer.from(PNG);
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  for (const bytes of [bomb, Buffer.concat([JPEG.subarray(0, 4), Buffer.alloc(3000, 0x55)])]) {
    const { cover } = await album(t, 'a.mp3', id3With({ bytes }));
    const { status, bytes: body } = await cover('?size=96');
    t.equal(status, 404);
    t.match(JSON.parse(body.toString()), { code: 'UNREADABLE_PICTURE' });
  }
});

t.test('a file that is not there, or lies outside of the library, has no cover', async (t) => {
  const { path, ask, library, show } = await album(t, 'a.mp3', id3With({ bytes: JPEG }));
  await rm(path);
  t.match(await ask(), { status: 404, json: { code: 'FILE_NOT_AVAILABLE' } });
  await symlink(join(scratch, 'a.jpg'), join(library, 'cover.jpg'));
  await show('cover.jpg');
  t.match(await ask(), { status: 404, json: { code: 'FILE_NOT_AVAILABLE' } });
  await mkdir(join(library, 'folder.jpg'));
  await show('folder.jpg');
  t.equal((await ask()).status, 404);
});

t.test('a client that goes away while a large picture is sent leaves no file open', async (t) => {
  const large = Buffer.concat([JPEG, Buffer.alloc(19 * 1024 * 1024)]);
  const { url, port, path } = await album(t, 'a.mp3', id3With({ bytes: large }));
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${url} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  await new Promise((resolve) => socket.once('readable', resolve));
  t.equal(await openOn(path), 1, 'it is sent from its file');
  socket.destroy();
  t.ok(await closed(path));
});

t.test('HEAD and a picture that the client has leave no file open', async (t) => {
  const { ask, path } = await album(t, 'a.flac', flacWith({ bytes: JPEG }));
  const { headers } = await ask({}, 'HEAD');
  t.equal((await ask({ 'if-none-match': headers['etag'] ?? '' })).status, 304);
  t.ok(await closed(path));
});

t.test('pictures in memory make room as soon as they are sent, however many are asked for', async (t) => {
  const { library, write } = await libraryRig(t);
  const root = await temporaryDirectory(t);
  const paths = new LibraryPaths([root]);
  const large = Buffer.concat([JPEG, Buffer.alloc(16 * 1024 * 1024)]);
  const directory = join(await temporaryDirectory(t), 'covers');
  const covers = new Covers({ paths, directory, readPicture: async () => large, confine: CONFINE, log: SILENT_LOG });
  const { port, send } = await startRig(t, { library, paths, covers });
  await writeFile(join(root, 'a.ogg'), 'anything');
  await write((sql) => putOnShelf(sql, root, [{ name: 'a.ogg', album: 'A', artist: 'B', picture: 'image/jpeg' }]));
  const [first] = (await send('GET', '/albums')).json as { album_art: string }[];
  for (let times = 0; times < 6; times++) {
    const { status, bytes } = await bytesOf(port, `/covers/${first?.album_art ?? ''}`);
    t.strictSame([status, bytes.length], [200, large.length]);
  }
});

t.test('a name that is none is 404', async (t) => {
  const { send } = await album(t, 'a.mp3', id3With({ bytes: JPEG }));
  for (const name of [
    'x',
    `c${'0'.repeat(24)}.jpg`,
    '..',
    '%2e%2e%2fetc%2fpasswd',
    `${'c'.repeat(26)}.jpg`,
    '%00.jpg',
  ]) {
    t.equal((await send('GET', `/covers/${name}`)).status, 404, name);
  }
});

t.test('a cover that is exchanged has another tag', async (t) => {
  const { cover, path } = await album(t, 'a.mp3', id3With({ bytes: JPEG }));
  const before = (await cover('?size=96')).headers.etag;
  await writeFile(path, id3With({ bytes: OTHER }));
  const after = await cover('?size=96');
  t.not(after.headers.etag, before);
  t.strictSame(measuresOf(after.bytes), [64, 64]);
});

t.test('the picture of an artist is served where the artist says', async (t) => {
  const { library, write, send, port } = await album(t, 'a.mp3', id3With({ bytes: JPEG }));
  await writeFile(join(library, 'artist.jpg'), OTHER);
  await write((sql) => sql.prepare('UPDATE artist SET image = ?').run(join(library, 'artist.jpg')));
  const { image } = (await send('GET', `/artists/${recordId('artist', 'B')}`)).json as { image: string };
  const { status, bytes } = await bytesOf(port, image);
  t.equal(status, 200);
  t.ok(bytes.equals(OTHER));
  const other = image.replace(recordId('artist', 'B'), recordId('artist', 'Nobody'));
  t.not(other, image);
  t.equal((await bytesOf(port, other)).status, 404, 'an unknown artist has no picture, though another has one');
});

t.test('a smaller picture can be had as WebP, under an ETag of its own', async (t) => {
  const { cover } = await album(t, 'a.mp3', id3With({ bytes: JPEG }));
  const jpeg = await cover('?size=192');
  const webp = await cover('?size=192&format=webp');
  t.strictSame([webp.status, webp.headers['content-type']], [200, 'image/webp']);
  t.strictSame([webp.bytes.toString('latin1', 0, 4), webp.bytes.toString('latin1', 8, 12)], ['RIFF', 'WEBP']);
  t.not(webp.headers.etag, jpeg.headers.etag);
  t.equal((await cover('?size=192&format=avif')).status, 400);
});

t.test('two shades of the colour of a cover are told, and told to be unchanged', async (t) => {
  const file = join(scratch, 'red.png');
  await ffmpeg('-f', 'lavfi', '-i', 'color=red:size=64x64', '-frames:v', '1', file);
  const redPicture = await readFile(file);
  const red = await album(t, 'a.mp3', id3With({ bytes: redPicture }));
  const { status, headers, bytes } = await bytesOf(red.port, `${red.url}/colors`);
  t.equal(status, 200);
  const { dark, light } = JSON.parse(bytes.toString()) as { dark: string; light: string };
  for (const shade of [dark, light]) {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(shade.slice(at, at + 2), 16));
    t.ok(r > g && r > b, `${shade} is red`);
  }
  const again = await red.send('GET', `${red.url}/colors`, { headers: { 'if-none-match': headers.etag ?? '' } });
  t.strictSame([again.status, again.text], [304, '']);
  const unknown = await red.send('GET', '/covers/c000000000000000000000000/colors');
  t.match(unknown.json, { status: 404, code: 'UNKNOWN_COVER' });
});

t.test(
  'the picture that a device sends is served with its colours while it is known, and then from the cache',
  async (t) => {
    const covers = new Covers({
      paths: new LibraryPaths([scratch]),
      directory: join(await temporaryDirectory(t), 'covers'),
      readPicture: () => Promise.resolve(undefined),
      confine: CONFINE,
      log: SILENT_LOG,
    });
    t.teardown(() => covers.stop());
    const receivedCovers = new ReceivedCovers(covers);
    const { port, send } = await startRig(t, { receivedCovers });
    const name = receivedCovers.note(PNG);
    const small = await bytesOf(port, `/covers/${name}?size=96`);
    t.strictSame([small.status, measuresOf(small.bytes)], [200, [96, 96]]);
    const { dark } = (await send('GET', `/covers/${name}/colors`)).json as { dark: string };
    t.match(dark, /^#[0-9a-f]{6}$/);
    receivedCovers.forget();
    t.equal((await bytesOf(port, `/covers/${name}?size=96`)).status, 200);
    for (const path of [
      `/covers/${name}?size=1200`,
      `/covers/r${'0'.repeat(40)}`,
      `/covers/r${'0'.repeat(40)}/colors`,
    ]) {
      t.match((await send('GET', path)).json, { status: 404, code: 'UNKNOWN_COVER' });
    }
  },
);
