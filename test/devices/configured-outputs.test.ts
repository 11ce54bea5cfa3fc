import t from 'tap';
import { ConfiguredOutputs } from '../../src/devices/box-outputs.js';

t.test('a PCM that the configuration names is an output by its name', async (t) => {
  const mixer = { card: 'rig', control: 'PCM' };
  const source = new ConfiguredOutputs([
    { pcm: 'rig2', name: undefined, mixer: undefined },
    { pcm: 'second', name: 'Kitchen DAC', mixer },
  ]);
  t.strictSame(source.list(), [
    { id: 'alsa-pcm-rig2', name: 'rig2', service: 'alsa', pcm: 'rig2', mixer: 'card', isPresent: true },
    { id: 'alsa-pcm-second', name: 'Kitchen DAC', service: 'alsa', pcm: 'second', mixer, isPresent: true },
  ]);
  source.subscribe()();
});

t.test('names that are not fit for a path have ids that are, and different ones', async (t) => {
  const names = ['hw:1,0', 'hw:1.0', 'hw:1;0', 'x'.repeat(300), 'ü', `hw:{CARD "a/b"}`];
  const ids = new ConfiguredOutputs(names.map((pcm) => ({ pcm, name: undefined, mixer: undefined })))
    .list()
    .map(({ id }) => id);
  t.equal(new Set(ids).size, names.length);
  for (const id of ids) t.match(id, /^alsa-pcm-[\w.-]{1,64}$/);
});
