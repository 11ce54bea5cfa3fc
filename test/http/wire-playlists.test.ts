import t from 'tap';
import { toResumeCode } from '../../src/http/wire/playlists.js';

t.test('the code is 0 where there is something to resume, and -1 where there is not or it plays', async (t) => {
  const point = {} as NonNullable<Parameters<typeof toResumeCode>[0]>;
  t.strictSame(toResumeCode(point, false), { code: 0 });
  t.strictSame(toResumeCode(point, true), { code: -1 });
  t.strictSame(toResumeCode(undefined, false), { code: -1 });
});
