import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { MalformedJson, piecesOf } from '../../src/backup/json-pieces.js';

const directory = t.testdir();

function taken(text: string | Buffer): (readonly [name: string, value: unknown])[] {
  const path = join(directory, 'text.json');
  writeFileSync(path, text);
  const file = openSync(path, 'r');
  const members: [string, unknown][] = [];
  try {
    for (const { name, index, value } of piecesOf(file)) {
      if (index === undefined) members.push([name, value]);
      else if (index < 0) members.push([name, []]);
      else (members.at(-1)?.[1] as unknown[]).push(value);
    }
  } finally {
    closeSync(file);
  }
  return members;
}

t.test('the pieces of any object are the object, however it is spelt', async (t) => {
  const object = fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue())));
  fc.assert(
    fc.property(object, fc.constantFrom('', ' ', '\t', '\n', '    '), (value, space) => {
      const plain = JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
      const text = `${space}${JSON.stringify(value, undefined, space)}${space}`;
      t.strictSame(taken(text), Object.entries(plain));
    }),
    { numRuns: 100 },
  );
});

t.test('a value that goes over the ends of what is read at once is whole', async (t) => {
  const long = ['x'.repeat(70_000), { a: '"]}\\'.repeat(20_000) }, 1.5e300, null, 'é'.repeat(40_000)];
  t.strictSame(taken(JSON.stringify({ long, after: true })), [
    ['long', long],
    ['after', true],
  ]);
});

t.test('what is no object, broken off or too long is told', async (t) => {
  for (const text of [
    ...['', '1', '[]', '{', '{"a"', '{"a":', '{"a":1', '{"a":1,}', '{"a":[1,]}', '{"a":[1', '{a:1}', '{"a":1}x'],
    ...['{"a" 1}', '{"a":tru}', '{"a":[1 2]}', '{"a":}', '{"a":"\n"}', '{"a":01}', '{,}', '{"a":[,]}', '{"a":{]}}'],
    `{"a":"${'x'.repeat(1024 * 1024)}"}`,
    Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  ]) {
    t.throws(() => taken(text), MalformedJson, text.toString().slice(0, 20));
  }
});
