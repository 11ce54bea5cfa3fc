import t from 'tap';
import { killAndLook } from './kills.js';

t.test('after each of 20 kills everything acknowledged is there, and the position within a second', async (t) => {
  await killAndLook(t, 20, 20_261_121);
});
