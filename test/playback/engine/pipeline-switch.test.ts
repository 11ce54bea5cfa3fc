import t from 'tap';
import type { Output } from '../../../src/output/output.js';
import type { SinkTarget } from '../../../src/output/sinks/sink.js';
import type { Pipeline } from '../../../src/playback/engine/pipeline.js';
import { PipelineSwitch } from '../../../src/playback/engine/pipeline-switch.js';
import type { RemoteEvents, RemotePipeline } from '../../../src/playback/engine/remote-pipeline.js';

const target = (key: string): SinkTarget => ({
  key,
  sink: { name: key, open: () => Promise.reject(new Error('no device here')) },
  mixer: undefined,
});

/** Machines and a card of which the test sees what is asked of them, and whose volume is in force. */
function rig() {
  const said: string[] = [];
  const connected = new Map<string, RemoteEvents>();
  let isElsewhereThen: boolean | undefined;
  const nothing = (): undefined => undefined;
  const local = { connect: nothing, halt: nothing, clear: nothing } as unknown as Pipeline;
  const output = {
    subscribe: () => nothing,
    switchTo: ({ key }: SinkTarget) => {
      isElsewhereThen = pipelines.isElsewhere;
      said.push(`card ${key}`);
      return Promise.resolve();
    },
    rest: () => {
      said.push('card rests');
      return Promise.resolve();
    },
  } as unknown as Output;
  const remote = (key: string): RemotePipeline =>
    ({
      name: key,
      trouble: undefined,
      connect: (events: RemoteEvents) => void connected.set(key, events),
      open: () => {
        said.push(`open ${key}`);
        return Promise.resolve();
      },
      stop: () => {
        said.push(`stop ${key}`);
        return Promise.resolve();
      },
      halt: nothing,
      clear: nothing,
    }) as unknown as RemotePipeline;
  const pipelines: PipelineSwitch = new PipelineSwitch({
    ...{ local, output },
    remoteOf: (key) => (key.startsWith('uuid:') ? Promise.resolve(remote(key)) : undefined),
    opened: ({ key }) => Promise.resolve(() => void said.push(`volume of ${key}`)),
    ...{ pausedThere: nothing, resumedThere: nothing },
  });
  return { pipelines, said, connected, isElsewhereThen: () => isElsewhereThen };
}

t.test('a machine that plays already is asked to go on, and no second connection is made', async (t) => {
  const { pipelines, said } = rig();
  await pipelines.switchTo(target('uuid:a'));
  await pipelines.switchTo(target('uuid:a'));
  t.strictSame(said, ['open uuid:a', 'card rests', 'open uuid:a']);
});

t.test(
  'the volume is that of the machine that plays: one that was left has none, and a card only when it is played to',
  async (t) => {
    const { pipelines, said, connected, isElsewhereThen } = rig();
    t.equal(pipelines.isElsewhere, false);
    await pipelines.switchTo(target('uuid:a'));
    t.equal(pipelines.isElsewhere, true);
    const opened = (key: string) => connected.get(key)?.opened(() => undefined);
    await opened('uuid:a');
    t.strictSame(said.splice(0), ['open uuid:a', 'card rests', 'volume of uuid:a']);
    await pipelines.switchTo(target('builtin'));
    t.equal(isElsewhereThen(), false, 'the card gets its volume');
    t.equal(pipelines.isElsewhere, false);
    await opened('uuid:a');
    t.strictSame(said, ['card builtin', 'stop uuid:a'], 'a late answer changes nothing');
  },
);
