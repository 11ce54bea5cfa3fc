import t from 'tap';
import {
  Conflict,
  Forbidden,
  InvalidInput,
  NotFound,
  StateNotSaved,
  TonearmError,
  Unavailable,
  Unprocessable,
} from '../src/errors.js';

for (const Kind of [Conflict, Forbidden, InvalidInput, NotFound, Unavailable, Unprocessable]) {
  t.test(`${Kind.name} is one of the family, with a code, a message and its own name`, async (t) => {
    const error = new Kind('SOME_CODE', 'what a person reads');
    t.ok(error instanceof TonearmError);
    t.ok(error instanceof Error);
    t.equal(error.code, 'SOME_CODE');
    t.equal(error.message, 'what a person reads');
    t.equal(error.name, Kind.name);
    t.match(error.stack, /errors\.test/);
  });
}

t.test('the kinds are told apart', async (t) => {
  t.notOk(new NotFound('A', 'a') instanceof Conflict);
  t.notOk(new Unavailable('A', 'a') instanceof NotFound);
});

t.test('a state that was not saved says what that means for a person', async (t) => {
  const cause = new Error('ENOSPC');
  const error = new StateNotSaved({ cause });
  t.ok(error instanceof Unavailable);
  t.equal(error.name, 'StateNotSaved');
  t.equal(error.code, 'STATE_NOT_SAVED');
  t.equal(error.message, 'It took effect but could not be saved: a power cut may undo it.');
  t.equal(error.cause, cause);
});

t.test('a cause is kept', async (t) => {
  const cause = new Error('ENOENT');
  t.equal(new Unavailable('NO_DEVICE', 'there is no device', { cause }).cause, cause);
});

t.test('the mistakes of an input are listed, and there may be none', async (t) => {
  const violations = [{ path: '/tracks/0', message: 'must be a string' }];
  t.strictSame(new InvalidInput('INVALID_BODY', 'the body is wrong', violations).violations, violations);
  t.strictSame(new InvalidInput('INVALID_BODY', 'the body is wrong').violations, []);
});
