/** The refusal of a volume that is given in steps and in percent, or in neither. */
import { InvalidInput } from '../../errors.js';

/** @param member that has the step */
export function oneOfTwo(member: 'level' | 'volume'): InvalidInput {
  const message = `must have either ${member} or percent`;
  return new InvalidInput('INVALID_BODY', `The body ${message}`, [{ path: '', message }]);
}
