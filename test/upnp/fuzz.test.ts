/** Bodies that are wrong, too large or hostile: each is answered, and nothing ends the daemon. */
import t from 'tap';
import { fuzz } from './fuzzing.js';
import { envelope, startUpnp } from './rig.js';

const TYPE = 'urn:schemas-upnp-org:service:AVTransport:1';

t.test('20,000 mutated calls are answered', { timeout: 300_000 }, (t) => fuzz(t, 20_000, 20_261_128));

t.test('large, deep and doubled bodies, and calls of something else', async (t) => {
  const { send } = await startUpnp(t);
  const post = async (body: string, action = `"${TYPE}#Play"`): Promise<readonly [number, string]> => {
    const { status, text } = await send('POST', '/AVTransport/control', { soapaction: action }, body);
    return [status, /<errorCode>(\d+)/.exec(text)?.[1] ?? ''];
  };
  const good = envelope(TYPE, 'Play', { Speed: 1 });
  t.strictSame(await post(good), [500, '701']);
  t.strictSame(await post(good, `${TYPE}#Play`), [500, '701'], 'without quotes');
  t.strictSame(await post(good, ''), [500, '401']);
  t.strictSame(await post(good, `"${TYPE}#Stop"`), [500, '401'], 'another action than the body');
  t.strictSame(await post(good, '"urn:schemas-upnp-org:service:RenderingControl:1#Play"'), [500, '401']);
  t.strictSame(await post(good.replace('AVTransport:1"', 'AVTransport:2"')), [500, '401']);
  t.strictSame(await post(good.replace(/<u:Play.*<\/u:Play>/, '$&$&')), [500, '401'], 'two calls');
  t.strictSame(await post(''), [500, '402']);
  t.strictSame(await post('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'), [500, '402']);
  t.strictSame(await post(`${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`), [500, '402']);
  t.strictSame(await post(`<a>${'<b/>'.repeat(5000)}</a>`), [500, '402']);
  const prefixes = Array.from({ length: 5000 }, (_, at) => ` xmlns:p${at}="x"`).join('');
  t.strictSame(await post(`<a${prefixes}/>`), [500, '402']);
  t.equal((await post(good.replace('<Speed>1', `<Speed>${'1'.repeat(300_000)}`)))[0], 413);
  const chunked = await send('POST', '/AVTransport/control', { 'transfer-encoding': 'chunked' }, 'x'.repeat(300_000));
  t.equal(chunked.status, 413);
});
