/** What is still to be scanned. */
import t from 'tap';
import { Wanted } from '../../../src/library/scan/wanted.js';

t.test('places are gathered, each once, and taken together', (t) => {
  const wanted = new Wanted();
  t.equal(wanted.isEmpty, true);
  wanted.places(
    [
      { path: '/a', deep: false },
      { path: '/b', deep: true },
    ],
    false,
  );
  wanted.places(
    [
      { path: '/a', deep: true },
      { path: '/b', deep: false },
      { path: '/c', deep: false },
    ],
    false,
  );
  t.equal(wanted.isEmpty, false);
  const places = [
    { path: '/a', deep: true },
    { path: '/b', deep: true },
    { path: '/c', deep: false },
  ];
  t.strictSame(wanted.take(), { places, reread: false });
  t.equal(wanted.isEmpty, true);
  t.strictSame(wanted.take(), { places: [], reread: false }, 'nothing is left');
  t.end();
});

t.test('everything swallows places, and a wish to read again holds for one job', (t) => {
  const wanted = new Wanted();
  wanted.places([{ path: '/a', deep: false }], true);
  wanted.everything(false);
  t.strictSame(wanted.take(), { places: undefined, reread: true });
  wanted.everything(false);
  t.equal(wanted.isEmpty, false);
  t.strictSame(wanted.take(), { places: undefined, reread: false });
  wanted.everything(true);
  wanted.everything(false);
  wanted.places([{ path: '/a', deep: false }], false);
  t.strictSame(wanted.take(), { places: undefined, reread: true });
  t.end();
});

t.test('more than 500 places are everything', (t) => {
  const wanted = new Wanted();
  const places = Array.from({ length: 501 }, (_, at) => ({ path: `/${at}`, deep: false }));
  wanted.places(places.slice(0, 500), false);
  t.equal(wanted.take().places?.length, 500);
  wanted.places(places, false);
  t.equal(wanted.take().places, undefined);
  t.end();
});

t.test('what is cleared is not wanted any more', (t) => {
  const wanted = new Wanted();
  wanted.places([{ path: '/a', deep: false }], true);
  wanted.everything(true);
  wanted.clear();
  t.equal(wanted.isEmpty, true);
  t.strictSame(wanted.take(), { places: [], reread: false });
  t.end();
});
