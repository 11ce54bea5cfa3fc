import t from 'tap';
import { killAndLook } from './kills.js';

t.test('after a kill everything acknowledged is there, and the position within a second', async (t) => {
  await killAndLook(t, 2, 20_261_122);
});
