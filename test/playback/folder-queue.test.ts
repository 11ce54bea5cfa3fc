/** A queue that is filled with the music of a folder. */
import t from 'tap';
import { queueFolder } from '../../src/playback/folder-queue.js';
import { createRig } from './rig.js';

for (const [what, before, isReplaced] of [
  ['an empty queue is filled', [], true],
  ['a queue of other music is replaced', ['/other/a'], true],
  ['one track from elsewhere is enough', ['/demo/a', '/other/b'], true],
  ['a folder whose name begins alike is another one', ['/demo2/a'], true],
  ['a queue that comes from the folder stays as it was left', ['/demo/b', '/demo/x/a'], false],
] as const) {
  t.test(what, async (t) => {
    const { player } = createRig();
    await player.replaceQueue(before);
    const asked: unknown[] = [];
    await queueFolder(player, '/demo', async (folder, limit) => {
      asked.push([folder, limit]);
      return ['/demo/1', '/demo/2'];
    });
    const after = player.queue().entries.map(({ location }) => location);
    t.strictSame(after, isReplaced ? ['/demo/1', '/demo/2'] : before);
    t.strictSame(asked, isReplaced ? [['/demo', before.length + 1000]] : []);
  });
}
