/** What all messages of SSDP have in common. Source: UPnP Device Architecture 1.0 section 1. Pure. */

export const GROUP = '239.255.255.250';
export const SSDP_PORT = 1900;

/** Searches, answers and announcements are a few lines. */
const LONGEST = 1400;

export interface SsdpMessage {
  /** First line, such as `NOTIFY * HTTP/1.1`. */
  readonly start: string;
  /** Values by names in upper case; the last one of a name counts. */
  readonly headers: ReadonlyMap<string, string>;
}

/** Undefined for what is too long to be one. */
export function readMessage(message: Buffer): SsdpMessage | undefined {
  if (message.length > LONGEST) return undefined;
  const [start = '', ...lines] = message.toString('latin1').split(/\r?\n/);
  const headers = new Map(
    lines.map((line) => {
      const [name = '', ...rest] = line.split(':');
      return [name.trim().toUpperCase(), rest.join(':').trim()];
    }),
  );
  return { start: start.trim(), headers };
}

export function writeMessage(lines: readonly string[]): Buffer {
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
}
