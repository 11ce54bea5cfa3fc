import fc from 'fast-check';
import t from 'tap';
import { FIRST_PIECE, nextPiece } from '../../../src/web/remote/uploads/pieces.js';

t.test('the next piece takes about a second, within bounds', (t) => {
  t.equal(nextPiece(FIRST_PIECE, 500), 2 * FIRST_PIECE);
  t.equal(nextPiece(2 * FIRST_PIECE, 4000), FIRST_PIECE / 2);
  t.equal(nextPiece(FIRST_PIECE, 60_000), 256 * 1024);
  t.equal(nextPiece(8 * 2 ** 20, 1), 8 * 2 ** 20);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 23 }), fc.nat(100_000), (bytes, milliseconds) => {
      const next = nextPiece(bytes, milliseconds);
      return Number.isInteger(next) && next >= 256 * 1024 && next <= 8 * 2 ** 20;
    }),
  );
  t.end();
});
