import { spawnSync } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';
import t from 'tap';

import { askForPriority, MAIN_NICENESS } from '../../src/system/priority.js';

/** Whether the system lets this user have a priority; of a process of its own, for there is no way back without it. */
function isAllowed(niceness: number): boolean {
  const { status } = spawnSync(process.execPath, ['-e', `require('node:os').setPriority(0, ${niceness})`]);
  return status === 0;
}

t.test('the priority is raised where that is allowed', async (t) => {
  const before = getPriority();
  askForPriority();
  t.equal(getPriority(), before === 0 && isAllowed(MAIN_NICENESS) ? MAIN_NICENESS : before);
});

t.test('a priority that somebody has chosen stays', async (t) => {
  const chosen = Math.min(Math.max(getPriority(), 0) + 1, 19);
  setPriority(chosen);
  askForPriority();
  t.equal(getPriority(), chosen);
});
