import t from 'tap';
import { SampleFormat } from '../../src/native.js';
import { sourceIn, statusIn } from '../../src/snapcast/server-status.js';
import { FakeServer } from './fake-server.js';

t.test('groups, clients and the source of a server are read', async (t) => {
  const status = statusIn(new FakeServer('Kitchen', '').status());
  t.equal(status.version, '0.31.0');
  t.match(status.groups, [
    {
      id: 'group-1',
      name: '',
      stream: 'Tonearm',
      isMuted: false,
      clients: [{ name: 'Kitchen', volume: 40, latency: 0 }],
    },
    { clients: [{ id: '00:00:00:00:00:02', name: 'box-2', isConnected: true, isMuted: false }] },
  ]);
  t.strictSame(sourceIn(status), {
    ...{ id: 'Tonearm', port: 4953, isPlaying: false, format: { rate: 44_100, format: SampleFormat.S16 } },
  });
});

const streams = (...uris: object[]) => statusIn({ server: { streams: uris.map((uri) => ({ id: 'x', uri })) } }).streams;

t.test('only a TCP source to which others connect counts, at its port', async (t) => {
  const ports = streams(
    { scheme: 'tcp', host: '0.0.0.0', query: {} },
    { scheme: 'tcp', host: '0.0.0.0:5000', query: { mode: 'server' } },
    { scheme: 'tcp', host: '0.0.0.0', query: { port: '4954' } },
    { scheme: 'tcp', host: '10.0.0.1:4953', query: { mode: 'client' } },
    { scheme: 'pipe', host: '0.0.0.0:4953', query: {} },
  ).map(({ port }) => port);
  t.strictSame(ports, [4953, 5000, 4954, undefined, undefined]);
});

t.test('formats are those that can be sent', async (t) => {
  const formatOf = (sampleformat?: string) =>
    streams({ scheme: 'tcp', host: '', query: { ...(sampleformat !== undefined && { sampleformat }) } })[0]?.format;
  t.strictSame(formatOf('44100:16:2'), { rate: 44_100, format: SampleFormat.S16 });
  t.strictSame(formatOf('96000:24:2'), { rate: 96_000, format: SampleFormat.S24 });
  t.strictSame(formatOf('192000:32:2'), { rate: 192_000, format: SampleFormat.S32 });
  t.strictSame(formatOf(), { rate: 48_000, format: SampleFormat.S16 }, 'that of a server that was told nothing');
  for (const odd of ['44100:16:6', '44100:8:2', '0:16:2', '*:16:2', 'x']) t.equal(formatOf(odd), undefined, odd);
});

t.test('what is no status is one of nothing, and too much is cut off', async (t) => {
  for (const odd of [undefined, null, 7, 'x', [], {}, { server: 7 }, { server: { groups: 7, streams: {} } }]) {
    t.strictSame(statusIn(odd), { version: '', groups: [], streams: [] }, JSON.stringify(odd));
  }
  const client = (at: number) => ({
    id: `${at}`,
    config: { name: 'x'.repeat(5000), volume: { percent: 1e300 }, latency: NaN },
  });
  const clients = Array.from({ length: 1000 }, (_, at) => client(at));
  const groups = [clients, clients, [{ id: '' }, 7, null], []].map((each, at) => ({ id: `${at}`, clients: each }));
  const status = statusIn({ server: { groups, streams: Array.from({ length: 1000 }, () => 7) } });
  t.equal(status.groups.flatMap((group) => group.clients).length, 128);
  t.equal(status.streams.length, 32);
  t.match(status.groups[0]?.clients[0], { name: 'x'.repeat(200), volume: 100, latency: 0, isConnected: false });
});
