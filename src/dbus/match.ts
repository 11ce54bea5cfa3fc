/** Which signals are heard. Source: D-Bus specification, "Match Rules". */

export interface BusMatch {
  /** Well-known or unique name. */
  readonly sender?: string;
  readonly path?: string;
  /** This path and all below it. */
  readonly pathNamespace?: string;
  readonly interface?: string;
  readonly member?: string;
  /** First value of the body, a string. */
  readonly arg0?: string;
}

export interface BusSignal {
  /** Unique name of who sent it. */
  readonly sender: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  /** Plain values (`values.ts`). */
  readonly body: readonly unknown[];
}

/** For AddMatch and RemoveMatch. */
export function ruleOf({ sender, path, pathNamespace, interface: name, member, arg0 }: BusMatch): string {
  const keys = { type: 'signal', sender, path, path_namespace: pathNamespace, interface: name, member, arg0 };
  return Object.entries(keys)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}='${String(value).replaceAll("'", "'\\''")}'`)
    .join(',');
}

/** @param owner unique name of whom `match.sender` means; undefined when nobody has that name */
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
