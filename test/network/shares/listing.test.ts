import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import t, { type Test } from 'tap';
import { md4 } from '../../../src/network/shares/listing/md4.js';
import { ntlmChallenge, ntlmProof } from '../../../src/network/shares/listing/ntlm.js';
import { askForShareNames } from '../../../src/network/shares/listing/share-names.js';

const NOBODY = { user: undefined, password: undefined, domain: undefined };

t.test('MD4 of the test texts of RFC 1320', async (t) => {
  for (const [text, digest] of [
    ['', '31d6cfe0d16ae931b73c59d7e0c089c0'],
    ['a', 'bde52cb31de33e46245e05fbdbd6fb24'],
    ['message digest', 'd9130a8164549fe818874806e1c7014b'],
    ['abcdefghijklmnopqrstuvwxyz', 'd79e1c308aa5bbcdeea8ed63df412da9'],
    ['1234567890'.repeat(8), 'e33b4ddc9c38f2199c3e7b164fcc0536'],
  ] as const) {
    t.equal(md4(Buffer.from(text)).toString('hex'), digest, text);
  }
});

t.test('the proof of MS-NLMP 4.2.4', async (t) => {
  const facts = Buffer.from(
    '02000c0044006f006d00610069006e0001000c005300650072007600650072000000000000000000',
    'hex',
  ).subarray(0, 36);
  const challenge = { nonce: Buffer.from('0123456789abcdef', 'hex'), facts };
  const login = { user: 'User', password: 'Password', domain: 'Domain' };
  const own = { nonce: Buffer.alloc(8, 0xaa), time: Buffer.alloc(8) };
  const { message, key } = ntlmProof(login, challenge, own);
  const at = message.readUInt32LE(24);
  t.equal(message.toString('hex', at, at + 16), '68cd0ab851e51c96aabc927bebef6a1c');
  t.equal(key?.toString('hex'), '8de40ccadbc14a82f15cb0ad0de95ca3');
});

t.test('a challenge with places beyond its end is none', async (t) => {
  const message = Buffer.alloc(48);
  message.write('NTLMSSP\0', 'latin1');
  message.writeUInt32LE(2, 8);
  message.writeUInt16LE(1, 40);
  message.writeUInt32LE(48, 44);
  t.throws(() => ntlmChallenge(message), RangeError);
  t.throws(() => ntlmChallenge(message.subarray(0, 20)), RangeError);
  t.throws(() => ntlmChallenge(randomBytes(64)), RangeError);
});

/** A server that answers each request with what `answer` makes of it. @returns its port */
async function serverOf(t: Test, answer: (socket: Socket, request: Buffer) => void): Promise<number> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (request: Buffer) => answer(socket, request));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const codeOf = (port: number, limit?: number): Promise<unknown> =>
  askForShareNames({ server: '127.0.0.1', port }, NOBODY, limit).then(
    (names) => names,
    (error: unknown) => (error as { code: string }).code,
  );

t.test('a server that hangs up, talks nonsense, promises too much, is silent, or is not there', async (t) => {
  t.equal(await codeOf(await serverOf(t, (socket) => socket.end())), 'SHARE_PROTOCOL_TOO_OLD');
  t.equal(
    await codeOf(await serverOf(t, (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'))),
    'SHARES_NOT_LISTED',
  );
  t.equal(
    await codeOf(await serverOf(t, (socket) => socket.write(Buffer.from('00ffffff', 'hex')))),
    'SHARES_NOT_LISTED',
  );
  t.equal(await codeOf(await serverOf(t, () => undefined), 300), 'SHARE_NOT_ANSWERING');
  t.equal(await codeOf(1), 'SHARE_NOT_ANSWERING');
});

t.test('replies with random contents end with a reason, and take no memory', async (t) => {
  const before = process.memoryUsage().rss;
  const port = await serverOf(t, (socket, request) => {
    // The header of the request, with a status that lets the client go on, and anything behind it.
    const body = randomBytes(Math.floor(Math.random() * 300) + 8);
    const reply = Buffer.concat([request.subarray(0, 68), body]);
    reply.writeUInt32BE(64 + body.length, 0);
    reply.writeUInt32LE(request.readUInt16LE(16) === 1 && Math.random() < 0.5 ? 0xc000_0016 : 0, 12);
    if (Math.random() < 0.5) {
      // A challenge where the client looks for one.
      reply.writeUInt16LE(72, 72);
      reply.writeUInt16LE(body.length - 8, 74);
      reply.write('NTLMSSP\0\u0002\0\0\0', 76, 'latin1');
    }
    socket.write(reply);
  });
  const codes = new Set<unknown>();
  for (let round = 0; round < 300; round++) codes.add(await codeOf(port));
  t.ok(
    [...codes].every((code) => typeof code === 'string' && code.startsWith('SHARE') && code !== 'SHARE_NOT_ANSWERING'),
    JSON.stringify([...codes]),
  );
  t.ok(process.memoryUsage().rss - before < 100_000_000);
});
