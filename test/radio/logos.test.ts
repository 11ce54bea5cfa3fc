import { EventEmitter, once } from 'node:events';
import { Readable } from 'node:stream';
import t from 'tap';
import type { Picture } from '../../src/library/covers/covers.js';
import { Logos } from '../../src/radio/logos.js';
import { SILENT_LOG } from '../fixtures/log.js';

const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(64)]);
const ADDRESS = 'http://radio.example/logo.png';

/** Logos behind a stranger who answers when the test says so; what was made of them is kept, and lent. */
function slowStranger(wait: number) {
  const events = new EventEmitter();
  const kept = new Map<string, Uint8Array>();
  const counts = { asked: 0, lent: 0 };
  const lend = (bytes: Uint8Array): Picture => {
    counts.lent += 1;
    return { type: 'image/png', bytes, release: () => (counts.lent -= 1) };
  };
  const logos = new Logos({
    http: {
      async get() {
        counts.asked += 1;
        events.emit('asked');
        const [bytes] = (await once(events, 'answer')) as [Buffer];
        return { status: 200, headers: {}, body: Readable.from([bytes]), address: ADDRESS } as never;
      },
    },
    covers: {
      findFetched: (name, _, fetch) => ({
        etag: name,
        read: async () => {
          const bytes = kept.get(name) ?? (await fetch());
          kept.set(name, bytes);
          events.emit('kept');
          return lend(bytes);
        },
      }),
    },
    log: SILENT_LOG,
    wait,
  });
  return { logos, events, counts };
}

t.test('what does not come soon is not there, and is for who asks again', async (t) => {
  const { logos, events, counts } = slowStranger(5);
  await t.rejects(logos.find(ADDRESS, 96).read(), { code: 'NO_LOGO' });
  const isKept = once(events, 'kept');
  events.emit('answer', PNG);
  await isKept;
  await new Promise(setImmediate);
  t.equal(counts.lent, 0, 'what came late was given back');
  const picture = await logos.find(ADDRESS, 96).read();
  t.equal(picture.type, 'image/png');
  t.strictSame(counts, { asked: 1, lent: 1 });
});

t.test('what comes in time is waited for', async (t) => {
  const { logos, events, counts } = slowStranger(1_000_000);
  const asked = once(events, 'asked');
  const reading = logos.find(ADDRESS, 96).read();
  await asked;
  events.emit('answer', PNG);
  t.equal((await reading).type, 'image/png');
  t.strictSame(counts, { asked: 1, lent: 1 });
});
