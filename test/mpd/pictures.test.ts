/** Covers and pictures in pieces. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { temporaryDirectory } from '../http/rig.js';
import { putOnShelf } from '../library/shelf.js';
import { mp3 } from '../library/scan/rig.js';
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
