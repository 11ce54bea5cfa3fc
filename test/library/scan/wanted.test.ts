/** What is still to be scanned. */
import t from 'tap';
import { Wanted } from '../../../src/library/scan/wanted.js';

t.test('targets are gathered, each once, and taken together', (t) => {
  const wanted = new Wanted();
  t.equal(wanted.isEmpty, true);
  wanted.targets(
    [
      { path: '/a', deep: false },
      { path: '/b', deep: true },
    ],
    false,
  );
  wanted.targets(
    [
      { path: '/a', deep: true },
      { path: '/b', deep: false },
      { path: '/c', deep: false },
    ],
    false,
  );
  t.equal(wanted.isEmpty, false);
  const targets = [
    { path: '/a', deep: true },
    { path: '/b', deep: true },
    { path: '/c', deep: false },
  ];
  t.strictSame(wanted.take(), { targets, reread: false });
  t.equal(wanted.isEmpty, true);
  t.strictSame(wanted.take(), { targets: [], reread: false }, 'nothing is left');
  t.end();
});

t.test('everything swallows targets, and a wish to read again holds for one job', (t) => {
  const wanted = new Wanted();
  wanted.targets([{ path: '/a', deep: false }], true);
  wanted.everything(false);
  t.strictSame(wanted.take(), { targets: undefined, reread: true });
  wanted.everything(false);
  t.equal(wanted.isEmpty, false);
  t.strictSame(wanted.take(), { targets: undefined, reread: false });
  wanted.everything(true);
  wanted.everything(false);
  wanted.targets([{ path: '/a', deep: false }], false);
  t.strictSame(wanted.take(), { targets: undefined, reread: true });
  t.end();
});

t.test('more than 500 targets are everything', (t) => {
  const wanted = new Wanted();
  const targets = Array.from({ length: 501 }, (_, at) => ({ path: `/${at}`, deep: false }));
  wanted.targets(targets.slice(0, 500), false);
  t.equal(wanted.take().targets?.length, 500);
  wanted.targets(targets, false);
  t.equal(wanted.take().targets, undefined);
  t.end();
});

t.test('what is cleared is not wanted any more', (t) => {
  const wanted = new Wanted();
  wanted.targets([{ path: '/a', deep: false }], true);
  wanted.everything(true);
  wanted.clear();
  t.equal(wanted.isEmpty, true);
  t.strictSame(wanted.take(), { targets: [], reread: false });
  t.end();
});
