/**
 * What is used of the package mdns, which brings no types: its advertisement alone. Its entry would ask Avahi a question
 * that prints a warning, and its browser ends the process.
 */
declare module 'mdns/lib/advertisement.js' {
  /** An emitter of `error`, which ends the process when nobody listens. */
  class Advertisement {
    /**
     * Waits for Avahi's answers in place (libdbus).
     * @param type of the service, such as `_http._tcp` @param port in host order
     * @param options `txtRecord` as on the wire (RFC 6763 section 6.1)
     * @param callback called when Avahi has told the network, under which name, and when that fails
     * @throws Error with `errorCode` of dns_sd.h
     */
    constructor(
      type: string,
      port: number,
      options: { readonly name: string; readonly txtRecord: Buffer },
      callback: (error: Error | undefined, service: { readonly name: string }) => void,
    );
    on(event: 'error', listener: (error: Error) => void): this;
    /** Begins to listen to Avahi. */
    start(): void;
    stop(): void;
  }
}
