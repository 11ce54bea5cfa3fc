import fc from 'fast-check';
import t from 'tap';
import { createMemory, createSender, FakeBox, type Fault, file, settled } from './rig.js';

const MIB = 2 ** 20;

t.test('files arrive whole, two at a time, with their folders', async (t) => {
  const box = new FakeBox();
  const sender = createSender(box);
  const files = Array.from({ length: 9 }, (_, at) => file(`${at}.mp3`, Buffer.alloc(1000 + at, at), `Album/${at}.mp3`));
  sender.add(files);
  await settled(sender);
  t.match(sender.read(), { added: 9, failed: 0, busy: false, bytes: 9036, sent: 9036 });
  t.equal(box.most, 2);
  t.strictSame([...box.whole()].map(([name, bytes]) => [name, bytes.length]).sort(), [
    ...Array.from({ length: 9 }, (_, at) => [`${at}.mp3`, 1000 + at]),
  ]);
  const [first] = box.uploads.values();
  t.match(first?.metadata, `relativePath ${Buffer.from('Album/0.mp3').toString('base64')}`);
});

t.test('names in any script come as they are', async (t) => {
  const box = new FakeBox();
  const sender = createSender(box);
  sender.add([file('Ænima – 東京 🎵.mp3', Buffer.alloc(10))]);
  await settled(sender);
  t.strictSame([...box.whole().keys()], ['Ænima – 東京 🎵.mp3']);
});

t.test('whatever breaks, in any order, every byte arrives once and in its place', async () => {
  const fault: fc.Arbitrary<Fault> = fc.constantFrom(
    'broken' as const,
    { status: 503, code: 'STOPPING' },
    { status: 500, code: 'INTERNAL_ERROR' },
    { status: 409, code: 'UPLOAD_TAKEN_OVER' },
    { status: 409, code: 'OFFSET_MISMATCH' },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fault, { maxLength: 12 }), fc.integer({ min: 1, max: 3 * MIB }), async (faults, size) => {
      const box = new FakeBox();
      const bytes = Buffer.from(Uint8Array.from({ length: size }, (_, at) => (at * 31) % 251));
      box.faults = [...faults];
      const sender = createSender(box);
      sender.add([file('song.flac', bytes)]);
      await settled(sender);
      const { added, failed } = sender.read();
      return added === 1 && failed === 0 && box.whole().get('song.flac')?.equals(bytes) === true;
    }),
    { numRuns: 40 },
  );
});

t.test(
  'the same files chosen on another page go on where they were, and what is there is not sent again',
  async (t) => {
    const box = new FakeBox();
    const memory = createMemory();
    const bytes = Buffer.alloc(2 * MIB, 7);
    const first = createSender(box, memory);
    first.add([file('done.mp3', Buffer.alloc(5, 1))]);
    await settled(first);
    const [location = ''] = memory.map.values();
    // Half of it came, then the page was closed.
    const metadata = `filename ${btoa('half.mp3')}`;
    box.uploads.set('/uploads/half', { size: bytes.length, metadata, bytes: bytes.subarray(0, MIB) });
    memory.set(`half.mp3|${bytes.length}|1`, '/uploads/half');
    box.requests.length = 0;
    const second = createSender(box, memory);
    second.add([file('done.mp3', Buffer.alloc(5, 1)), file('half.mp3', bytes)]);
    await settled(second);
    t.match(second.read(), { added: 2, failed: 0 });
    t.ok(box.whole().get('half.mp3')?.equals(bytes));
    const begun = box.requests.filter((request) => request.startsWith('POST'));
    t.strictSame(begun, [], 'nothing is begun anew');
    const asked = box.requests.filter((request) => request.endsWith(location));
    t.strictSame(asked, [`HEAD ${location}`], 'and what is whole is only asked about');
  },
);

t.test('an upload that the box has given up begins anew', async (t) => {
  const box = new FakeBox();
  const memory = createMemory();
  memory.set('song.mp3|4|1', '/uploads/old');
  const sender = createSender(box, memory);
  sender.add([file('song.mp3', Buffer.from('abcd'))]);
  await settled(sender);
  t.equal(sender.read().added, 1);
  t.not(memory.get('song.mp3|4|1'), '/uploads/old');
});

t.test('a full disk stops all of them, and they go on when somebody says so', async (t) => {
  const box = new FakeBox();
  const sender = createSender(box);
  box.faults = [{ status: 507, code: 'NO_SPACE' }];
  sender.add(['a', 'b', 'c'].map((name) => file(`${name}.mp3`, Buffer.alloc(100))));
  await settled(sender);
  t.match(sender.read(), { halt: { code: 'NO_SPACE', reason: 'It says NO_SPACE.' }, busy: true, failed: 0 });
  t.ok(sender.read().added < 3);
  sender.resume();
  await settled(sender);
  t.match(sender.read(), { added: 3, halt: undefined, busy: false });
});

t.test('what is no music is left out with its reason, and the others go on', async (t) => {
  const box = new FakeBox();
  box.refused = /\.mp3$/;
  const memory = createMemory();
  const sender = createSender(box, memory);
  sender.add([file('bad.mp3', Buffer.alloc(100)), file('good.flac', Buffer.alloc(100))]);
  await settled(sender);
  const { added, failed, items } = sender.read();
  t.strictSame([added, failed], [1, 1]);
  t.strictSame(items.find(({ name }) => name === 'bad.mp3')?.state, {
    ...{ kind: 'failed', code: 'NOT_MUSIC', reason: 'It says NOT_MUSIC.' },
  });
  t.equal(memory.map.size, 1, 'its address is forgotten');
  box.refused = /$^/;
  sender.add([file('bad.mp3', Buffer.alloc(100))]);
  await settled(sender);
  t.match(sender.read(), { added: 2, failed: 0 }, 'chosen once more it is tried once more');
});

t.test('what is hidden, or among them already, is passed over', async (t) => {
  const box = new FakeBox();
  const sender = createSender(box);
  const song = file('song.mp3', Buffer.alloc(10));
  sender.add([song, song, file('.DS_Store', Buffer.alloc(10)), file('a.mp3', Buffer.alloc(10), '.git/a.mp3')]);
  sender.add([song]);
  await settled(sender);
  t.equal(sender.read().items.length, 1);
});

t.test('what is given up is given up at the box too', async (t) => {
  const box = new FakeBox();
  const memory = createMemory();
  const sender = createSender(box, memory);
  sender.add([file('long.mp3', Buffer.alloc(3 * MIB))]);
  while (box.uploads.size === 0) await new Promise(setImmediate);
  sender.clear();
  t.match(sender.read(), { items: [], busy: false });
  await settled(sender);
  t.equal(box.uploads.size, 0);
  t.equal(memory.map.size, 0);
});

t.test('a file that cannot be read any more fails by itself, and the others are sent', async (t) => {
  const box = new FakeBox();
  const gone = file('gone.mp3', Buffer.alloc(10));
  const unreadable = () => Promise.reject(new DOMException('It was taken away.', 'NotReadableError'));
  gone.blob.slice = () => Object.assign(new Blob(['0123456789']), { arrayBuffer: unreadable });
  // As `fetch` says it: no address is reached with such a body.
  box.faults = ['broken'];
  const sender = createSender(box);
  sender.add([gone]);
  await settled(sender);
  t.match(sender.read(), { added: 0, failed: 1, busy: false });
  sender.add([file('other.mp3', Buffer.alloc(10))]);
  await settled(sender);
  t.match(sender.read(), { added: 1, failed: 1, busy: false });
});
