/**
 * URIs of the protocol: paths below the library roots, without a slash in front. With one root they begin below it; with
 * several, each root is a folder of the name that its own folder has (`Music`, and `Music (2)` for a second one). URLs of
 * streams are their own URIs. Pure.
 */
import { basename } from 'node:path';
import { isStream } from '../tags/track-tag.js';

interface NamedRoot {
  readonly path: string;
  /** What its URIs begin with; `""` for the only root. */
  readonly name: string;
}

/** Whether a text begins with a scheme (RFC 3986 section 3.1). */
export function hasScheme(uri: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(uri);
}

/** A relative path that leads nowhere else (`src/util/UriUtil.cxx`: uri_safe_local). */
export function isSafe(uri: string): boolean {
  return uri.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

/** A name that is not taken yet, which it is then: the own one, or `name (2)` and so on. */
export function freeName(own: string, taken: Set<string>): string {
  let name = own;
  for (let count = 2; taken.has(name); count++) name = `${own} (${count})`;
  taken.add(name);
  return name;
}

export class Uris {
  readonly #roots: readonly NamedRoot[];

  /** @param roots absolute paths in the order in which they came */
  constructor(roots: readonly string[]) {
    const taken = new Set<string>();
    this.#roots = roots.map((path) => {
      if (roots.length === 1) return { path, name: '' };
      return { path, name: freeName(basename(path) || 'root', taken) };
    });
  }

  /** URI of an absolute path, or of a URL; undefined for what lies in no root. A root within another one goes before it. */
  of(location: string): string | undefined {
    if (!location.startsWith('/')) return location;
    let found: NamedRoot | undefined;
    for (const root of this.#roots) {
      const isInside = location === root.path || location.startsWith(root.path === '/' ? '/' : `${root.path}/`);
      if (isInside && root.path.length > (found?.path.length ?? -1)) found = root;
    }
    if (found === undefined) return undefined;
    const rest = location.slice(found.path.length).replace(/^\//, '');
    return [found.name, rest].filter((part) => part !== '').join('/');
  }

  /** Absolute path of a relative URI, whether there is something or not; undefined for none, and for the top of several roots. */
  pathOf(uri: string): string | undefined {
    if (uri === '') return this.#roots.length === 1 ? this.#roots[0]?.path : undefined;
    if (!isSafe(uri) || uri.includes('\0')) return undefined;
    const [first = '', ...rest] = uri.split('/');
    const root = this.#roots.find(({ name }) => name === '' || name === first);
    if (root === undefined) return undefined;
    const below = root.name === '' ? uri : rest.join('/');
    return below === '' ? root.path : `${root.path === '/' ? '' : root.path}/${below}`;
  }

  /**
   * What a client calls a song, as the queue would hold it: a URL, an absolute path, or a URI; undefined for nothing that
   * could be one.
   */
  locationOf(uri: string): string | undefined {
    if (isStream(uri)) return uri;
    const file = /^file:\/\//i.test(uri) ? uri.slice('file://'.length) : uri;
    if (file.startsWith('/')) return this.of(file) === undefined ? undefined : file;
    return hasScheme(uri) ? undefined : this.pathOf(uri);
  }
}
