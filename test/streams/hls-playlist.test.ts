/** Master and media playlists of HLS. */
import t from 'tap';

import { hlsVariants, inOrderOfWorth, parseHlsMedia } from '../../src/streams/hls-playlist.js';

const BASE = new URL('http://tv.example/a/index.m3u8');

t.test('the best variant that is sound alone and not more than enough comes first, pictures last', async (t) => {
  const master = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=3000000,CODECS="avc1.4d401f,mp4a.40.2",RESOLUTION=1280x720
hd.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS="mp4a.40.5"
low.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=192000,CODECS="mp4a.40.2"

high.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=1500000,CODECS="flac"
lossless.m3u8
`;
  const order = inOrderOfWorth(hlsVariants(master, BASE)).map(({ url }) => new URL(url).pathname);
  t.strictSame(order, ['/a/high.m3u8', '/a/low.m3u8', '/a/lossless.m3u8', '/a/hd.m3u8']);
});

t.test('a variant with a picture is replaced by its rendition of sound', async (t) => {
  const master = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x, y",DEFAULT=YES,URI="sound.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=300000,RESOLUTION=320x180,AUDIO="a"
picture.m3u8`;
  t.match(hlsVariants(master, BASE), [{ url: 'http://tv.example/a/sound.m3u8', isAudio: true }]);
});

t.test('segments carry their numbers, joints, ranges and maps', async (t) => {
  const media = parseHlsMedia(
    `#EXTM3U
#EXT-X-TARGETDURATION:4
#EXT-X-MEDIA-SEQUENCE:17
#EXT-X-MAP:URI="init.mp4"
#EXTINF:3.9,
#EXT-X-BYTERANGE:100@50
all.m4s
#EXTINF:4,
#EXT-X-BYTERANGE:70
all.m4s
#EXT-X-DISCONTINUITY
#EXT-X-MAP:URI="b.m4s",BYTERANGE="10@5"
#EXTINF:2,
b.m4s
#EXT-X-ENDLIST`,
    BASE,
  );
  t.match(media, { targetSeconds: 4, ended: true });
  t.match(media.segments, [
    {
      sequence: 17,
      seconds: 3.9,
      range: { offset: 50, length: 100 },
      map: { url: 'http://tv.example/a/init.mp4', range: undefined },
    },
    { sequence: 18, range: { offset: 150, length: 70 }, discontinuity: false },
    {
      sequence: 19,
      url: 'http://tv.example/a/b.m4s',
      discontinuity: true,
      range: undefined,
      map: { range: { offset: 5, length: 10 } },
    },
  ]);
});

t.test('what is encrypted, endless or without sense is refused', async (t) => {
  const head = '#EXTM3U\n#EXT-X-TARGETDURATION:4\n';
  const refused = (text: string, code: string) =>
    t.throws(() => parseHlsMedia(text, BASE), { name: 'RemoteFailure', code }, text.slice(0, 80));
  refused(`${head}#EXT-X-KEY:METHOD=AES-128,URI="k"\n#EXTINF:4,\na.ts`, 'UNSUPPORTED_FORMAT');
  refused('#EXTM3U\n#EXTINF:4,\na.ts', 'STREAM_PROTOCOL');
  refused('#EXTM3U\n#EXT-X-TARGETDURATION:1e9\n', 'STREAM_PROTOCOL');
  refused(`${head}#EXTINF:99999,\na.ts`, 'STREAM_PROTOCOL');
  refused(`${head}#EXT-X-BYTERANGE:-5@3\n#EXTINF:4,\na.ts`, 'STREAM_PROTOCOL');
  refused(`${head}#EXT-X-MEDIA-SEQUENCE:x\n#EXTINF:4,\na.ts`, 'STREAM_PROTOCOL');
  refused(head + '#EXTINF:4,\na.ts\n'.repeat(20_001), 'STREAM_PROTOCOL');
  t.equal(parseHlsMedia(`${head}#EXT-X-KEY:METHOD=NONE\n#EXTINF:4,\na.ts`, BASE).segments.length, 1);
});

t.test('a list that was written to hold the reader up is read at once', async (t) => {
  // Read once from each of its letters, or against each other row, it would take hours.
  const letters = 'A'.repeat(2 * 1024 * 1024);
  t.strictSame(hlsVariants(`#EXTM3U\n#EXT-X-STREAM-INF:${letters}\nsound.m3u8`, BASE), [
    { url: 'http://tv.example/a/sound.m3u8', bandwidth: 0, isAudio: true },
  ]);
  t.strictSame(hlsVariants('#EXT-X-STREAM-INF:A=1\n'.repeat(100_000), BASE), []);
  t.equal(hlsVariants('#EXT-X-STREAM-INF:A=1\nx\n'.repeat(1000), BASE).length, 100);
});
