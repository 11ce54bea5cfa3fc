/** Match rules: which signals are received. Source: D-Bus specification, "Match Rules". */

export interface BusMatch {
  /** Well-known or unique name. */
  readonly sender?: string;
  readonly path?: string;
  /** A path; matches it and all paths below it. */
  readonly pathNamespace?: string;
  readonly interface?: string;
  readonly member?: string;
  /** A string that the first value of the body has to be. */
  readonly arg0?: string;
}

export interface BusSignal {
  /** Unique name of the sender. */
  readonly sender: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  /** Plain values (`values.ts`). */
  readonly body: readonly unknown[];
}

/** The rule as text, for AddMatch and RemoveMatch. */
export function ruleOf({ sender, path, pathNamespace, interface: name, member, arg0 }: BusMatch): string {
  const keys = { type: 'signal', sender, path, path_namespace: pathNamespace, interface: name, member, arg0 };
  return Object.entries(keys)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}='${String(value).replaceAll("'", "'\\''")}'`)
    .join(',');
}

/** @param owner unique name of the owner of `match.sender`; undefined when it has none */
export function isMatch(match: BusMatch, owner: string | undefined, signal: BusSignal): boolean {
  return (
    (match.sender === undefined || signal.sender === owner) &&
    (match.path === undefined || signal.path === match.path) &&
    (match.pathNamespace === undefined || isBelow(signal.path, match.pathNamespace)) &&
    (match.interface === undefined || signal.interface === match.interface) &&
    (match.member === undefined || signal.member === match.member) &&
    (match.arg0 === undefined || signal.body[0] === match.arg0)
  );
}

function isBelow(path: string, namespace: string): boolean {
  return path === namespace || namespace === '/' || path.startsWith(`${namespace}/`);
}
