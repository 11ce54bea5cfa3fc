import fc from 'fast-check';
import t from 'tap';
import { PAGE, Pages } from '../../../src/web/remote/state/pages.js';

const turn = () => new Promise(setImmediate);

/** A box with so many rows, whose answers come when they are told to. */
function slowBox(total: number) {
  const asked: number[] = [];
  const answers: (() => void)[] = [];
  const fetch = (offset: number, limit: number) =>
    new Promise<readonly number[]>((resolve) => {
      asked.push(offset);
      const rows = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, at) => offset + at);
      answers.push(() => resolve(rows));
    });
  const answerAll = async (): Promise<void> => {
    while (answers.length > 0) {
      answers.shift()?.();
      await turn();
    }
  };
  return { asked, answers, fetch, answerAll };
}

t.test('only the pieces near what is seen are fetched, each once, two at a time, the newest wish first', async (t) => {
  const box = slowBox(100_000);
  const pages = new Pages(box.fetch);
  pages.expect(100_000);
  for (const first of [0, 5000, 20_000, 90_000]) pages.need(first, first + 20);
  t.strictSame(box.asked, [0, 5000]);
  await box.answerAll();
  t.strictSame(box.asked, [0, 5000, 90_000]);
  t.equal(pages.at(90_003), 90_003);
  t.equal(pages.at(20_000), undefined);
  t.equal(pages.total, 100_000);
  pages.need(90_000, 90_020);
  t.equal(box.asked.length, 3);
});

t.test('a list without a known length grows to its end', async (t) => {
  for (const total of [0, 1, 99, 100, 101, 250]) {
    const box = slowBox(total);
    const pages = new Pages(box.fetch);
    await box.answerAll();
    for (let step = 0; step < 4; step++) {
      pages.need(Math.max(0, pages.total - 1), pages.total);
      await box.answerAll();
    }
    t.equal(pages.total, total);
    t.ok(pages.isLoaded);
    t.equal(pages.at(total - 1), total === 0 ? undefined : total - 1);
  }
});

t.test('what failed is told, and fetched anew when it is wanted', async (t) => {
  let fails = true;
  const pages = new Pages<number>(() => (fails ? Promise.reject(new Error('away')) : Promise.resolve([7])));
  await turn();
  t.match(pages.error, { message: 'away' });
  fails = false;
  pages.retry();
  await turn();
  t.equal(pages.error, undefined);
  t.equal(pages.at(0), 7);
});

t.test('another list is fetched anew, and what came of the old one is dropped', async (t) => {
  const lists = [
    ['a', 'b', 'c'],
    ['c', 'a'],
  ];
  const answers: (() => void)[] = [];
  let asked = 0;
  const pages = new Pages<string>(() => {
    const rows = lists[Math.min(asked++, 1)] ?? [];
    return new Promise((resolve) => answers.push(() => resolve(rows)));
  });
  pages.need(0, 10);
  pages.renew(2);
  answers.shift()?.();
  await turn();
  t.equal(pages.at(0), undefined, 'that was the old one');
  answers.shift()?.();
  await turn();
  t.strictSame([pages.at(0), pages.at(1), pages.total], ['c', 'a', 2]);
  pages.renew(2);
  t.equal(pages.at(0), 'c', 'shown until its like has come');
});

t.test('rows that may be others are asked for anew when somebody looks, and shown until they have come', async (t) => {
  let row = 'old';
  let asked = 0;
  const pages = new Pages(() => {
    asked++;
    return Promise.resolve([row]);
  });
  await turn();
  row = 'new';
  pages.refresh();
  await turn();
  t.strictSame([pages.at(0), asked], ['old', 1], 'nobody looks');
  pages.need(0, 1);
  t.equal(pages.at(0), 'old');
  await turn();
  t.equal(pages.at(0), 'new');
  pages.subscribe(() => undefined);
  row = 'newer';
  pages.refresh();
  await turn();
  t.equal(pages.at(0), 'newer');
});

t.test('rows that go or wander are shown so at once, as in an array', async (t) => {
  const total = 12;
  const edit = fc.record({ from: fc.nat(total - 1), to: fc.option(fc.nat(total - 1)) });
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { maxLength: 8 }), async (edits) => {
      const model = Array.from({ length: total }, (_, at) => at);
      const pages = new Pages((offset: number) => Promise.resolve(offset === 0 ? [...model] : []));
      await turn();
      for (const { from, to } of edits) {
        if (from >= model.length || (to ?? 0) >= model.length) continue;
        const [row = 0] = model.splice(from, 1);
        if (to === null) pages.remove(from);
        else {
          model.splice(to, 0, row);
          pages.move(from, to);
        }
      }
      t.equal(pages.total, model.length);
      t.strictSame(
        Array.from({ length: PAGE }, (_, at) => pages.at(at)).filter((row) => row !== undefined),
        model,
      );
    }),
  );
});
