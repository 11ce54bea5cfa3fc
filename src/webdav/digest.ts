/**
 * Who may use the network folder: one user with one password, by HTTP Digest (RFC 7616; MD5, since the file managers of
 * Windows and macOS know no other) or, for programs without it, Basic (RFC 7617). Windows refuses Basic over plain HTTP.
 * The password itself is kept nowhere: what both need is MD5 of user, realm and password. Pure but for the clock.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { REALM, secretOf, USER } from './account.js';

/** A nonce is good for so long; then the client is asked to take a new one, and does so by itself. Milliseconds. */
const NONCE_MS = 10 * 60_000;
/** Nonces whose counters are kept. */
const MOST_NONCES = 256;
/** Requests of one client overtake each other: counters that may come late. */
const WINDOW = 64;

export type Judgement = 'right' | 'wrong' | 'stale' | 'none';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

interface Counter {
  highest: number;
  readonly recent: Set<number>;
}

export interface Asked {
  readonly method: string;
  /** Target of the request as it came. */
  readonly target: string;
  /** Header `Authorization`; undefined for none. */
  readonly given: string | undefined;
}

export class Digest {
  readonly #key = randomBytes(32);
  /** The one used last is the last. */
  readonly #counters = new Map<string, Counter>();

  /** @param now Unix milliseconds */
  constructor(
    private readonly secret: () => string,
    private readonly now: () => number = Date.now,
  ) {}

  /** Values of `WWW-Authenticate`, the better one first. */
  challenge(isStale: boolean): readonly string[] {
    const digest = `Digest realm="${REALM}", qop="auth", algorithm=MD5, nonce="${this.#nonce()}"`;
    return [isStale ? `${digest}, stale=true` : digest, `Basic realm="${REALM}", charset="UTF-8"`];
  }

  judge(asked: Asked): Judgement {
    const [, scheme = '', rest = ''] = /^(\w+) +(.*)$/s.exec(asked.given ?? '') ?? [];
    if (this.secret() === '' || scheme === '') return 'none';
    if (scheme.toLowerCase() === 'basic') return this.#judgeBasic(rest);
    return scheme.toLowerCase() === 'digest' ? this.#judgeDigest(asked, parametersOf(rest)) : 'none';
  }

  #judgeBasic(encoded: string): Judgement {
    const [, user, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
    return user === USER && isSame(secretOf(password ?? ''), this.secret()) ? 'right' : 'wrong';
  }

  #judgeDigest({ method, target }: Asked, parameters: ReadonlyMap<string, string>): Judgement {
    const get = (name: string): string => parameters.get(name) ?? '';
    const [nonce, count, uri] = [get('nonce'), get('nc'), get('uri')];
    if (get('username') !== USER || get('realm') !== REALM || get('qop') !== 'auth') return 'wrong';
    if (!/^[0-9a-f]{8}$/i.test(count) || get('cnonce') === '' || !isSameTarget(uri, target)) return 'wrong';
    const expected = md5([this.secret(), nonce, count, get('cnonce'), 'auth', md5(`${method}:${uri}`)].join(':'));
    if (!isSame(get('response').toLowerCase(), expected)) return 'wrong';
    return this.#isFresh(nonce) && this.#isNew(nonce, parseInt(count, 16)) ? 'right' : 'stale';
  }

  /** Time and signature: nothing has to be kept of those that are never used. */
  #nonce(): string {
    const time = `${this.now().toString(36)}-${randomBytes(6).toString('hex')}`;
    return `${time}.${this.#sign(time)}`;
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('hex').slice(0, 32);
  }

  #isFresh(nonce: string): boolean {
    const [time = '', signature = ''] = nonce.split('.');
    const made = parseInt(time.split('-', 1)[0] ?? '', 36);
    return isSame(signature, this.#sign(time)) && Math.abs(this.now() - made) < NONCE_MS;
  }

  /** A request that was listened to and is sent once more is refused. */
  #isNew(nonce: string, count: number): boolean {
    const counter = this.#counters.get(nonce) ?? { highest: 0, recent: new Set<number>() };
    if (count <= counter.highest - WINDOW || counter.recent.has(count)) return false;
    counter.recent.add(count);
    counter.highest = Math.max(counter.highest, count);
    for (const each of counter.recent) if (each <= counter.highest - WINDOW) counter.recent.delete(each);
    this.#counters.delete(nonce);
    this.#counters.set(nonce, counter);
    const [oldest] = this.#counters.keys();
    if (this.#counters.size > MOST_NONCES && oldest !== undefined) this.#counters.delete(oldest);
    return true;
  }
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** `name=value` and `name="value"`, with commas between (RFC 9110 section 11.4). Of two of a name the first counts. */
function parametersOf(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', quoted, bare = ''] of text.matchAll(/(\w+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, quoted === undefined ? bare : quoted.replace(/\\(.)/g, '$1'));
  }
  return found;
}

/** Clients encode the same path in different ways. */
function isSameTarget(one: string, other: string): boolean {
  return one === other || plainPath(one) === plainPath(other);
}

function plainPath(target: string): string {
  const path = target.replace(/^https?:\/\/[^/]*/i, '').replace(/[?#].*$/s, '');
  try {
    return decodeURIComponent(path).normalize('NFC');
  } catch {
    return path;
  }
}
