/** Edits of the list of keys of a playlist. */
import t from 'tap';
import { InvalidInput } from '../../../src/errors.js';
import { bytesOf, joined, keysIn, moved, without } from '../../../src/playlists/saved/key-list.js';

const KEYS = Uint32Array.of(10, 11, 12, 13, 14);

/** Where a refusal points, and what it says of the value there. */
function refusalOf(edit: () => unknown): string {
  try {
    edit();
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return `${error.code} ${error.violations.map(({ path, message }) => `${path} ${message}`).join()}`;
  }
  return 'none';
}

t.test('keys are stored as little-endian bytes, and read from any address', async (t) => {
  const bytes = bytesOf(Uint32Array.of(1, 0x0403_0201));
  t.equal(bytes.toString('hex'), '0100000001020304');
  t.strictSame([...keysIn(Buffer.concat([Buffer.from([9]), bytes]).subarray(1))], [1, 0x0403_0201]);
});

t.test('joined keeps both orders', async (t) => {
  t.strictSame([...joined(Uint32Array.of(1, 2), Uint32Array.of(3))], [1, 2, 3]);
});

t.test('without takes out each named position once', async (t) => {
  for (const [positions, left] of [
    [[], [10, 11, 12, 13, 14]],
    [[0], [11, 12, 13, 14]],
    [[4], [10, 11, 12, 13]],
    [
      [3, 1, 3],
      [10, 12, 14],
    ],
    [[0, 1, 2, 3, 4], []],
  ] as const) {
    t.strictSame([...without(KEYS, positions)], left, positions.join());
  }
});

t.test('positions outside the list are refused, each at its own path', async (t) => {
  const range = 'must be between 0 and 4';
  for (const [positions, path] of [
    [[-1], '/positions/0'],
    [[5], '/positions/0'],
    [[0, 4, 5], '/positions/2'],
    [[0, 1.5], '/positions/1'],
  ] as const) {
    t.equal(
      refusalOf(() => without(KEYS, positions)),
      `INDEX_OUT_OF_RANGE ${path} ${range}`,
      positions.join(),
    );
  }
  const empty = 'INDEX_OUT_OF_RANGE /positions/0 the playlist is empty';
  t.equal(
    refusalOf(() => without(new Uint32Array(), [0])),
    empty,
  );
  t.equal(
    refusalOf(() => without(KEYS.subarray(0, 1), [1])),
    'INDEX_OUT_OF_RANGE /positions/0 must be between 0 and 0',
  );
});

t.test('moved puts a range of keys at an index of the list without them', async (t) => {
  for (const [from, to, count, result] of [
    [0, 0, 1, [10, 11, 12, 13, 14]],
    [0, 4, 1, [11, 12, 13, 14, 10]],
    [4, 0, 1, [14, 10, 11, 12, 13]],
    [1, 2, 2, [10, 13, 11, 12, 14]],
    [3, 0, 2, [13, 14, 10, 11, 12]],
    [0, 3, 2, [12, 13, 14, 10, 11]],
    [0, 0, 5, [10, 11, 12, 13, 14]],
  ] as const) {
    t.strictSame([...moved(KEYS, from, to, count)], result, `${count} from ${from} to ${to}`);
  }
});

t.test('a range that is not in the list, or would not be, is refused', async (t) => {
  for (const [from, to, count, refusal] of [
    [-1, 0, 1, '/from must be between 0 and 4'],
    [5, 0, 1, '/from must be between 0 and 4'],
    [0, 0, 0, '/count must be between 1 and 5'],
    [3, 0, 3, '/count must be between 1 and 2'],
    [0, 5, 1, '/to must be between 0 and 4'],
    [0, 4, 2, '/to must be between 0 and 3'],
    [0, -1, 2, '/to must be between 0 and 3'],
  ] as const) {
    const what = `${count} from ${from} to ${to}`;
    t.equal(
      refusalOf(() => moved(KEYS, from, to, count)),
      `INDEX_OUT_OF_RANGE ${refusal}`,
      what,
    );
  }
});
