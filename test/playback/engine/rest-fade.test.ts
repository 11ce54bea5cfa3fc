import t from 'tap';
import { RestFade } from '../../../src/playback/engine/rest-fade.js';
import { Command } from '../../../src/output/ring-layout.js';

function rig() {
  const done: string[] = [];
  const fade = new RestFade((command) => done.push(command === Command.hold ? 'hold' : 'stop'));
  t.teardown(() => fade.cancel());
  return { done, fade };
}

t.test('the rest comes at the end of the fade', async (t) => {
  const { done, fade } = rig();
  fade.rest(Command.hold, true);
  t.strictSame(done, []);
  await new Promise((resolve) => setTimeout(resolve, 500));
  t.strictSame(done, ['hold']);
});

t.test('what is asked for while a stop fades is done behind it, in order', async (t) => {
  const { done, fade } = rig();
  fade.rest(Command.stop, true);
  t.ok(fade.defer(() => done.push('first')));
  t.ok(fade.defer(() => done.push('second')));
  t.strictSame(done, []);
  fade.finish();
  t.strictSame(done, ['stop', 'first', 'second']);
  fade.finish();
  t.equal(done.length, 3, 'and once');
});

t.test('what is asked for while a pause fades ends the fade and is done at once', async (t) => {
  const { done, fade } = rig();
  fade.rest(Command.hold, true);
  t.notOk(fade.defer(() => done.push('later')));
  t.strictSame(done, ['hold']);
});

t.test('without a fade nothing is kept', async (t) => {
  const { done, fade } = rig();
  t.notOk(fade.defer(() => done.push('later')));
  t.strictSame(done, []);
});

t.test('a pause that is withdrawn never comes, a stop that is does', async (t) => {
  const { done, fade } = rig();
  fade.rest(Command.hold, true);
  fade.withdraw();
  fade.finish();
  t.strictSame(done, []);
  fade.rest(Command.stop, true);
  fade.withdraw();
  t.strictSame(done, ['stop']);
});

t.test('a rest that was faded into is faded out of once', async (t) => {
  const { fade } = rig();
  t.notOk(fade.takeFaded());
  fade.rest(Command.hold, true);
  fade.finish();
  t.ok(fade.takeFaded());
  t.notOk(fade.takeFaded());
});

t.test('nothing comes of a fade that was cancelled', async (t) => {
  const { done, fade } = rig();
  fade.rest(Command.stop, true);
  fade.defer(() => done.push('later'));
  fade.cancel();
  fade.cancel();
  fade.finish();
  t.strictSame(done, []);
});
