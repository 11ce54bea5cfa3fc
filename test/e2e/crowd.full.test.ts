import t from 'tap';
import { describeFigures, standCrowd } from './crowd.js';

t.test('a crowd of bad clients ends nothing: music, status and events go on', async (t) => {
  t.comment(describeFigures(await standCrowd(t, 3, 120)));
});
