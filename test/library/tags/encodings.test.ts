import t from 'tap';
import { repairEncodings, repairText } from '../../../src/library/tags/encodings.js';

/** The bytes of a text in some encoding, mistaken for ISO-8859-1. */
const mistaken = (bytes: Buffer | readonly number[]) => Buffer.from(bytes).toString('latin1');

t.test('UTF-8 that was labelled as ISO-8859-1 is read as UTF-8', async (t) => {
  for (const text of ['Björk', '夜の歌', 'Ágætis byrjun', 'Кино']) {
    t.equal(repairText(mistaken(Buffer.from(text, 'utf8'))), text);
  }
});

t.test('Shift-JIS is read as Japanese', async (t) => {
  t.equal(repairText(mistaken([0x96, 0xe9, 0x82, 0xcc, 0x89, 0xcc])), '夜の歌');
  t.equal(repairText(mistaken([0x41, 0x20, 0x83, 0x65, 0x83, 0x58, 0x83, 0x67])), 'A テスト');
});

t.test('GBK is read as Chinese', async (t) => {
  t.equal(repairText(mistaken([0xd6, 0xd0, 0xb9, 0xfa])), '中国');
  t.equal(repairText(mistaken([0xb5, 0xcb, 0xc0, 0xf6, 0xbe, 0xfd, 0x20, 0x32])), '邓丽君 2');
});

t.test('Western, Cyrillic and readable texts stay as they are', async (t) => {
  for (const text of [
    '',
    'Plain',
    'Björk',
    'Motörhead',
    'Señor Coconut',
    'Café',
    'Sigur Rós – Ágætis',
    'déjà vu',
    '夜',
  ]) {
    t.equal(repairText(text), text);
  }
  t.equal(repairText('Größe und Maß'), 'Größe und Maß');
  const cyrillic = mistaken([0xca, 0xe8, 0xed, 0xee]);
  t.equal(repairText(cyrillic), cyrillic, 'Cyrillic of another code page is not taken for Chinese');
});

t.test('every text of a record is repaired, and the record that came is left alone', async (t) => {
  const wrong = mistaken(Buffer.from('Björk', 'utf8'));
  const found = { track: { no: 1 }, disk: { no: null }, title: wrong, artists: [wrong], year: 1997 };
  t.strictSame(repairEncodings(found), { ...found, title: 'Björk', artists: ['Björk'] });
  t.equal(found.title, wrong);
});
