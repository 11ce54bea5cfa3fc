import fc from 'fast-check';
import { connect } from 'node:net';
import { once } from 'node:events';
import t from 'tap';
import { childOf, escaped, parseXml } from '../../src/webdav/xml.js';
import { conditionsOf } from '../../src/webdav/conditions.js';
import { targetOf } from '../../src/webdav/target.js';
import { Refusal } from '../../src/webdav/refusal.js';
import { startDav } from './rig.js';

t.test('XML is read with its namespaces, and what is none is refused', (t) => {
  const root = parseXml(
    '\ufeff<?xml version="1.0"?><!-- c --><a:x xmlns:a="DAV:" xmlns="urn:y"><b>1 &lt; &#x32;</b><a:c><![CDATA[<&]]></a:c></a:x>',
  );
  t.match(root, { namespace: 'DAV:', name: 'x', children: [{ namespace: 'urn:y', name: 'b', text: '1 < 2' }] });
  t.equal(childOf(root, 'c')?.text, '<&');
  for (const bad of [
    ...[
      '',
      'x',
      '<a>',
      '</a>',
      '<a></b>',
      '<a/><b/>',
      '<a',
      '<a x=1/>',
      '<a>&unknown;</a>',
      '<a>&#0;</a>',
      '<a>& </a>',
    ],
    '<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>',
    '<p:a/>',
    '<a xmlns:p=""/>',
    '<a>'.repeat(40) + '</a>'.repeat(40),
    `<a>${'<b/>'.repeat(3000)}</a>`,
  ]) {
    t.throws(() => parseXml(bad), new Refusal(400, 'The body is no XML that can be read.'), bad.slice(0, 40));
  }
  t.equal(escaped('<&">\u0000\ud800'), '&lt;&amp;&quot;&gt;\ufffd\ufffd');
  t.end();
});

/** Whatever comes, it is read or refused, and soon. */
const refusesOnly = (read: (text: string) => unknown) => (text: string) => {
  try {
    read(text);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
};

t.test('no text makes the readers of XML, conditions and paths fail', (t) => {
  const pieces = [
    '<',
    '>',
    '/',
    '&',
    ';',
    '"',
    "'",
    '(',
    ')',
    '[',
    ']',
    'Not ',
    'a',
    ':',
    'xmlns',
    '=',
    ' ',
    '%',
    '..',
    '\u0000',
    '<!--',
    '<![CDATA[',
  ];
  const odd = fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary' })), { maxLength: 60 })
    .map((all) => all.join(''));
  for (const read of [parseXml, conditionsOf, (text: string) => targetOf(`/${text}`), targetOf]) {
    fc.assert(fc.property(odd, refusesOnly(read)), { numRuns: 500 });
  }
  // Nothing here takes longer than the text is long.
  for (const slow of [
    `<a ${'x="" '.repeat(8000)}`,
    `<a>${'&'.repeat(60_000)}`,
    '<'.repeat(60_000),
    `(${'<'.repeat(8000)}`,
  ]) {
    refusesOnly(parseXml)(slow);
    refusesOnly(conditionsOf)(slow);
  }
  t.end();
});

t.test('odd requests are refused, and the server goes on', async (t) => {
  const { send, port, logged } = await startDav(t);
  const bodies = [
    '',
    'x',
    '<a/>',
    '<D:propfind xmlns:D="DAV:"/>',
    '<D:lockinfo xmlns:D="DAV:"/>',
    '\u0000',
    'x'.repeat(70_000),
  ];
  for (const method of [
    'PROPFIND',
    'PROPPATCH',
    'LOCK',
    'UNLOCK',
    'MKCOL',
    'COPY',
    'MOVE',
    'DELETE',
    'GET',
    'TRACE',
    'PATCH',
  ]) {
    for (const body of bodies) {
      for (const headers of [
        {},
        { depth: '7' },
        { destination: '%%' },
        { if: '(' },
        { 'lock-token': 'x' },
        { range: 'bytes=x' },
      ]) {
        const { status } = await send(method, '/odd', { body, headers });
        t.ok(status >= 200 && status < 500, `${method} ${body.slice(0, 10)} ${JSON.stringify(headers)}: ${status}`);
      }
    }
  }
  for (const raw of [
    '\u0000\u0000\r\n\r\n',
    'PROPFIND / HTTP/9.9\r\n\r\n',
    'GET\r\n\r\n',
    `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`,
  ]) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.resume();
    socket.end(raw);
    await once(socket, 'close');
  }
  t.equal((await send('OPTIONS', '/')).status, 200);
  t.strictSame(logged, []);
});
