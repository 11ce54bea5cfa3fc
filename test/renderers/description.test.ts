/** Messages and descriptions of renderers: what is understood, and what is refused. */
import t from 'tap';
import { readDescription } from '../../src/renderers/discovery/description.js';
import { readSighting, searchFor, SEARCHED } from '../../src/renderers/discovery/sightings.js';
import { descriptionText, deviceText, rootText } from './description-text.js';

const UDN = 'uuid:11111111-2222-3333-4444-555555555555';
const REFUSED = { name: 'NoRenderer' };
const AT = new URL('http://192.168.1.9:8200/desc/root.xml');
const TYPE = 'urn:schemas-upnp-org:device:MediaRenderer:2';

const read = (...lines: readonly string[]) => readSighting(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`));

t.test('announcements and answers', async (t) => {
  const alive = ['NOTIFY * HTTP/1.1', `NT: ${TYPE}`, 'NTS: ssdp:alive', `USN: ${UDN}::${TYPE}`, `LOCATION: ${AT.href}`];
  const expected = { kind: 'alive', udn: UDN, location: AT.href, age: 1_800_000, isAnnouncement: true };
  t.strictSame(read(...alive), expected);
  t.strictSame(read(...alive, 'cache-control: max-age = 300'), { ...expected, age: 300_000 });
  t.match(read(...alive, 'CACHE-CONTROL: max-age=1'), { age: 60_000 }, 'not asked every second');
  t.match(read(...alive, 'CACHE-CONTROL: max-age=999999999'), { age: 86_400_000 }, 'nor believed for years');
  const found = ['HTTP/1.1 200 OK', `ST: ${TYPE}`, `USN: ${UDN}::${TYPE}`, `LOCATION: ${AT.href}`];
  t.strictSame(read(...found), { ...expected, isAnnouncement: false });
  const gone = ['NOTIFY * HTTP/1.1', 'NTS: ssdp:byebye', `USN: ${UDN}::${TYPE}`];
  t.strictSame(read(...gone, `NT: ${TYPE}`), { kind: 'gone', udn: UDN });
  t.strictSame(read(...gone, `NT: ${UDN}`), { kind: 'gone', udn: UDN });
});

t.test('what is about nothing that plays', async (t) => {
  const server = 'urn:schemas-upnp-org:device:MediaServer:1';
  const rest = ['NTS: ssdp:alive', `LOCATION: ${AT.href}`];
  t.equal(read('NOTIFY * HTTP/1.1', `NT: ${server}`, `USN: ${UDN}::${server}`, ...rest), undefined);
  t.equal(read('NOTIFY * HTTP/1.1', 'NT: upnp:rootdevice', `USN: ${UDN}::upnp:rootdevice`, ...rest), undefined);
  t.equal(read('NOTIFY * HTTP/1.1', `NT: ${TYPE}`, `USN: ${UDN}::${TYPE}`, 'NTS: ssdp:alive'), undefined, 'nowhere');
  t.equal(read('NOTIFY * HTTP/1.1', `NT: ${TYPE}`, 'USN: uuid:<script>', ...rest), undefined);
  t.equal(read('NOTIFY * HTTP/1.1', `NT: ${TYPE}`, `USN: uuid:${'1'.repeat(200)}`, ...rest), undefined);
  t.equal(read('M-SEARCH * HTTP/1.1', `ST: ${TYPE}`, `USN: ${UDN}::${TYPE}`, ...rest), undefined);
  t.equal(read('HTTP/1.1 404 Not Found', `ST: ${TYPE}`, `USN: ${UDN}::${TYPE}`, ...rest), undefined);
  t.equal(readSighting(Buffer.alloc(3000, 'x')), undefined);
  t.equal(readSighting(Buffer.alloc(0)), undefined);
});

t.test('searches name each version', async (t) => {
  t.equal(SEARCHED.length, 3);
  t.match(
    searchFor(SEARCHED[0] ?? '').toString(),
    /^M-SEARCH \* HTTP\/1\.1\r\n[^]*MAN: "ssdp:discover"\r\n[^]*\r\n\r\n$/,
  );
});

t.test('name and services of a renderer', async (t) => {
  const found = readDescription(descriptionText({ udn: UDN, name: ' Wohn\nzimmer &amp; Co ' }), AT, UDN);
  t.match(found, { udn: UDN, name: 'Wohn zimmer & Co', host: '192.168.1.9', location: AT });
  t.equal(found.avTransport.type, 'urn:schemas-upnp-org:service:AVTransport:1');
  t.equal(found.avTransport.control.href, 'http://192.168.1.9:8200/AVTransport/control');
  t.equal(found.avTransport.events?.href, 'http://192.168.1.9:8200/AVTransport/event');
  t.equal(found.renderingControl?.control.href, 'http://192.168.1.9:8200/RenderingControl/control');
  t.equal(readDescription(descriptionText({ udn: UDN, name: '' }), AT, UDN).name, '192.168.1.9');
  t.equal(readDescription(descriptionText({ udn: UDN, name: 'x'.repeat(900) }), AT, UDN).name.length, 100);
});

t.test('a renderer that is a part of another device', async (t) => {
  const inner = `<deviceList>${deviceText({ udn: UDN, name: 'Player' })}</deviceList>`;
  const outer = deviceText({ udn: 'uuid:outer', name: 'Zone', type: 'urn:schemas-upnp-org:device:ZonePlayer:1' });
  const text = rootText(outer.replace('</device>', `${inner}</device>`));
  t.equal(readDescription(text, AT, UDN).name, 'Player');
  t.throws(() => readDescription(text, AT, 'uuid:outer'), REFUSED);
});

t.test('addresses are on the host that gave the description', async (t) => {
  const control = (AVTransport: string, before = '') =>
    readDescription(descriptionText({ udn: UDN, services: { AVTransport }, before }), AT, UDN).avTransport.control.href;
  t.equal(control('ctl'), 'http://192.168.1.9:8200/desc/ctl');
  t.equal(control('http://192.168.1.9:9000/ctl'), 'http://192.168.1.9:9000/ctl');
  t.equal(control('/ctl', '<URLBase>http://192.168.1.9:7000/x/</URLBase>'), 'http://192.168.1.9:7000/ctl');
  t.equal(control('/ctl', '<URLBase>http://10.0.0.1/</URLBase>'), 'http://192.168.1.9:8200/ctl');
  for (const elsewhere of ['http://10.0.0.1/ctl', '//10.0.0.1/', 'https://192.168.1.9/', 'file:///etc/passwd', '']) {
    t.throws(() => control(elsewhere), REFUSED, elsewhere);
  }
  t.throws(() => control('http://me:secret@192.168.1.9/'), REFUSED);
});

t.test('texts that are none', async (t) => {
  const refused = [
    ['', 'nothing'],
    ['<html><body>Router</body></html>', 'another page'],
    [descriptionText({ udn: 'uuid:other' }), 'another device'],
    [descriptionText({ udn: UDN, type: 'urn:schemas-upnp-org:device:MediaServer:1' }), 'another kind'],
    [descriptionText({ udn: UDN, services: {} }), 'no service'],
    [`<!DOCTYPE root [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${descriptionText({ udn: UDN, name: '&b;' })}`, 'a bomb'],
    [rootText('<device>'.repeat(5000)), 'deep'],
    [rootText(`${'<x/>'.repeat(5000)}${deviceText({ udn: UDN })}`), 'wide'],
  ] as const;
  for (const [text, what] of refused) t.throws(() => readDescription(text, AT, UDN), REFUSED, what);
});
