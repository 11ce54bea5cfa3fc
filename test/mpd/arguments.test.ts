/** Numbers, ranges and positions, and the refusals that MPD has for them. */
import t from 'tap';
import * as given from '../../src/mpd/arguments.js';

const OPEN = given.OPEN;

t.test('ranges', async (t) => {
  t.strictSame(given.range('5'), { start: 5, end: 6 });
  t.strictSame(given.range('5:8'), { start: 5, end: 8 });
  t.strictSame(given.range('5:'), { start: 5, end: OPEN });
  t.strictSame(given.range('-1'), { start: 0, end: OPEN });
  t.throws(() => given.range('8:5'), { message: 'Malformed range: 8:5' });
  t.throws(() => given.range('-2'), { message: 'Number is negative: -2' });
  t.throws(() => given.range('x'), { message: 'Integer or range expected: x' });
  t.throws(() => given.range('1:x'), { message: 'Integer or range expected: 1:x' });
  t.throws(() => given.range('9999999999'), { message: 'Number too large: 9999999999' });
});

t.test('numbers', async (t) => {
  t.equal(given.integer('-7'), -7);
  t.equal(given.unsigned('7', 7), 7);
  t.throws(() => given.unsigned('8', 7), { message: 'Number too large: 8' });
  t.throws(() => given.unsigned('-1'), { message: 'Number too large: -1' });
  t.throws(() => given.unsigned('1.5'), { message: 'Integer expected: 1.5' });
  t.throws(() => given.boolean('2'), { message: 'Boolean (0/1) expected: 2' });
  t.equal(given.time('1.5'), 1500);
  t.throws(() => given.time('-1'), { message: 'Negative value not allowed: -1' });
  t.throws(() => given.time('nan'), { message: 'Float expected: nan' });
});

t.test('positions that count from the current song', async (t) => {
  const extent = { length: 5, current: 2 };
  t.equal(given.insertPosition('5', extent), 5);
  t.equal(given.insertPosition('+0', extent), 3);
  t.equal(given.insertPosition('+2', extent), 5);
  t.equal(given.insertPosition('-0', extent), 2);
  t.equal(given.insertPosition('-2', extent), 0);
  t.throws(() => given.insertPosition('+3', extent), { message: 'Number too large: 3' });
  t.throws(() => given.insertPosition('-3', extent), { message: 'Number too large: 3' });
  t.throws(() => given.insertPosition('6', extent), { message: 'Number too large: 6' });
  t.throws(() => given.insertPosition('+0', { length: 5, current: undefined }), { message: 'No current song' });
  t.equal(given.moveDestination('+0', { start: 0, end: 1 }, extent), 2);
  t.equal(given.moveDestination('+0', { start: 4, end: 5 }, extent), 3);
  t.equal(given.moveDestination('-0', { start: 4, end: 5 }, extent), 2);
  t.throws(() => given.moveDestination('+0', { start: 2, end: 3 }, extent), {
    message: 'Cannot move current song relative to itself',
  });
});
