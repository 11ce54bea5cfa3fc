/** Ports under which other machines reach the daemon. */

export interface Ports {
  /** For browsers: port 80 where the service manager provides it. */
  readonly web: number;
  /** Port of the REST interface. */
  readonly rest: number;
}

const LOOPBACK = /^(?:127(?:\.\d+){3}|::1|(?:ip6-)?(?:localhost|loopback))$/;

/**
 * @param host that the daemon listens on @param own port of the daemon
 * @param inherited ports of sockets from the service manager, which other machines reach
 * @returns undefined when only this machine itself reaches it
 */
export function reachablePorts(host: string, own: number, inherited: readonly number[]): Ports | undefined {
  const [first] = inherited;
  if (LOOPBACK.test(host)) return first === undefined ? undefined : { web: first, rest: first };
  return { web: first ?? own, rest: own };
}
