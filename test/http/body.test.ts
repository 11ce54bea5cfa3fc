/** Readers of bodies, over a request that is a stream of bytes: what is refused before anything is read, and the borders. */
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import t from 'tap';
import { BODY_LIMIT, createBytesReader, streamedBody, streamedBytes } from '../../src/http/body.js';
import { BodyTooLarge } from '../../src/http/refusals.js';

interface Sent {
  readonly type?: string;
  readonly encoding?: string;
  /** What the header claims; a number that is not there is not claimed. */
  readonly length?: number;
}

/** @param chunks bytes of each piece that arrives */
function request(chunks: readonly number[], { type = 'audio/x-mpegurl', encoding, length }: Sent = {}) {
  let taken = 0;
  const pieces = function* () {
    for (const size of chunks) {
      taken += 1;
      yield Buffer.alloc(size, 'x');
    }
  };
  const headers = {
    'content-type': type,
    ...(encoding !== undefined && { 'content-encoding': encoding }),
    ...(length !== undefined && { 'content-length': String(length) }),
  };
  const req = Object.assign(Readable.from(pieces(), { highWaterMark: 1 }), {
    headers,
    socket: {},
    setTimeout: () => undefined,
  });
  return { ctx: { req } as unknown as Context, taken: () => taken };
}

const TOO_LARGE = Object.assign(new Error('body too large'), { status: 413 });
const readBytes = createBytesReader(['audio/x-mpegurl', 'application/xspf+xml']);

async function lengthOf(pieces: AsyncIterable<Buffer>): Promise<number> {
  let length = 0;
  for await (const piece of pieces) length += piece.length;
  return length;
}

t.test('a body of bytes may be as large as the limit, whether it says its length or not', async (t) => {
  for (const sent of [{ length: BODY_LIMIT }, {}]) {
    const bytes = await readBytes(request([BODY_LIMIT - 1, 1], sent).ctx);
    t.equal((bytes as Buffer).length, BODY_LIMIT);
  }
});

t.test('a body of bytes that claims to be larger is refused unread, one that is larger when it is', async (t) => {
  const claims = request([1], { length: BODY_LIMIT + 1 });
  await t.rejects(readBytes(claims.ctx), TOO_LARGE);
  t.equal(claims.taken(), 0);
  await t.rejects(readBytes(request([BODY_LIMIT, 1]).ctx), TOO_LARGE);
  await t.rejects(readBytes(request([BODY_LIMIT, 1], { length: 5 }).ctx), TOO_LARGE);
});

t.test('a body of bytes is of one of its types, and not encoded', async (t) => {
  for (const type of ['application/xspf+xml', 'AUDIO/X-MPEGURL ; charset=x']) {
    t.equal(((await readBytes(request([3], { type }).ctx)) as Buffer).toString(), 'xxx', type);
  }
  for (const type of ['', 'text/plain', 'audio/x-mpegurl2', 'x; audio/x-mpegurl']) {
    t.throws(() => readBytes(request([3], { type }).ctx), { code: 'UNSUPPORTED_MEDIA_TYPE' }, type);
  }
  t.throws(() => readBytes(request([3], { encoding: 'gzip' }).ctx), { code: 'UNSUPPORTED_ENCODING' });
  t.equal(((await readBytes(request([3], { encoding: 'Identity' }).ctx)) as Buffer).length, 3);
});

t.test('two large bodies of an address are read at a time; one that ends or fails leaves its place', async (t) => {
  const large = () => readBytes(request([70_000], { length: 65_537 }).ctx);
  const running = Array.from({ length: 2 }, large);
  await t.rejects(large(), { code: 'TOO_MANY_BODIES' });
  t.equal(((await readBytes(request([3], { length: 65_536 }).ctx)) as Buffer).length, 3, 'a small one is always read');
  await Promise.all(running);
  for (let count = 0; count < 9; count++) await t.rejects(readBytes(request([1], { length: BODY_LIMIT + 1 }).ctx));
  t.equal(((await large()) as Buffer).length, 70_000);
});

for (const [name, open] of Object.entries({
  JSON: (ctx: Context) => streamedBody(ctx, 100),
  bytes: (ctx: Context) => streamedBytes(ctx, 'application/json', 100),
})) {
  t.test(`a streamed body of ${name} is held to its limit`, async (t) => {
    const type = 'application/json';
    t.equal(await lengthOf(open(request([60, 40], { type, length: 100 }).ctx)), 100);
    t.throws(() => open(request([1], { type, length: 101 }).ctx), { code: 'BODY_TOO_LARGE' });
    await t.rejects(lengthOf(open(request([60, 41], { type }).ctx)), { code: 'BODY_TOO_LARGE' });
    t.throws(() => open(request([1], { type: 'text/plain' }).ctx), { code: 'UNSUPPORTED_MEDIA_TYPE' });
    const broken = request([60, 40], { type });
    const pieces = open(broken.ctx)[Symbol.asyncIterator]();
    await pieces.next();
    (broken.ctx.req as unknown as Readable).destroy(new Error('gone'));
    await t.rejects(
      async () => {
        while ((await pieces.next()).done !== true);
      },
      { code: 'BODY_INCOMPLETE' },
    );
  });
}

t.test('the refusal of a large body tells the limit in MiB', async (t) => {
  t.equal(new BodyTooLarge(3 * 1024 * 1024).message, 'The body is larger than 3 MiB.');
});
