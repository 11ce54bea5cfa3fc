/** SOAP bodies as no controller sends them, made of good ones by a generator of its own seed. */
import { envelope, URI } from './rig.js';

const TYPE = 'urn:schemas-upnp-org:service:AVTransport:1';
const SEEDS = [
  ['SetAVTransportURI', { CurrentURI: URI, CurrentURIMetaData: '<DIDL-Lite/>' }],
  ['Play', { Speed: 1 }],
  ['Seek', { Unit: 'REL_TIME', Target: '0:01:00' }],
  ['GetPositionInfo', {}],
  ['Stop', {}],
] as const;
const PIECES = [
  ...[
    '<',
    '>',
    '&',
    '"',
    "'",
    '</',
    '/>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '?>',
    '<!DOCTYPE x [<!ENTITY a "b">]>',
  ],
  ...[
    '&a;',
    '&#0;',
    '&#x110000;',
    '&#55296;',
    '\u0000',
    '\ufffe',
    '\ud800',
    'xmlns:',
    'xmlns=""',
    ' a="1"',
    '4294967296',
    '-1',
  ],
  ...[
    '__proto__',
    'constructor',
    '<a>'.repeat(50),
    '<u:x xmlns:u="x">',
    'InstanceID',
    '0:99:99',
    '99999999999999999999',
  ],
];

/** xorshift32: the same bodies for the same seed. */
export function* mutants(count: number, seed: number): Generator<{ readonly action: string; readonly body: Buffer }> {
  let state = seed;
  const pick = (below: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
  for (let made = 0; made < count; made++) {
    const [action, args] = SEEDS[pick(SEEDS.length)] ?? ['Play', {}];
    let text = envelope(TYPE, action, args);
    for (let times = 1 + pick(4); times > 0; times--) {
      const [at, length] = [pick(text.length + 1), pick(12)];
      const piece = PIECES[pick(PIECES.length)] ?? '';
      const kind = pick(4);
      if (kind === 0) text = text.slice(0, at) + piece + text.slice(at);
      else if (kind === 1) text = text.slice(0, at) + text.slice(at + length);
      else if (kind === 2) text = text.slice(0, at) + piece + text.slice(at + length);
      else text = text.slice(0, at) + text.slice(Math.max(0, at - length * 9));
    }
    const body = Buffer.from(text);
    if (pick(8) === 0 && body.length > 0) body[pick(body.length)] = pick(256);
    yield { action, body };
  }
}
