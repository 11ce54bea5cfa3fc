/** Lines are split as MPD splits them. */
import t from 'tap';
import { argumentsAfter, commandName } from '../../src/mpd/tokens.js';

const words = (line: string): string[] => {
  const { name, end } = commandName(line);
  return [name, ...argumentsAfter(line, end)];
};

const SPLIT: Readonly<Record<string, readonly string[]>> = {
  ping: ['ping'],
  'play 1': ['play', '1'],
  'find artist  "Neu!"\t"a \\"b\\" \\\\ c"': ['find', 'artist', 'Neu!', 'a "b" \\ c'],
  'add ""': ['add', ''],
  'add "Öäü/ß 音"': ['add', 'Öäü/ß 音'],
  'add Öäü': ['add', 'Öäü'],
  'find "(artist == \'x\')"': ['find', "(artist == 'x')"],
  'play 1  ': ['play', '1'],
};

for (const [line, expected] of Object.entries(SPLIT)) {
  t.test(`${line} is ${expected.length} words`, async (t) => t.strictSame(words(line), expected));
}

const REFUSED: Readonly<Record<string, string>> = {
  '': 'No command given',
  '1play': 'Letter expected',
  'play-it': 'Invalid word character',
  'play "1': `Missing closing '"'`,
  'play "1\\"': `Missing closing '"'`,
  'play "1"2': `Space expected after closing '"'`,
  "play it's": 'Invalid unquoted character',
  'play a"b': 'Invalid unquoted character',
  [`list ${'a '.repeat(100)}`]: 'Too many arguments',
};

for (const [line, message] of Object.entries(REFUSED)) {
  t.test(`${line.slice(0, 30)} is refused`, async (t) => t.throws(() => words(line), { message }));
}
