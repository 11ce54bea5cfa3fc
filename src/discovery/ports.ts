/** Where others reach the daemon. */

export interface Ports {
  /** For browsers: the port that they try first, where there is one. */
  readonly web: number;
  /** Port of the REST interface. */
  readonly rest: number;
}

const LOOPBACK = /^(?:127(?:\.\d+){3}|::1|(?:ip6-)?(?:localhost|loopback))$/;

/**
 * @param host that the daemon listens on @param own its port
 * @param inherited ports of sockets that the service manager has handed over, which others reach
 * @returns undefined when only this machine itself reaches it
 */
export function reachablePorts(host: string, own: number, inherited: readonly number[]): Ports | undefined {
  const [first] = inherited;
  if (LOOPBACK.test(host)) return first === undefined ? undefined : { web: first, rest: first };
  return { web: first ?? own, rest: own };
}
