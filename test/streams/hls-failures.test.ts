/** What ends a live HLS stream, and what is only waited for, with the real feed and a server of segments of text. */
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { RemoteFailure } from '../../src/net/failure.js';
import { GuardedHttp } from '../../src/net/guarded-http.js';
import { HlsFeed } from '../../src/streams/hls-feed.js';
import { StreamAddresses } from '../../src/net/stream-address.js';
import { headOf, station } from './station.js';

const list = (first: number, count: number, more = ''): string => {
  const rows = Array.from({ length: count }, (_, at) => `#EXTINF:1,\n/${first + at}\n`);
  return `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:${first}\n${rows.join('')}${more}`;
};
const END = '#EXT-X-ENDLIST\n';

/**
 * Plays a list, and what the server answers when it is asked for it again.
 * @returns the segments that came, the failures that were waited for, and the code of what ended it
 */
async function play(t: Test, text: string, answers: readonly string[], abortAfter = Infinity) {
  const waiting = [...answers];
  const { base } = await station(t, (socket, path) => {
    const body = path === '/list' ? (waiting.shift() ?? '404 Not Found') : path;
    const isStatus = /^\d{3} /.test(body);
    const head = headOf(`HTTP/1.1 ${isStatus ? body : '200 OK'}`, 'connection: close');
    socket.end(isStatus ? head : head + body);
  });
  const abort = new AbortController();
  const http = new GuardedHttp(new StreamAddresses({ allow: ['127.0.0.0/8'] }), 'Tonearm/test');
  const feed = await HlsFeed.open(http, abort.signal, new URL(`${base}/list`), text);
  const segments: string[] = [];
  const waited: string[] = [];
  let end = 'the end of the list';
  try {
    for await (const { bytes } of feed.parts(async ({ code }) => {
      waited.push(code);
      if (waited.length > 5) throw new Error('waited for ever');
      await delay(1);
    })) {
      segments.push(bytes.toString().slice(1));
      if (segments.length === abortAfter) abort.abort();
    }
  } catch (error) {
    end = (error as RemoteFailure).name === 'ListBegunAnew' ? 'begun anew' : (error as RemoteFailure).code;
  }
  return { segments: segments.join(' '), waited: waited.join(' '), end };
}

t.test('a list that ends is played to its end', async (t) => {
  const { segments, waited, end } = await play(t, list(7, 3, END), []);
  t.strictSame([segments, waited, end], ['7 8 9', '', 'the end of the list']);
});

t.test('a server that is busy is waited for', async (t) => {
  const outcome = await play(t, list(7, 3), ['503 Busy', list(8, 3, END)]);
  t.strictSame(outcome, { segments: '7 8 9 10', waited: 'STREAM_REFUSED', end: 'the end of the list' });
});

t.test('a list that is gone for good ends the stream, and is not waited for', async (t) => {
  const outcome = await play(t, list(7, 3), ['404 Not Found']);
  t.strictSame(outcome, { segments: '7 8 9', waited: '', end: 'STREAM_REFUSED' });
});

t.test('a list that counts from another number ends the stream, so that it is begun anew', async (t) => {
  for (const other of [list(1, 3), list(2000, 3)]) {
    const outcome = await play(t, list(7, 3), [other]);
    t.strictSame(outcome, { segments: '7 8 9', waited: '', end: 'begun anew' });
  }
});

t.test('what fails because nobody listens any more is not waited for', async (t) => {
  const { segments, waited, end } = await play(t, list(7, 3), [list(8, 3, END)], 3);
  t.strictSame([segments, waited], ['7 8 9', '']);
  t.not(end, 'the end of the list');
});
