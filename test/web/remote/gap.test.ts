import t from 'tap';
import { Gap } from '../../../src/web/remote/state/gap.js';

const act = (name: string, done: string[]) => () => {
  done.push(name);
  return Promise.resolve();
};

t.test(
  'of each kind only the newest is done when the box is back, once, in the order in which it was wanted',
  async (t) => {
    const done: string[] = [];
    const gap = new Gap();
    gap.keep('volume', act('20 %', done), 0);
    gap.keep('transport', act('pause', done), 10);
    gap.keep('volume', act('30 %', done), 20);
    for (const each of gap.take(1000)) await each();
    t.strictSame(done, ['pause', '30 %']);
    t.strictSame(gap.take(1000), []);
  },
);

t.test('what nobody means any more is forgotten', async (t) => {
  const done: string[] = [];
  const gap = new Gap();
  gap.keep('transport', act('play', done), 0);
  gap.keep('volume', act('30 %', done), 200_000);
  for (const each of gap.take(210_000)) await each();
  t.strictSame(done, ['30 %']);
});

t.test('an order whose like has reached the box since is not done any more', async (t) => {
  const done: string[] = [];
  const gap = new Gap();
  gap.keep('volume', act('60 %', done), 0);
  gap.keep('transport', act('pause', done), 0);
  gap.forget('volume');
  for (const each of gap.take(1000)) await each();
  t.strictSame(done, ['pause']);
});
