/** Rows of playlist files, in which nothing that a stranger wrote ends a line or an element. */
import t from 'tap';
import { PLAYLIST_WRITERS, type WrittenEntry } from '../../../src/playlists/files/write-playlist.js';

const SONG: WrittenEntry = { location: 'a/b.mp3', title: 'T', artist: 'A', album: 'L', length: 61_000 };
const { m3u8, xspf } = PLAYLIST_WRITERS;

t.test('a row of M3U8 has seconds, artist and title, and the path', async (t) => {
  for (const [known, info, row] of [
    [{}, '61,A - T', 'a/b.mp3'],
    [{ length: 0 }, '-1,A - T', 'a/b.mp3'],
    [{ length: 1499 }, '1,A - T', 'a/b.mp3'],
    [{ length: 1500 }, '2,A - T', 'a/b.mp3'],
    [{ length: 1 }, '0,A - T', 'a/b.mp3'],
    [{ artist: '' }, '61,T', 'a/b.mp3'],
    [{ title: 'T\r\n#EXTM3U\u0085x\ud800' }, '61,A - T #EXTM3U x ', 'a/b.mp3'],
    [{ location: '#1.mp3' }, '61,A - T', './#1.mp3'],
    [{ location: ' 1.mp3' }, '61,A - T', './ 1.mp3'],
    [{ location: 'a#1 .mp3' }, '61,A - T', 'a#1 .mp3'],
    [{ location: 'a\nb c.mp3' }, '61,A - T', 'a%0Ab%20c.mp3'],
  ] as const) {
    t.equal(m3u8.row({ ...SONG, ...known }), `#EXTINF:${info}\n${row}\n`);
  }
  t.equal(m3u8.head('A\nB'), '#EXTM3U\n#PLAYLIST:A B\n');
});

t.test('a row of XSPF has what is known, and a URI', async (t) => {
  const row = ({ location = 'a/b.mp3', rest = '' }) =>
    `<track><location>${location}</location><title>T</title>${rest}</track>\n`;
  const [creator, album, duration] = ['<creator>A</creator>', '<album>L</album>', '<duration>61000</duration>'];
  for (const [known, expected] of [
    [{}, row({ rest: creator + album + duration })],
    [{ artist: '' }, row({ rest: album + duration })],
    [{ album: '' }, row({ rest: creator + duration })],
    [{ length: 0 }, row({ rest: creator + album })],
    [{ artist: '', album: '', length: 0, location: 'a b/#ü.mp3' }, row({ location: 'a%20b/%23%C3%BC.mp3' })],
    [{ artist: '', album: '', length: 0, location: 'http://a/b?c&d' }, row({ location: 'http://a/b?c&amp;d' })],
    [{ artist: '', album: '', length: 0, location: 'URN:x:y z' }, row({ location: 'URN:x:y z' })],
    [{ artist: '', album: '', length: 0, location: 'x/http:/a' }, row({ location: 'x/http%3A/a' })],
  ] as const) {
    t.equal(xspf.row({ ...SONG, ...known }), expected);
  }
  t.match(xspf.head('<&>"\u0000x'), '<title>&lt;&amp;&gt;&quot; x</title>');
});
