import { join } from 'node:path';

import t from 'tap';

import { makeMp3 } from '../fixtures/mp3.js';
import { createHouse } from './daemon.js';

/** Parses the Prometheus text format 0.0.4 without its comments. @throws Error at a line that is not of this format */
function samplesOf(text: string): Map<string, number> {
  const typed = new Set<string>();
  const samples = new Map<string, number>();
  for (const line of text.split('\n').slice(0, -1)) {
    const [, type] = /^# TYPE ([a-z_]+) (?:counter|gauge|histogram)$/.exec(line) ?? [];
    if (type !== undefined) typed.add(type);
    if (line.startsWith('#')) continue;
    const [, name = '', labels = '', value] =
      /^([a-z][a-z0-9_]*)((?:\{[a-z_]+="[^"]*"(?:,[a-z_]+="[^"]*")*\})?) (\S+)$/.exec(line) ?? [];
    const family = name.replace(/_(?:bucket|sum|count)$/, '');
    if (value === undefined || !(typed.has(name) || typed.has(family))) throw new Error(`no sample: ${line}`);
    samples.set(name + labels, Number(value));
  }
  return samples;
}

t.test('a daemon that plays is well, and its readings say what it does', async (t) => {
  const { rig, library, start } = await createHouse(t, { patient: true });
  const file = join(library, 'a.mp3');
  await makeMp3(file, { seconds: 20, seed: 190 });
  const daemon = await start();
  await daemon.play([file]);
  const read = async () => samplesOf((await daemon.get('/metrics')).text);
  t.equal((await read()).get('tonearm_playback_state{state="stopped"}'), 1);
  await daemon.put('/player/play');
  await daemon.until('it plays', async () => (await daemon.elapsed()) > 500);

  const health = await daemon.get('/health');
  t.equal(health.status, 200, health.text);
  t.match(health.body, { status: 'ok', checks: [{ name: 'audio' }, { name: 'state' }, { name: 'library' }] });

  const playing = await read();
  const positive = [
    'tonearm_ring_fill_seconds',
    'tonearm_decode_cpu_seconds_total',
    'tonearm_output_cpu_seconds_total',
    'process_open_fds',
    'tonearm_http_request_duration_seconds_sum{operation="play",status="2xx"}',
  ];
  for (const name of positive) t.ok((playing.get(name) ?? 0) > 0, `${name} is ${playing.get(name)}`);
  t.equal(playing.get('tonearm_playback_state{state="playing"}'), 1);
  t.equal(playing.get('tonearm_xruns_total'), 0);
  t.equal(playing.get('tonearm_decoder_restarts_total'), 0);
  t.equal(playing.get('tonearm_queue_entries'), 1);
  t.equal(playing.get('tonearm_output_available'), 1);
  t.ok((playing.get('tonearm_ring_fill_seconds') ?? 9) <= (playing.get('tonearm_ring_capacity_seconds') ?? 0));

  await rig.inject('xrun');
  await daemon.until('the underrun is counted', async () => (await read()).get('tonearm_xruns_total') === 1);
  await rig.inject('unplug');
  await daemon.until('the card is missed', async () => (await read()).get('tonearm_output_available') === 0);
  t.equal((await daemon.get('/health')).status, 200, 'a card that was pulled is no fault of the daemon');
});
