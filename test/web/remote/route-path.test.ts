import fc from 'fast-check';
import t from 'tap';
import { addressOf, paramsIn, pathIn } from '../../../src/web/remote/state/route-path.js';

t.test('an address says its place, whatever stands in it', async (t) => {
  const parts = fc.array(fc.string({ minLength: 1, unit: 'grapheme' }));
  fc.assert(
    fc.property(parts, (path) => {
      t.strictSame(pathIn(addressOf(...path)), path);
    }),
  );
  t.strictSame(pathIn(''), []);
  t.strictSame(pathIn('#'), []);
  t.strictSame(pathIn('#/library//albums/'), ['library', 'albums']);
  t.strictSame(pathIn('#/%E0%A4%A'), [], 'what cannot be read is the first screen');
});

t.test('a pattern finds what stands at its places', async (t) => {
  t.strictSame(paramsIn('library/albums/:id', ['library', 'albums', 'a/b']), { id: 'a/b' });
  t.strictSame(paramsIn('library', ['library']), {});
  t.equal(paramsIn('library', ['library', 'albums']), undefined);
  t.equal(paramsIn('library/albums/:id', ['library', 'artists', 'x']), undefined);
});
