import t from 'tap';
import { errnoOf, isGone, problemOf } from '../../../src/library/scan/problems.js';

const failure = (code: unknown, errno: object = { errno: -1 }): Error =>
  Object.assign(new Error('x'), { code, ...errno });

t.test('an error of the file system is reported by its errno name, any other as a damaged file', async (t) => {
  for (const [error, errno, problem] of [
    [failure('EACCES'), 'EACCES', 'It may not be read: permission denied.'],
    [failure('EIO'), 'EIO', 'The disk could not read it.'],
    [failure('EXDEV'), 'EXDEV', 'It could not be read (EXDEV).'],
    [failure('EIO', {}), undefined, 'It is damaged, or is no audio file.'],
    [failure(5), undefined, 'It is damaged, or is no audio file.'],
    [{ code: 'EIO', errno: -5 }, undefined, 'It is damaged, or is no audio file.'],
    [undefined, undefined, 'It is damaged, or is no audio file.'],
  ] as const) {
    t.equal(errnoOf(error), errno);
    t.equal(problemOf(error), problem);
  }
});

t.test('what is gone is no problem', async (t) => {
  t.strictSame(
    ['ENOENT', 'ENOTDIR', 'EIO'].map((code) => isGone(failure(code))),
    [true, true, false],
  );
});
