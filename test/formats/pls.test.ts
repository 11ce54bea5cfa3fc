/** PLS playlists as players write them, and what is none. */
import t from 'tap';
import { readPlaylist } from '../../src/playlists/files/read-playlist.js';

async function read(text: string | Buffer): Promise<string> {
  try {
    const { name, entries } = await readPlaylist(Buffer.from(text as string), 'pls');
    const rows = entries.map(({ line, location, seconds, title }) => `${line} ${location} ${seconds} ${title}`);
    return `${name}|${rows.join('|')}`;
  } catch (error) {
    return (error as { code?: string }).code ?? '';
  }
}

t.test('files, titles and lengths by their numbers', async (t) => {
  const head = '[playlist]\n';
  for (const [what, text, expected] of [
    ['nothing', head, '|'],
    ['one', `${head}File1=a.mp3\nTitle1=A\nLength1=61\nNumberOfEntries=1\nVersion=2\n`, '|2 a.mp3 61 A'],
    ['a stream without an end', `${head}File1=http://r.example/\nLength1=-1`, '|2 http://r.example/ 0 '],
    ['numbers in any order', `${head}File10=j\nFile2=b\nFile1=a`, '|4 a 0 |3 b 0 |2 j 0 '],
    ['a title before its file', `${head}Title1=A\nFile1=a`, '|3 a 0 A'],
    ['a title of nothing', `${head}Title7=A\nFile1=a`, '|3 a 0 '],
    ['a number twice', `${head}File1=a\nFile1=b`, '|2 a 0 '],
    ['other letters, blanks and line ends', ' [PLAYLIST] \r\n FILE1 = a b.mp3 \r\nlength1=9', '|2 a b.mp3 9 '],
    ['what stands before the head', `File1=x\n;x\n\n${head}File2=a`, '|5 a 0 '],
    ['a length that is none', `${head}File1=a\nLength1=9x`, '|2 a 0 '],
    ['a location with an equals sign', `${head}File1=http://r.example/?a=1`, '|2 http://r.example/?a=1 0 '],
    ['a byte order mark', `\ufeff${head}File1=é`, '|2 é 0 '],
    ['no head', 'File1=a', 'NO_PLAYLIST'],
    ['an M3U', '#EXTM3U\na.mp3', 'NO_PLAYLIST'],
    ['bytes', `${head}File1=\0`, 'NO_PLAYLIST'],
    ['too many', `${head}${Array.from({ length: 10_001 }, (_, at) => `File${at}=a\n`).join('')}`, 'PLAYLIST_FULL'],
  ] as const) {
    t.equal(await read(text), expected, what);
  }
  t.equal(await read(Buffer.from(`${head}File1=Caf\xe9\nTitle1=It\x92s`, 'latin1')), '|2 Café 0 It’s', 'windows-1252');
});
