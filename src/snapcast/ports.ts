/** Ports of a snapserver, and what its administrator sets for them. */

/** Port of the TCP source: Tonearm plays to it. */
export const SOURCE_PORT = 4953;
/** Port of the control protocol. */
export const CONTROL_PORT = 1705;

/** What a person sets where a server has no such source. */
export const SOURCE_ADVICE = `Its snapserver.conf needs "source = tcp://0.0.0.0:${SOURCE_PORT}?name=Tonearm&mode=server" below [stream].`;
