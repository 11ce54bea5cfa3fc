import t from 'tap';
import { AlsaSink } from '../../src/audio/sinks/alsa-sink.js';
import { chooseSink, hasSoundCard } from '../../src/audio/sinks/choose-sink.js';
import { bufferSizes, OutputUnavailable } from '../../src/audio/sinks/sink.js';
import { SilentSink } from '../../src/audio/sinks/silent-sink.js';
import { SampleFormat, type Native, type PcmRequest } from '../../src/audio/native.js';
import { FakeNative, FakePcm } from './fake-native.js';

/** `/proc/asound/cards` of a Raspberry Pi with a DAC board. */
const CARDS = ` 0 [vc4hdmi        ]: vc4-hdmi - vc4-hdmi
                      vc4-hdmi
 1 [sndrpihifiberry]: RPi-simple - snd_rpi_hifiberry_dacplus
                      snd_rpi_hifiberry_dacplus
`;

t.test('a sound card is seen in the kernel’s list', async (t) => {
  t.ok(hasSoundCard(CARDS));
  t.ok(hasSoundCard('31 [Loopback       ]: Loopback - Loopback\n                      Loopback 1\n'));
});

t.test('an empty list, none at all, and other text mean no card', async (t) => {
  t.notOk(hasSoundCard('--- no soundcards ---\n'));
  t.notOk(hasSoundCard(''));
  t.notOk(hasSoundCard('  0: something else\n'));
  t.equal(typeof hasSoundCard(), 'boolean', 'this machine’s own list can be read, or is not there');
});

t.test('a device named by hand is taken, card or no card', async (t) => {
  const sink = chooseSink(new FakeNative(), 'hw:7', true);
  t.type(sink, AlsaSink);
  t.equal(sink.name, 'ALSA device hw:7');
});

t.test('the buffer is half a second in four periods, and starts before half of it is full', async (t) => {
  for (const rate of [8000, 44_100, 48_000, 192_000]) {
    const { periodFrames, bufferFrames, startFrames } = bufferSizes(rate);
    t.equal(periodFrames, Math.round(rate / 8));
    t.equal(bufferFrames, rate / 2);
    t.ok(startFrames > 0 && startFrames <= bufferFrames / 2, `${startFrames} frames`);
  }
});

/** A native whose `openPcm` answers as it is told. */
function opening(answer: (request: PcmRequest) => FakePcm): Native {
  return Object.assign(new FakeNative(), { openPcm: async (request: PcmRequest) => answer(request) });
}

t.test('the ALSA sink asks for the widest format first', async (t) => {
  let asked: PcmRequest | undefined;
  const native = opening((request) => {
    asked = request;
    return new FakePcm(request.rate, SampleFormat.S32);
  });
  await new AlsaSink(native, 'hw:0').open(48_000);
  const { S32, S24, S24_3, S16 } = SampleFormat;
  t.match(asked, { device: 'hw:0', rate: 48_000, formats: [S32, S24, S24_3, S16], silent: false });
});

t.test('what hinders the ALSA sink has a code that says whether the device is missing, busy or broken', async (t) => {
  const codes = { 2: 'MISSING', 19: 'MISSING', 6: 'MISSING', 16: 'BUSY', 11: 'BUSY', 22: 'FAILED', 5: 'FAILED' };
  for (const [errno, code] of Object.entries(codes)) {
    const native = opening(() => {
      throw Object.assign(new Error('open: no'), { errno: Number(errno) });
    });
    const wanted = new OutputUnavailable(`OUTPUT_${code}` as OutputUnavailable['code'], 'ALSA device hw:0: open: no');
    await t.rejects(new AlsaSink(native, 'hw:0').open(44_100), wanted, `errno ${errno}`);
  }
});

t.test('the silent sink opens a device without sound', async (t) => {
  let asked: PcmRequest | undefined;
  const native = opening((request) => {
    asked = request;
    return new FakePcm(request.rate, SampleFormat.S16);
  });
  const sink = new SilentSink(native);
  await sink.open(32_000);
  t.match(asked, { rate: 32_000, formats: [SampleFormat.S16], silent: true });
  t.match(sink.name, /silent/);
});
