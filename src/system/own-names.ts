/**
 * Host names under which this machine may be addressed: its own, alone and under the search domains of the network and
 * the suffixes of home routers; the `.local` names that Avahi has registered; those of the setting `http_names`.
 * Without `localhost` and addresses. Thread: main.
 */
import { readFileSync } from 'node:fs';

export interface OwnNamesDeps {
  /** The machine's host name, which may carry a domain. */
  readonly machine: () => string;
  /** Names that Avahi has registered for this machine, such as `tonearm.local`; none without Avahi. */
  readonly announced: () => readonly string[];
  /** The setting `http_names`, of the configuration and of the page. */
  readonly configured: () => readonly string[];
  /** File of the resolver (resolv.conf(5)). */
  readonly resolver?: string;
}

/** Suffixes that home routers use; nobody can register a domain under any of them. */
const HOME_SUFFIXES = ['lan', 'home', 'home.arpa', 'internal', 'fritz.box', 'localdomain'];
/** Milliseconds until the search domains, which change with the network, are read again. */
const DOMAINS_VALID = 10_000;

export class OwnNames {
  #domains: readonly string[] = [];
  #domainsUntil = -Infinity;

  constructor(private readonly deps: OwnNamesDeps) {}

  /** All names, in lower case. */
  read(): readonly string[] {
    const { machine, announced, configured } = this.deps;
    const full = machine().toLowerCase();
    const [label = full] = full.split('.');
    const registered = announced().map((name) => name.toLowerCase());
    // A responder other than Avahi registers the host name itself.
    const local = registered.length > 0 ? registered : [`${label}.local`];
    const given = configured().map((name) => name.toLowerCase());
    const labels = [label, ...registered.map((name) => name.replace(/\.local$/, ''))];
    const domains = [...HOME_SUFFIXES, ...this.#searchDomains()];
    const below = labels.flatMap((each) => domains.map((domain) => `${each}.${domain}`));
    const names = [full, ...labels, ...below, ...local, ...given];
    return names.filter((name) => !name.endsWith('.local') || local.includes(name) || given.includes(name));
  }

  #searchDomains(): readonly string[] {
    const now = performance.now();
    if (now < this.#domainsUntil) return this.#domains;
    this.#domainsUntil = now + DOMAINS_VALID;
    try {
      this.#domains = searchDomains(readFileSync(this.deps.resolver ?? '/etc/resolv.conf', 'utf8'));
    } catch {
      this.#domains = []; // Without a resolver there are none.
    }
    return this.#domains;
  }
}

/** The domains of the last line that names any (resolv.conf(5), `domain` and `search`), without final dots. */
export function searchDomains(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim().split(/\s+/));
  const [, ...domains] = lines.findLast(([keyword = '']) => keyword === 'search' || keyword === 'domain') ?? [];
  return domains.map((domain) => domain.replace(/\.$/, '').toLowerCase()).filter((domain) => domain !== '');
}
