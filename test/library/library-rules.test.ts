/** The tables of the guide, each as a library of real files: what the scan makes of them is what the guide says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { id3v2 } from '../bench/corpus-tags.mjs';
import { temporaryDirectory } from '../http/rig.js';
import { type OddContent, putOdd } from './odd-files.js';
import { mp3, openShelf, put } from './scan/rig.js';

const GUIDE = fileURLToPath(new URL('../../src/library/LIBRARY-RULES.md', import.meta.url));
const NOT_LISTED = 'not listed';

/** ID3v2.4 frames of the guide's words. */
const FRAMES: Readonly<Record<string, string>> = {
  title: 'TIT2',
  artist: 'TPE1',
  album: 'TALB',
  'album artist': 'TPE2',
  year: 'TDRC',
  compilation: 'TCMP',
  release: 'TXXX:MusicBrainz Album Id',
  'album sort': 'TSOA',
  'artist sort': 'TSOP',
};

/** How each column is read from the library; zeros and empty texts are empty cells. */
const COLUMNS: Readonly<Record<string, string>> = {
  Title: 'track.title',
  Artist: 'track.artist_name',
  Album: 'track.album_title',
  'Album artist': 'track.album_artist',
  Track: 'track.track_number',
  Disc: 'track.disc_number',
  Year: 'track.year',
  'Tracks on the album': '(SELECT count(*) FROM track AS other WHERE other.album = track.album)',
  'Year of the album': 'album.year',
  'Place of the album': '(SELECT count(*) FROM album AS other WHERE other.sort_key <= album.sort_key)',
  Milliseconds: 'track.length',
  'Listed under': `(SELECT group_concat(name, ', ') FROM (SELECT name FROM track_artist JOIN artist ON key = artist
    WHERE track_artist.track = track.key ORDER BY name))`,
};

interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  /** Cells, the first two of them file and tags. */
  readonly rows: readonly (readonly string[])[];
}

function tablesIn(text: string): readonly Table[] {
  return text.split(/^## /m).flatMap((section) => {
    const lines = section.split('\n').filter((line) => line.startsWith('|'));
    const [columns, , ...rows] = lines.map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    return columns === undefined ? [] : [{ title: section.split('\n')[0] ?? '', columns, rows }];
  });
}

function tagsIn(cell: string): Map<string, string> {
  return new Map([...cell.matchAll(/`([^`=]+)=([^`]*)`/g)].map(([, name = '', value = '']) => [name, value]));
}

async function make(path: string, tags: ReadonlyMap<string, string>): Promise<void> {
  if (!path.endsWith('.mp3') || tags.has('content')) {
    const { content, ...texts } = Object.fromEntries(tags);
    await putOdd(path, content as OddContent | undefined, texts);
    return;
  }
  const encoding = tags.get('encoding');
  const words = [...tags].filter(([name]) => name !== 'encoding');
  const texts = Object.fromEntries(words.map(([name, value]) => [FRAMES[name] ?? `unknown word ${name}`, value]));
  await put(path, encoding === undefined ? mp3(texts) : inCodePage(texts, encoding));
}

/** A tag that says ISO-8859-1, and holds the bytes of another code page. */
function inCodePage(texts: Readonly<Record<string, string>>, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding);
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  // Node takes windows-1252 for ISO-8859-1.
  if (encoding === 'windows-1252') bytes.set('’', 0x92).set('“', 0x93).set('”', 0x94);
  const encoded = (text: string) =>
    Buffer.from(Array.from(text, (letter) => bytes.get(letter) ?? 0x3f)).toString('latin1');
  const written = Object.entries(texts).map(([name, text]) => [name, encoded(text)]);
  const tag = id3v2({ version: 3, encoding: 'latin1', texts: Object.fromEntries(written) as Record<string, string> });
  return Buffer.concat([tag, mp3({}).subarray(10)]);
}

const tables = tablesIn(readFileSync(GUIDE, 'utf8'));

t.ok(tables.length >= 4, 'the guide has its tables');

for (const { title, columns, rows } of tables) {
  t.test(title, async (t) => {
    const music = await temporaryDirectory(t);
    await Promise.all(rows.map(([file = '', tags = '']) => make(join(music, file), tagsIn(tags))));
    const shelf = await openShelf(t, { music });
    await shelf.scanner.scan();
    const wanted = columns.slice(2).map((name) => COLUMNS[name] ?? `'unknown column ${name}'`);
    const found = await shelf.rows(
      `SELECT location, ${wanted.join(', ')} FROM track JOIN album ON album.key = track.album`,
    );
    const cells = (values: readonly unknown[]) => values.map((value) => (value === 0 ? '' : String(value)));
    const byPath = new Map(found.map(([location, ...values]) => [String(location), cells(values)]));
    const marked = new Set((await shelf.scanner.problems(100, 0)).rows.map(({ path }) => path));
    for (const [file = '', tags = '', ...expected] of rows) {
      const path = join(music, file);
      const isListed = expected[0] !== NOT_LISTED;
      t.strictSame(byPath.get(path), isListed ? expected : undefined, file);
      const hasTexts = ['title', 'artist', 'album'].some((name) => tagsIn(tags).has(name));
      t.equal(marked.has(path), !hasTexts, `${file} is marked where its tags say nothing`);
    }
  });
}
