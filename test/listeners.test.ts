import t from 'tap';
import { Listeners } from '../src/listeners.js';

t.test('every listener is called with what happened, until it ends that', async (t) => {
  const listeners = new Listeners<[count: number]>();
  const seen: string[] = [];
  const end = listeners.add((count) => seen.push(`a ${count}`));
  listeners.add((count) => seen.push(`b ${count}`));
  listeners.call(1);
  end();
  end();
  listeners.call(2);
  t.strictSame(seen, ['a 1', 'b 1', 'b 2']);
  t.equal(listeners.size, 1);
});

t.test('a listener that is added by another is called from the next time on', async (t) => {
  const listeners = new Listeners();
  const seen: string[] = [];
  listeners.add(() => {
    seen.push('a');
    if (listeners.size === 1) listeners.add(() => seen.push('b'));
  });
  listeners.call();
  t.strictSame(seen, ['a']);
  listeners.call();
  t.strictSame(seen, ['a', 'a', 'b']);
});

t.test('nobody is called after clear', async (t) => {
  const listeners = new Listeners();
  listeners.add(() => t.fail('called'));
  listeners.clear();
  listeners.call();
  t.equal(listeners.size, 0);
});
