/** One output plays: enabling another chooses it. */
import t from 'tap';
import { DAC } from '../http/fake-outputs.js';
import { startMpd } from './rig.js';

t.test('an output is chosen, and the chosen one cannot be switched off', async (t) => {
  const { connect, outputs } = await startMpd(t);
  const [client, waiting] = [await connect(), await connect()];
  const shown = async (): Promise<string[]> =>
    (await client.ask('outputs')).filter((line) => /^output(?:id|enabled)/.test(line));
  t.strictSame(await client.ask('outputs'), [
    ...['outputid: 0', 'outputname: Tonearm (Built-in)', 'plugin: alsa', 'outputenabled: 1'],
    ...['outputid: 1', 'outputname: Kitchen DAC', 'plugin: alsa', 'outputenabled: 0'],
  ]);
  waiting.send('idle output\n');
  t.strictSame(await client.ask('enableoutput 1'), []);
  t.strictSame(await waiting.answer(), ['changed: output']);
  t.equal(outputs.outputs.current().id, DAC.id);
  t.strictSame(await shown(), ['outputid: 0', 'outputenabled: 0', 'outputid: 1', 'outputenabled: 1']);
  t.match(await client.ask('disableoutput 1'), [/^ACK \[5@0\] {disableoutput} One output always plays/]);
  t.strictSame(await client.ask('disableoutput 0'), []);
  t.strictSame(await client.ask('toggleoutput 0'), []);
  t.strictSame(await shown(), ['outputid: 0', 'outputenabled: 1', 'outputid: 1', 'outputenabled: 0']);
  outputs.source.become([DAC]);
  t.ok((await shown()).includes('outputid: 1'), 'an output keeps its number');
  t.strictSame(await client.ask('outputset 1 dop 1'), ['ACK [2@0] {outputset} Unsupported attribute']);
});

t.test('the volume obeys its limit', async (t) => {
  const { connect, volume } = await startMpd(t);
  const client = await connect();
  await volume.setLimit(60);
  t.strictSame(await client.ask('setvol 100'), []);
  t.strictSame(await client.ask('getvol'), ['volume: 60']);
  t.strictSame(await client.ask('volume -10'), []);
  t.strictSame(await client.ask('getvol'), ['volume: 50']);
});
