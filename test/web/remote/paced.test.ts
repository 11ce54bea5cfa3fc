import t from 'tap';
import { Paced } from '../../../src/web/remote/state/paced.js';

t.test('of values that wait only the newest is sent, one at a time', async (t) => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const act = (name: string) => () =>
    new Promise<void>((end) => {
      begun.push(name);
      ends.push(end);
    });
  const endOne = async () => {
    ends.shift()?.();
    await new Promise((resolve) => setTimeout(resolve, 1));
    await new Promise(setImmediate);
  };
  const paced = new Paced(0);
  for (const name of ['10', '11', '12']) paced.send(act(name));
  t.strictSame(begun, ['10']);
  await endOne();
  t.strictSame(begun, ['10', '12']);
  await endOne();
  paced.send(act('13'));
  t.strictSame(begun, ['10', '12', '13']);
});
