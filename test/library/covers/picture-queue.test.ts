import t from 'tap';
import { PictureQueue } from '../../../src/library/covers/picture-queue.js';
import { SharedWork } from '../../../src/library/covers/shared-work.js';

/** A queue of one, held up until `go`; `order` says what ran. */
function held() {
  const queue = new PictureQueue(1, 4);
  const order: string[] = [];
  let go = (): void => undefined;
  const first = queue.run(() => new Promise<void>((resolve) => (go = resolve)));
  const add = (name: string, asked?: Parameters<PictureQueue['run']>[1]) =>
    queue.run(async () => void order.push(name), asked);
  return { order, add, first, go: () => go() };
}

t.test('the newest that somebody waits for goes first, what is made ahead last and in its order', async (t) => {
  const { order, add, go } = held();
  const all = [add('ahead 1', { isAhead: true }), add('old'), add('ahead 2', { isAhead: true }), add('new')];
  go();
  await Promise.all(all);
  t.strictSame(order, ['new', 'old', 'ahead 1', 'ahead 2']);
});

t.test('what nobody waits for any more is not begun, and makes room', async (t) => {
  const { order, add, go, first } = held();
  const gone = new AbortController();
  const left = t.rejects(add('gone', { signal: gone.signal }), { code: 'TOO_BUSY' });
  const rest = ['a', 'b', 'c'].map((name) => add(name));
  await t.rejects(add('one too many'), { code: 'TOO_BUSY' });
  gone.abort();
  await left;
  rest.push(add('d'));
  await t.rejects(add('never', { signal: gone.signal }), { code: 'TOO_BUSY' });
  go();
  await Promise.all([first, ...rest]);
  t.strictSame(order, ['d', 'c', 'b', 'a']);
  gone.abort();
});

t.test('work that fails gives its slot on', async (t) => {
  const queue = new PictureQueue(1, 4);
  const failing = t.rejects(
    queue.run(() => Promise.reject(new Error('no'))),
    { message: 'no' },
  );
  t.equal(await queue.run(async () => 'next'), 'next');
  await failing;
});

t.test('shared work is done once, and given up only when the last has gone', async (t) => {
  const work = new SharedWork<string>();
  let begun = 0;
  let given: AbortSignal | undefined;
  let finish = (): void => undefined;
  const begin = (signal: AbortSignal): Promise<string> => {
    begun += 1;
    given = signal;
    return new Promise((resolve) => (finish = () => resolve('made')));
  };
  const [one, other] = [new AbortController(), new AbortController()];
  const both = [work.run('a', one.signal, begin), work.run('a', other.signal, begin)];
  t.equal(begun, 1);
  one.abort();
  t.equal(given?.aborted, false);
  other.abort();
  t.equal(given?.aborted, true);
  const finishFirst = finish;
  const late = work.run('a', undefined, begin);
  t.equal(begun, 2, 'who comes later does not join what was given up');
  finishFirst();
  finish();
  t.strictSame(await Promise.all([...both, late]), ['made', 'made', 'made']);
});
