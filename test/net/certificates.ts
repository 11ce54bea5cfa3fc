/** Certificates for servers of a test, made by openssl: an authority, and what it signs for 127.0.0.1. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const DAY_MILLISECONDS = 86_400_000;

export interface KeyAndCertificate {
  readonly key: string;
  readonly cert: string;
}

export class Authority {
  /** @param folder has its files */
  private constructor(private readonly folder: string) {}

  static async create(folder: string): Promise<Authority> {
    const authority = new Authority(folder);
    await writeFile(join(folder, 'extensions'), 'subjectAltName=IP:127.0.0.1\n');
    await writeFile(join(folder, 'ca.conf'), CONFIGURATION);
    await writeFile(join(folder, 'index'), '');
    await writeFile(join(folder, 'serial'), '01\n');
    await authority.#openssl('req', '-x509', ...KEY, '-subj', '/CN=Test', '-keyout', 'ca.key', '-out', 'ca.pem');
    return authority;
  }

  /** The certificate of an authority that was created there. */
  static certificateIn = (folder: string): string => join(folder, 'ca.pem');

  static of(folder: string): Authority {
    return new Authority(folder);
  }

  /** A certificate that is valid between two days, counted from today. */
  async sign(name: string, { from, to }: { readonly from: number; readonly to: number }): Promise<KeyAndCertificate> {
    const [request, key, cert] = ['csr', 'key', 'pem'].map((ending) => `${name}.${ending}`) as [string, string, string];
    await this.#openssl('req', ...KEY, '-subj', '/CN=127.0.0.1', '-keyout', key, '-out', request);
    const dates = ['-startdate', stamp(from), '-enddate', stamp(to)];
    const files = ['-config', 'ca.conf', '-extfile', 'extensions', '-in', request, '-out', cert];
    await this.#openssl('ca', '-batch', '-notext', ...files, ...dates);
    const read = (file: string) => readFile(join(this.folder, file), 'utf8');
    return { key: await read(key), cert: await read(cert) };
  }

  async #openssl(...args: readonly string[]): Promise<void> {
    await run('openssl', args, { cwd: this.folder });
  }
}

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
const CONFIGURATION = `[ca]
default_ca = test
[test]
database = index
serial = serial
new_certs_dir = .
certificate = ca.pem
private_key = ca.key
default_md = sha256
policy = any
unique_subject = no
[any]
commonName = supplied
`;

const stamp = (days: number): string =>
  new Date(Date.now() + days * DAY_MILLISECONDS).toISOString().replace(/[-:T]|\.\d+/g, '');
