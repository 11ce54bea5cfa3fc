import t from 'tap';

import type { SoundReadings } from '../../../src/playback/engine/sound-readings.js';
import { StallWatch } from '../../../src/playback/engine/stall.js';

const READINGS: SoundReadings = {
  xruns: 0,
  starvations: 0,
  ringFill: 3,
  ringCapacity: 5,
  deviceWrites: 10,
  decoderRestarts: 0,
  decoderThread: 1,
  outputThread: 2,
  trouble: undefined,
};

t.test('a card that is open and takes nothing for two seconds hangs', (t) => {
  let now = 0;
  const watch = new StallWatch(() => now);
  watch.look(READINGS, true);
  now = 1999;
  t.doesNotThrow(() => {
    watch.look(READINGS, true);
  });
  now = 2000;
  t.throws(
    () => {
      watch.look(READINGS, true);
    },
    { code: 'OUTPUT_STALLED' },
  );
  now = 2001;
  watch.look({ ...READINGS, deviceWrites: 11 }, true);
  now = 3000;
  t.doesNotThrow(() => {
    watch.look({ ...READINGS, deviceWrites: 11 }, true);
  }, 'it counts anew from the last frames that were taken');
  t.end();
});

t.test('silence, an empty ring and a card that is away are no hanging card', (t) => {
  let now = 0;
  const watch = new StallWatch(() => now);
  for (const [readings, isPlaying] of [
    [READINGS, false],
    [{ ...READINGS, ringFill: 0.1 }, true],
    [{ ...READINGS, trouble: { code: 'BUSY', detail: 'busy' } }, true],
  ] as const) {
    watch.look(READINGS, true);
    now += 5000;
    watch.look(readings, isPlaying);
    now += 5000;
    t.doesNotThrow(() => {
      watch.look(readings, isPlaying);
    });
    t.doesNotThrow(() => {
      watch.look(READINGS, true);
    }, 'what was before does not count');
  }
  t.end();
});
