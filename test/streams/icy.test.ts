/** SHOUTcast's metadata: titles, station headers, and blocks in a stream. */
import t from 'tap';

import {
  IcySplitter,
  isStation,
  metaintOf,
  parseStreamTitle,
  splitTitle,
  stationOf,
  UntrueMetaint,
  type StreamTitle,
} from '../../src/streams/icy.js';

const block = (text: string | Buffer) => {
  const bytes = Buffer.from(text as string);
  const padded = Buffer.alloc(Math.ceil(bytes.length / 16) * 16);
  bytes.copy(padded);
  return Buffer.concat([Buffer.from([padded.length / 16]), padded]);
};

async function split(metaint: number, chunks: readonly Buffer[]) {
  const audio: Buffer[] = [];
  const titles: StreamTitle[] = [];
  const splitter = new IcySplitter(
    metaint,
    async (bytes) => audio.push(Buffer.from(bytes)),
    (title) => titles.push(title),
  );
  for (const chunk of chunks) await splitter.take(chunk);
  return { audio: Buffer.concat(audio).toString(), titles };
}

t.test('a title holds artist and title, apostrophes and semicolons, in UTF-8 or Latin-1', async (t) => {
  const of = (text: string | Buffer) => parseStreamTitle(Buffer.from(text as string));
  t.strictSame(of("StreamTitle='Ada - It's late';StreamUrl='http://x';\0\0"), { artist: 'Ada', title: "It's late" });
  t.strictSame(of("StreamTitle='A; B - C';"), { artist: 'A; B', title: 'C' });
  t.strictSame(of("StreamTitle='Björk - Jóga';"), { artist: 'Björk', title: 'Jóga' });
  t.strictSame(of(Buffer.from("StreamTitle='Bj\xf6rk - J\xf3ga';", 'latin1')), { artist: 'Björk', title: 'Jóga' });
  t.strictSame(of("StreamTitle='News at ten'"), { artist: '', title: 'News at ten' });
  t.strictSame(of("StreamTitle='';"), { artist: '', title: '' });
  t.equal(of("StreamUrl='x';"), undefined);
  t.equal(of(''), undefined);
});

t.test('a title is one printable line of bounded length', async (t) => {
  const { title } = splitTitle(`${'x'.repeat(10_000)}\n\u0007`);
  t.equal(title.length, 500);
  t.strictSame(splitTitle('a\u0000\nb'), { artist: '', title: 'a b' });
});

t.test('metadata is taken out of the audio wherever the chunks are cut', async (t) => {
  const stream = Buffer.concat([
    Buffer.from('12345678'),
    block("StreamTitle='A - B';"),
    Buffer.from('abcdefgh'),
    Buffer.from([0]),
    Buffer.from('ABCDEFGH'),
    block("StreamTitle='C';"),
    Buffer.from('!'),
  ]);
  for (const size of [1, 3, 7, stream.length]) {
    const chunks = Array.from({ length: Math.ceil(stream.length / size) }, (_, at) =>
      stream.subarray(at * size, (at + 1) * size),
    );
    t.strictSame(await split(8, chunks), {
      audio: '12345678abcdefghABCDEFGH!',
      titles: [
        { artist: 'A', title: 'B' },
        { artist: '', title: 'C' },
      ],
    });
  }
});

t.test('audio in the place of metadata is noticed', async (t) => {
  const noise = Buffer.from(Array.from({ length: 64 }, (_, at) => (at * 37) & 0xff));
  await t.rejects(split(8, [Buffer.from('12345678'), Buffer.from([2]), noise]), UntrueMetaint);
});

t.test('the station is read from its headers, and numbers without sense are not believed', async (t) => {
  const headers = { 'icy-name': 'F\xc3\xbcnk', 'icy-genre': 'News', 'icy-br': '128, 128', 'icy-metaint': '16000' };
  t.strictSame(stationOf(headers), { name: 'Fünk', genre: 'News', description: '', bitrate: 128 });
  t.equal(metaintOf(headers), 16_000);
  t.ok(isStation(headers));
  for (const metaint of ['0', '-1', 'x', '1e12', '']) t.equal(metaintOf({ 'icy-metaint': metaint }), undefined);
  t.equal(stationOf({ 'icy-br': '-5' }).bitrate, 0);
  t.notOk(isStation({ 'content-type': 'audio/mpeg' }));
});
