import t from 'tap';
import { orderOf } from '../../../src/system/update/version-order.js';

const RUNNING = '0.1.0+20261126.230832.dd2f68bb';

t.test('versions are in the order of Semantic Versioning, then of their commits', async (t) => {
  const rising = [
    ...['0.0.9', '0.1.0-alpha', '0.1.0-alpha.1', '0.1.0-alpha.2', '0.1.0-alpha.10', '0.1.0-alpha.beta', '0.1.0-beta'],
    ...[
      '0.1.0+20261125.000000.ffffffff',
      RUNNING,
      '0.1.0+20261127.000000.00000000',
      '0.1.1',
      '0.2.0',
      '0.10.0',
      '1.0.0',
    ],
  ];
  for (const [at, later] of rising.entries()) {
    t.equal(orderOf(later, later), 'same');
    for (const earlier of rising.slice(0, at)) {
      t.equal(orderOf(later, earlier), 'newer', `${later} after ${earlier}`);
      t.equal(orderOf(earlier, later), 'older', `${earlier} before ${later}`);
    }
  }
});

t.test('what two texts do not say is not guessed', async (t) => {
  t.equal(orderOf('0.1.0+20261126.230832.aaaaaaaa', RUNNING), 'unknown', 'two commits of one second');
  t.equal(orderOf(`${RUNNING}.changed`, RUNNING), 'unknown', 'built with changes that are not committed');
  t.equal(orderOf('0.1.0', RUNNING), 'unknown', 'built outside a clone');
  t.equal(orderOf('9.9.9', undefined), 'unknown', 'nothing says the running version');
  for (const strange of ['latest', '9', '9.9', 'v9.9.9', '9.9.9 '])
    t.equal(orderOf(strange, RUNNING), 'unknown', strange);
});
