import t from 'tap';
import { alsaSink } from '../../../src/output/sinks/alsa-sink.js';
import { bufferSizes, OutputUnavailable } from '../../../src/output/sinks/sink.js';
import { SampleFormat, type Native, type PcmRequest } from '../../../src/native.js';
import { FakeNative, FakePcm } from '../fake-native.js';
import { sampleRateHz } from '../../../src/units.js';

t.test('a PCM is played to by name, and without one nothing is played', async (t) => {
  const sink = alsaSink(new FakeNative(), 'hw:7');
  t.equal(sink.name, 'ALSA device hw:7');
  t.equal(sink.device, 'hw:7');
  t.equal(alsaSink(new FakeNative(), '').device, undefined);
});

t.test('the buffer is half a second in four periods, and starts before half of it is full', async (t) => {
  for (const rate of [8000, 44_100, 48_000, 192_000].map(sampleRateHz)) {
    const { periodFrames, bufferFrames, startFrames } = bufferSizes(rate);
    t.equal(periodFrames, Math.round(rate / 8));
    t.equal(bufferFrames, rate / 2);
    t.ok(startFrames > 0 && startFrames <= bufferFrames / 2, `${startFrames} frames`);
  }
});

/** A native whose `openPcm` answers as it is reported. */
function opening(answer: (request: PcmRequest) => FakePcm): Native {
  return Object.assign(new FakeNative(), { openPcm: async (request: PcmRequest) => answer(request) });
}

t.test('the ALSA sink asks for the widest format first', async (t) => {
  let asked: PcmRequest | undefined;
  const native = opening((request) => {
    asked = request;
    return new FakePcm(request.rate, SampleFormat.S32);
  });
  await alsaSink(native, 'hw:0').open(sampleRateHz(48_000));
  const { S32, S24, S24_3, S16 } = SampleFormat;
  t.match(asked, { device: 'hw:0', rate: 48_000, formats: [S32, S24, S24_3, S16], silent: false });
});

t.test('where the samples go into IEC 958 subframes, 24 bits are asked for first', async (t) => {
  const { S32, S24, S24_3, S16 } = SampleFormat;
  for (const device of ['hdmi:CARD=vc4hdmi0,DEV=0', 'iec958', 'spdif:1']) {
    let asked: PcmRequest | undefined;
    const native = opening((request) => {
      asked = request;
      return new FakePcm(request.rate, SampleFormat.S24);
    });
    await alsaSink(native, device).open(sampleRateHz(48_000));
    t.match(asked, { device, formats: [S24, S24_3, S16, S32] });
  }
});

t.test('what hinders the ALSA sink has a code that says whether the device is missing, busy or broken', async (t) => {
  const codes = { 2: 'MISSING', 19: 'MISSING', 6: 'MISSING', 16: 'BUSY', 11: 'BUSY', 22: 'FAILED', 5: 'FAILED' };
  for (const [errno, code] of Object.entries(codes)) {
    const native = opening(() => {
      throw Object.assign(new Error('open: no'), { errno: Number(errno) });
    });
    const wanted = new OutputUnavailable(`OUTPUT_${code}` as OutputUnavailable['code'], 'ALSA device hw:0: open: no');
    await t.rejects(alsaSink(native, 'hw:0').open(sampleRateHz(44_100)), wanted, `errno ${errno}`);
  }
});

t.test('the silent sink opens a device without sound', async (t) => {
  let asked: PcmRequest | undefined;
  const native = opening((request) => {
    asked = request;
    return new FakePcm(request.rate, SampleFormat.S16);
  });
  const sink = alsaSink(native, '');
  await sink.open(sampleRateHz(32_000));
  t.match(asked, { rate: 32_000, formats: [SampleFormat.S16], silent: true });
  t.match(sink.name, /silent/);
});
