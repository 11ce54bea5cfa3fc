import fc from 'fast-check';
import t from 'tap';
import { addressOf, paramsIn, placeIn } from '../../../src/web/remote/state/places.js';

t.test('an address says its place, whatever stands in it', async (t) => {
  const parts = fc.array(fc.string({ minLength: 1, unit: 'grapheme' }));
  fc.assert(
    fc.property(parts, (place) => {
      t.strictSame(placeIn(addressOf(...place)), place);
    }),
  );
  t.strictSame(placeIn(''), []);
  t.strictSame(placeIn('#'), []);
  t.strictSame(placeIn('#/library//albums/'), ['library', 'albums']);
  t.strictSame(placeIn('#/%E0%A4%A'), [], 'what cannot be read is the first screen');
});

t.test('a pattern finds what stands at its places', async (t) => {
  t.strictSame(paramsIn('library/albums/:id', ['library', 'albums', 'a/b']), { id: 'a/b' });
  t.strictSame(paramsIn('library', ['library']), {});
  t.equal(paramsIn('library', ['library', 'albums']), undefined);
  t.equal(paramsIn('library/albums/:id', ['library', 'artists', 'x']), undefined);
});
