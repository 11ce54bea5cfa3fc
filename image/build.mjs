import { ensureTools } from './steps/tools.mjs';
import { ensureRootTree } from './steps/root-tree.mjs';
import { step, tellTimes } from './steps/clock.mjs';
await step('build tools', ensureTools);
await ensureRootTree();
tellTimes();
