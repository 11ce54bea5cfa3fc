import { constants } from 'node:os';
import t from 'tap';
import { SampleFormat, type SocketRequest } from '../../../src/native.js';
import { OutputUnavailable } from '../../../src/output/sinks/sink.js';
import { socketSink } from '../../../src/output/sinks/socket-sink.js';
import { sampleRateHz } from '../../../src/units.js';
import { FakePcm } from '../fake-native.js';

const ADDRESS = { address: '10.0.0.7', port: 4953 };
const learn = () => Promise.resolve({ rate: sampleRateHz(48_000), format: SampleFormat.S24 });

t.test('the peer gets its own rate and format, whatever the track has', async (t) => {
  let asked: SocketRequest | undefined;
  const native = {
    openSocket: (request: SocketRequest) => {
      asked = request;
      return Promise.resolve(new FakePcm(request.rate, request.format));
    },
  };
  await socketSink(native, 'Snapcast', ADDRESS, learn, '').open(sampleRateHz(44_100));
  t.strictSame(asked, {
    ...{ ...ADDRESS, rate: 48_000, format: SampleFormat.S24 },
    ...{ periodFrames: 4800, bufferFrames: 24_000, startFrames: 9600 },
  });
});

t.test('what hinders it has a code, and a port where nobody listens an advice', async (t) => {
  const { ECONNREFUSED, EHOSTUNREACH, ETIMEDOUT, EINVAL } = constants.errno;
  const refused = (errno: number) => {
    const native = { openSocket: () => Promise.reject(Object.assign(new Error('connect: no'), { errno })) };
    return socketSink(native, 'Snapcast', ADDRESS, learn, 'Set it up.').open(sampleRateHz(44_100));
  };
  await t.rejects(refused(ECONNREFUSED), new OutputUnavailable('OUTPUT_MISSING', 'Snapcast: connect: no. Set it up.'));
  await t.rejects(refused(EHOSTUNREACH), new OutputUnavailable('OUTPUT_MISSING', 'Snapcast: connect: no.'));
  await t.rejects(refused(ETIMEDOUT), { code: 'OUTPUT_MISSING' });
  await t.rejects(refused(EINVAL), { code: 'OUTPUT_FAILED' });
});

t.test('a peer that does not tell what it takes is not connected to', async (t) => {
  const native = { openSocket: () => Promise.reject(new Error('never')) };
  const silent = () => Promise.reject(new OutputUnavailable('OUTPUT_BUSY', 'in use'));
  await t.rejects(socketSink(native, 'Snapcast', ADDRESS, silent, '').open(sampleRateHz(44_100)), {
    code: 'OUTPUT_BUSY',
  });
});
