import t from 'tap';
import { nothingFound } from '../../src/tags/found.js';
import { repairEncodings } from '../../src/tags/repair.js';
import type { TagEncoding } from '../../src/tags/tag-rules.js';

/** The bytes of a text in some encoding, mistaken for ISO-8859-1. */
const mistaken = (bytes: Buffer | readonly number[]) => Buffer.from(bytes).toString('latin1');

interface Texts {
  readonly title: string;
  readonly artist?: string;
  readonly album?: string;
}

async function repaired(texts: Texts, encoding: TagEncoding = 'auto', isUnlabelled = true): Promise<Texts> {
  const common = await repairEncodings({ common: { ...nothingFound(), ...texts }, format: {}, isUnlabelled }, encoding);
  const { title = '', artist, album } = common;
  return { title, ...(artist !== undefined && { artist }), ...(album !== undefined && { album }) };
}

const titleOf = async (title: string, encoding?: TagEncoding) => (await repaired({ title }, encoding)).title;

t.test('UTF-8 that was labelled as ISO-8859-1 is read as UTF-8', async (t) => {
  for (const text of ['Björk', '夜の歌', 'Ágætis byrjun', 'Кино']) {
    t.equal(await titleOf(mistaken(Buffer.from(text, 'utf8'))), text);
  }
});

t.test('Shift-JIS is read as Japanese', async (t) => {
  t.equal(await titleOf(mistaken([0x96, 0xe9, 0x82, 0xcc, 0x89, 0xcc])), '夜の歌');
  t.equal(await titleOf(mistaken([0x41, 0x20, 0x83, 0x65, 0x83, 0x58, 0x83, 0x67])), 'A テスト');
});

t.test('GBK is read as Chinese', async (t) => {
  t.equal(await titleOf(mistaken([0xd6, 0xd0, 0xb9, 0xfa])), '中国');
  t.equal(await titleOf(mistaken([0xb5, 0xcb, 0xc0, 0xf6, 0xbe, 0xfd, 0x20, 0x32])), '邓丽君 2');
});

/** Texts as their bytes stand in a file of such a code page. */
const OF_PAGES: readonly (readonly [page: string, bytes: readonly string[], texts: readonly string[]])[] = [
  [
    'windows-1251',
    ['cae8edee', 'c3f0f3efefe020eaf0eee2e8', 'c3f0f3efefe020eaf0eee2e8'],
    ['Кино', 'Группа крови', 'Группа крови'],
  ],
  ['windows-1251', ['df', 'c7e5ecf4e8f0e0'], ['Я', 'Земфира']],
  ['koi8-r', ['ebc9cecf', 'e7d2d5d0d0c120cbd2cfd7c9'], ['Кино', 'Группа крови']],
  ['windows-1253', ['ccdfeae7f220c8e5efe4f9f1dceae7f2', 'c6eff1ecf0dcf2'], ['Μίκης Θεοδωράκης', 'Ζορμπάς']],
  ['windows-1255', ['f9eceee420e0f8f6e9', 'faf8f7e5e3'], ['שלמה ארצי', 'תרקוד']],
  ['windows-1256', ['ddedd1e6d2', 'd2e5d1c920c7e1e3cfc7c6e4'], ['فيروز', 'زهرة المدائن']],
  [
    'windows-1250',
    [
      '4d79736c6f7669747a',
      '44b375676f9ce620649f7769ea6b752073616d6f746e6f9c6369',
      '4d69b36f9ce6207720637a617361636820706f706b756c74757279',
    ],
    ['Myslovitz', 'Długość dźwięku samotności', 'Miłość w czasach popkultury'],
  ],
  ['windows-1250', ['44766ff8e16b', '4e656a76ec749aed2070ed736eec'], ['Dvořák', 'Největší písně']],
  ['big5', ['be48c452a767', 'a4ebab47a54eaaeda7daaabaa4df'], ['鄧麗君', '月亮代表我的心']],
  ['euc-kr', ['bcd2b3e0bdc3b4eb', 'b4d9bdc320b8b8b3ad20bcbcb0e8'], ['소녀시대', '다시 만난 세계']],
];

t.test('the code page of a file is recognised by all its texts together', async (t) => {
  for (const [page, bytes, texts] of OF_PAGES) {
    const [artist = '', title = '', album = ''] = bytes.map((hex) => mistaken(Buffer.from(hex, 'hex')));
    const found = await repaired({ title, artist, album });
    t.strictSame(found, { artist: texts[0], title: texts[1], album: texts[2] ?? '' }, page);
  }
});

t.test('Western and readable texts stay as they are', async (t) => {
  for (const text of [
    '',
    'Plain',
    'Björk',
    'Motörhead',
    'Señor Coconut',
    'Café',
    'déjà vu',
    'à ß',
    'ÄÖÜ',
    'BJÖRK PÓST',
    'Größe und Maß',
    'Les Négresses Vertes',
    'Tous les garçons et les filles créées',
    'Øystein Sevåg Bølge på ø',
    'Sigur Rós – Ágætis byrjun',
    'Кино',
    '夜',
  ]) {
    t.equal(await titleOf(text), text);
  }
});

t.test('ISO-8859-1 is read as windows-1252: its punctuation is kept', async (t) => {
  t.equal(await titleOf('Sin\xe9ad O\x92Connor \x96 \x93Live\x94'), 'Sinéad O’Connor – “Live”');
  t.equal(await titleOf('O\x92Connor', 'windows-1252'), 'O’Connor');
});

t.test('a code page that was named is that of texts without one, and of no others', async (t) => {
  t.equal(await titleOf('\xdf', 'windows-1251'), 'Я');
  t.equal(await titleOf(mistaken(Buffer.from('Björk')), 'windows-1251'), 'Björk', 'but UTF-8 is UTF-8');
  t.strictSame(await repaired({ title: 'Café' }, 'windows-1251', false), { title: 'Café' });
});

t.test('every text of a record is repaired, and the record that came is left alone', async (t) => {
  const wrong = mistaken(Buffer.from('Björk', 'utf8'));
  const common = { track: { no: 1 }, disk: { no: null }, title: wrong, artists: [wrong], year: 1997 };
  const found = await repairEncodings({ common, format: {} }, 'auto');
  t.strictSame(found, { ...common, title: 'Björk', artists: ['Björk'] });
  t.equal(common.title, wrong);
});
