/** Finds the key that signs updates, and the certificates by which a box accepts them. */
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from '../../native/setup/console.mjs';
import { CACHE } from '../paths.mjs';
import { report } from './clock.mjs';
import { call } from './program.mjs';

const DEVELOPMENT = join(CACHE, 'signing');

/**
 * Paths of PEM files: `key`; `certificate`, which belongs to it; and `keyring`, certificates that the new image trusts.
 * They come from `TONEARM_SIGNING_KEY`, `TONEARM_SIGNING_CERT` and `TONEARM_SIGNING_KEYRING` (the certificate, unless it
 * is set). Without them a pair for development is made once in the cache folder.
 * @throws SetupError when one of the first two is missing, or a file is
 */
export async function signingKey(environment = process.env, folder = DEVELOPMENT) {
  const given = chosenKey(environment);
  if (given !== undefined) return given;
  report(`no TONEARM_SIGNING_KEY: updates are signed with the key for development in ${folder}`);
  return developmentKey(folder);
}

export function chosenKey(environment) {
  const {
    TONEARM_SIGNING_KEY: key = '',
    TONEARM_SIGNING_CERT: certificate = '',
    TONEARM_SIGNING_KEYRING: keyring = certificate,
  } = environment;
  if (key === '' && certificate === '' && keyring === '') return undefined;
  if (key === '' || certificate === '') {
    throw new SetupError('TONEARM_SIGNING_KEY and TONEARM_SIGNING_CERT belong together: set both, or none.');
  }
  const chosen = { key, certificate, keyring: keyring === '' ? certificate : keyring };
  // A key in a token is an address for openssl, not a path.
  const files = Object.values(chosen).filter((path) => !path.startsWith('pkcs11:'));
  const missing = files.find((path) => !existsSync(path));
  if (missing !== undefined) throw new SetupError(`${missing}, which signs updates, is missing`);
  return chosen;
}

/** Makes the pair where there is none; never replaces one, as boxes with its certificate would refuse other updates. */
export async function developmentKey(folder = DEVELOPMENT) {
  const key = join(folder, 'key.pem');
  const certificate = join(folder, 'certificate.pem');
  if (!existsSync(certificate)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    await makeKey(`${key}.new`, `${certificate}.new`, 'Tonearm development');
    renameSync(`${key}.new`, key);
    renameSync(`${certificate}.new`, certificate);
  }
  return { key, certificate, keyring: certificate };
}

/** Makes a key and a certificate that signs itself. openssl makes the file of the key readable only for its owner. */
export async function makeKey(key, certificate, name) {
  await call('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:3072', '-nodes', '-sha256', '-days', '7300', '-subj', `/CN=${name}`],
    ...['-addext', 'basicConstraints=critical,CA:TRUE', '-keyout', key, '-out', certificate],
  ]);
}
