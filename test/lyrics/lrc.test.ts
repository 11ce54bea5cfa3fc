import t from 'tap';
import { LATEST, LONGEST_LINE, type LyricLine, MOST_LINES, parseLyrics } from '../../src/lyrics/lrc.js';

const synced = (...lines: readonly (readonly [at: number, text: string])[]) => ({
  isSynced: true,
  lines: lines.map(([at, text]) => ({ at, text })),
});
const plain = (...lines: readonly string[]) => ({
  isSynced: false,
  lines: lines.map((text) => ({ at: undefined, text })),
});

t.test('lines come in the order of their times, whatever their fractions and line ends', async (t) => {
  const text = '[ti:Song]\r\n[00:12.5]b\r\n[01:02.345]d\n[0:05]a\r[00:59:07]c\n[100:00.00]e';
  t.strictSame(parseLyrics(text), synced([5000, 'a'], [12_500, 'b'], [59_070, 'c'], [62_345, 'd'], [6_000_000, 'e']));
});

t.test('a line with several times is sung several times', async (t) => {
  t.strictSame(
    parseLyrics('[00:01.00][00:21.00]Refrain\n[00:11.00] [00:31.00]Verse'),
    synced([1000, 'Refrain'], [11_000, 'Verse'], [21_000, 'Refrain'], [31_000, 'Verse']),
  );
});

t.test('times of words are kept out of the text', async (t) => {
  t.strictSame(
    parseLyrics('[00:01.00]<00:01.00>Each <00:01.40>word<00:02>\n[00:03.00]Ka[00:03.20]ra[00:03.40]oke'),
    synced([1000, 'Each word'], [3000, 'Ka ra oke']),
  );
  t.strictSame(parseLyrics('[00:01.00]I <3 you > all [live]'), synced([1000, 'I <3 you > all [live]']));
});

t.test('a positive offset has every line come sooner, wherever it is, and never before the beginning', async (t) => {
  t.strictSame(parseLyrics('[00:01.00]a\n[offset:+1500]\n[00:02.00]b'), synced([0, 'a'], [500, 'b']));
  t.strictSame(parseLyrics('[Offset: -500]\n[00:01.00]a'), synced([1500, 'a']));
  t.strictSame(parseLyrics('[offset:soon]\n[00:01.00]a'), synced([1000, 'a']));
});

t.test('a line without a time goes with the line before it; a pause stays', async (t) => {
  t.strictSame(
    parseLyrics('Intro\n[00:01.00]Hola\nHello\n\n[00:03.00]\n[00:04.00]fin'),
    synced([0, 'Intro'], [1000, 'Hola'], [1000, 'Hello'], [3000, ''], [4000, 'fin']),
  );
});

t.test('plain lines keep one empty line between verses; tags of the whole text are no lines', async (t) => {
  t.strictSame(parseLyrics('\n\n[ar:Nova]\n[Chorus]\n  One \n\n\n\nTwo\n\n'), plain('[Chorus]', 'One', '', 'Two'));
});

t.test('without a word there are no lyrics', async (t) => {
  for (const text of ['', '\n \n', '[ti:Song]\n[offset:5]', '[00:01.00]\n[00:02.00] <00:02.00>', '\0\0']) {
    t.equal(parseLyrics(text), undefined, JSON.stringify(text));
  }
});

t.test('lines, their lengths and their times are bounded', async (t) => {
  const many = parseLyrics('[00:01.00]x\n'.repeat(MOST_LINES + 100));
  t.equal(many?.lines.length, MOST_LINES);
  const times = (count: number) => parseLyrics(`[00:00.00]a\n${'[00:01.00]'.repeat(count)}x`);
  t.equal(times(MOST_LINES)?.lines.length, MOST_LINES);
  t.equal(times(25_000)?.lines.length, MOST_LINES);
  const long = parseLyrics(`[999:99.99]${'ü😀'.repeat(LONGEST_LINE)}`);
  t.ok((long?.lines[0]?.text.length ?? 0) <= LONGEST_LINE);
  t.equal(long?.lines[0]?.at, 999 * 60_000 + 99_990);
  t.equal(parseLyrics('[offset:-999999999]\n[999:00.00]a')?.lines[0]?.at, LATEST);
  t.equal(parseLyrics(`a${'\ud83d\ude00'.repeat(LONGEST_LINE)}`)?.lines[0]?.text.at(-1), '\ude00');
  const began = performance.now();
  parseLyrics('['.repeat(250_000));
  parseLyrics('<00:00.'.repeat(40_000));
  parseLyrics(' '.repeat(250_000));
  t.ok(performance.now() - began < 2000, 'whatever is in it');
});

/** A generator of Lehmer: the same pieces in each run. */
function* numbers(seed: number): Generator<number, never> {
  for (let value = seed; ;) yield (value = (value * 48_271) % 2_147_483_647);
}

t.test('whatever a text holds, what comes of it has the promised form', async (t) => {
  const pieces = [
    ...['[00:01.00]', '[1:2.3]', '[99:99:999]', '[', ']', '<00:01.00>', '<', '>', ':', '[offset:', '-5]', '[ar:x]'],
    ...['\n', '\r\n', '\r', ' ', 'word', 'ü', '😀', '\ud83d', '\0', '\u202e', '\ufeff', '7', '000000000'],
  ];
  const wrong: string[] = [];
  const random = numbers(7);
  for (let round = 0; round < 5000; round++) {
    const length = random.next().value % 40;
    const text = Array.from({ length }, () => pieces[random.next().value % pieces.length]).join('');
    const lyrics = parseLyrics(text);
    if (lyrics === undefined) continue;
    const isFine = ({ at, text: words }: LyricLine, index: number): boolean =>
      (at === undefined) !== lyrics.isSynced &&
      (at === undefined || (at >= (lyrics.lines[index - 1]?.at ?? 0) && at <= LATEST && Number.isInteger(at))) &&
      words === words.trim() &&
      !/\p{Cc}/u.test(words);
    const hasWords = lyrics.lines.some(({ text: words }) => words !== '');
    if (!hasWords || !lyrics.lines.every(isFine)) wrong.push(JSON.stringify(text));
  }
  t.strictSame(wrong, []);
});
