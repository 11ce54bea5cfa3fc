import { createHash } from 'node:crypto';
import fc from 'fast-check';
import t from 'tap';
import { albumMd5, md5, recordId, type RecordKind } from '../../src/library/ids.js';

t.test('an id looks like a CUID, whatever it is made of', async () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (identity) => /^c[0-9a-z]{24}$/.test(recordId('track', identity))),
  );
});

t.test('the same record has the same id in every library, for ever', async (t) => {
  t.equal(recordId('track', '/music/a.mp3'), 'cdib8t1z21q6qpuu7j317qvue');
});

t.test('kinds and identities do not meet in one id', async (t) => {
  const kinds: readonly RecordKind[] = ['track', 'album', 'artist', 'genre'];
  const names = ['', 'a', 'A', 'a ', '/a', 'é', 'e\u0301'];
  const ids = kinds.flatMap((kind) => names.map((name) => recordId(kind, name)));
  t.equal(new Set(ids).size, ids.length);
});

t.test('ids of many records are all different', async (t) => {
  const ids = new Set(Array.from({ length: 100_000 }, (_, index) => recordId('track', `/music/${index}.flac`)));
  t.equal(ids.size, 100_000);
});

t.test('MD5 is that of the text in UTF-8, in lower case', async (t) => {
  t.equal(md5(''), 'd41d8cd98f00b204e9800998ecf8427e');
  t.equal(md5('/music/夜.mp3'), createHash('md5').update(Buffer.from('/music/夜.mp3')).digest('hex'));
});

t.test('an album is named by artist, title and year, one behind the other', async (t) => {
  t.equal(albumMd5('Björk', 'Homogenic', 1997), md5('BjörkHomogenic1997'));
  t.not(albumMd5('Björk', 'Homogenic', 1997), albumMd5('Björk', 'Homogenic', 0));
});
