/**
 * Types for the advertisement of the package mdns, which brings none. Nothing else of the package is used: its entry
 * makes a request to Avahi that prints a warning, and its browser can end the process.
 */
declare module 'mdns/lib/advertisement.js' {
  /** Emits `error`, which ends the process without a listener. */
  class Advertisement {
    /**
     * Blocks until Avahi has answered (libdbus).
     * @param type of the service, such as `_http._tcp` @param port in host order
     * @param options `txtRecord` as on the wire (RFC 6763 section 6.1)
     * @param callback called with the name in force when the service is announced, or with an error
     * @throws Error with `errorCode` of dns_sd.h
     */
    constructor(
      type: string,
      port: number,
      options: { readonly name: string; readonly txtRecord: Buffer },
      callback: (error: Error | undefined, service: { readonly name: string }) => void,
    );
    on(event: 'error', listener: (error: Error) => void): this;
    /** Begins to handle answers of Avahi. */
    start(): void;
    stop(): void;
  }
}
