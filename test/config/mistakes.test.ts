import fc from 'fast-check';
import t from 'tap';
import { ConfigurationError, readConfig } from '../../src/config/config.js';
import { LOG_ROOMS } from '../../src/log.js';

const PORT = 'must be a port number from 0 to 65535 (0 picks a free one)';
const LEVEL = 'must be one of error, warn, info, debug';
const DIRECTORY = 'must be an http or https address without ?, # and a user, or off';
const ROOM = `a level belongs to all, or to one of ${LOG_ROOMS.join(', ')}`;
const MIXER = 'must be card:control, such as hw:0:Digital';
const NETWORKS = 'must be networks separated by commas, such as 127.0.0.0/8,fe80::/10';
const FACTOR = 'must be a whole number from 1 to 50';
const ROOTS = 'must name at least one directory';

/** [variable, value, what is said of it] */
const MISTAKES: readonly (readonly [string, string, string])[] = [
  ...['65536', '99999', '-1', '80.5', '8o8o', ' 80', '80 ', '0x50', '1e3', '123456', 'http', '٨٠', '80\n'].map(
    (value) => ['TONEARM_HTTP_PORT', value, PORT] as const,
  ),
  ...['verbose', 'INFO', 'info ', 'warning', '3', 'constructor'].map(
    (value) => ['TONEARM_LOG_LEVEL', value, LEVEL] as const,
  ),
  ...['audio=loud', 'info,', 'audio=', 'info,audio=debug=warn=x', ','].map(
    (value) => ['TONEARM_LOG_LEVEL', value, LEVEL] as const,
  ),
  ...['cellar=debug', '=debug', 'info,constructor=debug'].map((value) => ['TONEARM_LOG_LEVEL', value, ROOM] as const),
  ...['Digital', ':Digital', 'hw:', ':', 'hw:0:'].map((value) => ['TONEARM_ALSA_MIXER', value, MIXER] as const),
  ...[
    ...['localhost', 'radio.example', '127.0.0.1:8000', '127.1', '256.0.0.1', '127.0.0.0/33', '127.0.0.0/', '/8'],
    ...['::1/129', '::1/-1', '[::1]', 'fe80::1%eth0', '10.0.0.0/8/8', '127.0.0.1 ::1', ',', '127.0.0.1,', ' ', '*'],
  ].map((value) => ['TONEARM_STREAM_ALLOW', value, NETWORKS] as const),
  ...['radio.example', 'OFF', 'http://', 'file:///x', 'http://a:b@c.example', 'http://c.example#d'].map(
    (value) => ['TONEARM_RADIO_DIRECTORY', value, DIRECTORY] as const,
  ),
  ...['0', '51', '100', '-2', '1.5', '8x', ' 8'].map((value) => ['TONEARM_TIME_FACTOR', value, FACTOR] as const),
  ...[':', ':::'].map((value) => ['TONEARM_LIBRARY', value, ROOTS] as const),
];

for (const [variable, value, expectation] of MISTAKES) {
  t.test(`${variable}=${JSON.stringify(value)} is refused with its name`, async (t) => {
    t.throws(() => readConfig({ [variable]: value }), {
      name: 'ConfigurationError',
      message: `${variable}=${JSON.stringify(value)}: ${expectation}`,
    });
  });
}

t.test('the mistake is of a type of its own', async (t) => {
  try {
    readConfig({ TONEARM_HTTP_PORT: 'x' });
    t.fail('a bad port is refused');
  } catch (error) {
    t.ok(error instanceof ConfigurationError);
    t.ok(error instanceof Error);
  }
});

t.test('a value with line breaks is told on one line', async (t) => {
  t.throws(() => readConfig({ TONEARM_LOG_LEVEL: 'a\nb' }), { message: /^TONEARM_LOG_LEVEL="a\\nb": / });
});

t.test('a port is either a whole number in its range or refused by name', async (t) => {
  const value = fc.oneof(fc.string(), fc.integer().map(String), fc.double().map(String));
  const claim = fc.property(value, (text) => {
    try {
      const { httpPort } = readConfig({ TONEARM_HTTP_PORT: text });
      return Number.isInteger(httpPort) && httpPort >= 0 && httpPort <= 65_535;
    } catch (error) {
      return error instanceof ConfigurationError && error.message.startsWith('TONEARM_HTTP_PORT=');
    }
  });
  t.doesNotThrow(() => fc.assert(claim));
});
