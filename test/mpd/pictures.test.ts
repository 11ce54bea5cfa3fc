/** Covers and pictures in pieces. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { temporaryDirectory } from '../http/rig.js';
import { putOnShelf } from '../library/shelf.js';
import { mp3 } from '../library/scan/rig.js';
import { Session } from '../../src/mpd/session.js';
import { type MpdClient, startMpd } from './rig.js';

const JPEG = Buffer.concat([Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), Buffer.alloc(500, 7)]);

/** Reads a picture from its first piece to its last. */
async function picture(client: MpdClient, command: string): Promise<{ head: string[]; bytes: Buffer } | string[]> {
  const pieces: Buffer[] = [];
  let head: string[] = [];
  for (let size = 1, from = 0; from < size;) {
    client.send(`${command} ${from}\n`);
    head = [];
    for (let line = await client.line(); !line.startsWith('binary: '); line = await client.line()) {
      head.push(line);
      if (line === 'OK' || line.startsWith('ACK')) return head;
      if (line.startsWith('size: ')) size = Number(line.slice(6));
      if (head.length > 5) throw new Error(head.join());
    }
    const count = await client.bytes();
    pieces.push(count);
    from += count.length;
    await client.answer();
  }
  return { head, bytes: Buffer.concat(pieces) };
}

t.test('an album has a cover, and a file its picture', async (t) => {
  const music = await temporaryDirectory(t);
  await mkdir(join(music, 'Album'));
  await writeFile(join(music, 'Album', 'cover.jpg'), JPEG);
  await writeFile(join(music, 'Album', 'with.mp3'), mp3({ TIT2: 'With' }, true));
  await writeFile(join(music, 'Album', 'without.mp3'), mp3({ TIT2: 'Without' }));
  const { connect, write } = await startMpd(t, { roots: [music] });
  await write((sql) => {
    putOnShelf(sql, music, [
      { name: 'Album/with.mp3', album: 'A' },
      { name: 'Album/without.mp3', album: 'A' },
    ]);
    sql.prepare('UPDATE album SET cover = ?, cover_ending = ?').run(join(music, 'Album', 'cover.jpg'), 'jpg');
  });
  const client = await connect();
  await client.ask('binarylimit 64');
  const cover = await picture(client, 'albumart Album/without.mp3');
  t.ok('bytes' in cover && cover.bytes.equals(JPEG), 'in nine pieces');
  t.strictSame('head' in cover && cover.head, [`size: ${JPEG.length}`]);
  const embedded = await picture(client, 'readpicture Album/with.mp3');
  t.strictSame('head' in embedded && embedded.head, ['size: 22', 'type: image/jpeg']);
  t.strictSame(await picture(client, 'readpicture Album/without.mp3'), ['OK'], 'without one the answer is empty');
  t.match(await client.ask('albumart Album/with.mp3 9999'), ['ACK [2@0] {albumart} Offset too large']);
});

t.test('a picture is held in memory until its last piece was given, or the client waits', async (t) => {
  const music = await temporaryDirectory(t);
  await mkdir(join(music, 'Album'));
  await writeFile(join(music, 'Album', 'with.mp3'), mp3({ TIT2: 'With' }, true));
  const context = await startMpd(t, { roots: [music], tracks: [] });
  await context.write((sql) => void putOnShelf(sql, music, [{ name: 'Album/with.mp3', album: 'A' }]));
  let reads = 0;
  const find = context.deps.covers.find.bind(context.deps.covers);
  (context.deps.covers as { find: typeof find }).find = async (...parameters) => {
    const cover = await find(...parameters);
    cover.read = async () => {
      reads += 1;
      return { type: 'image/jpeg', bytes: new Uint8Array(1000), release: () => undefined };
    };
    return cover;
  };
  const client = await context.connect();
  await client.ask('binarylimit 400');
  const piece = async (from: number): Promise<number> => {
    client.send(`readpicture Album/with.mp3 ${from}\n`);
    for (let line = ''; !line.startsWith('binary: '); line = await client.line()) {
      if (line.startsWith('ACK')) throw new Error(line);
    }
    const { length } = await client.bytes();
    await client.answer();
    return length;
  };
  t.strictSame([await piece(0), await piece(400), reads], [400, 400, 1]);
  t.strictSame([await piece(800), reads], [200, 1]);
  t.strictSame([await piece(0), reads], [400, 2], 'it was let go with the last piece');
  client.send('idle\nnoidle\n');
  await client.answer();
  t.strictSame([await piece(400), reads], [400, 3], 'and when the client waits');
});

t.test('pieces are as large as a client accepts, up to a bound', async (t) => {
  const client = await (await startMpd(t)).connect();
  t.strictSame(await client.ask('binarylimit 5242880'), []);
  t.strictSame(await client.ask(`binarylimit ${8 * 1024 * 1024 - 4096}`), []);
  t.match(await client.ask(`binarylimit ${8 * 1024 * 1024}`), [/^ACK \[2@0\] {binarylimit} Number too large/]);
  t.match(await client.ask('binarylimit 63'), [/Value too small/]);
  const session = new Session({ address: '', network: '', isLocal: true }, () => undefined);
  t.equal(session.pieceLength, 8192);
  session.binaryLimit = 5_242_880;
  t.equal(session.pieceLength, 262_144);
});
