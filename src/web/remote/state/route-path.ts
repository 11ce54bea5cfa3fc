/** Addresses of screens: the part behind `#`. Needs no document. */

/** Parts of an address: `['library', 'albums', '4f2…']`. */
export type RoutePath = readonly string[];

export type Params = Readonly<Record<string, string>>;

/** An address that cannot be read is the first screen. */
export function pathIn(hash: string): RoutePath {
  try {
    return hash
      .replace(/^#?\/?/, '')
      .split('/')
      .filter(Boolean)
      .map(decodeURIComponent);
  } catch {
    return [];
  }
}

export function addressOf(...path: readonly string[]): string {
  return `#/${path.map(encodeURIComponent).join('/')}`;
}

/** Values of the parameters of a pattern such as `library/albums/:id`; undefined when the path does not match. */
export function paramsIn(pattern: string, path: RoutePath): Params | undefined {
  const wanted = pattern.split('/').filter(Boolean);
  if (wanted.length !== path.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const given = path[at] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = given;
    else if (part !== given) return undefined;
  }
  return params;
}
