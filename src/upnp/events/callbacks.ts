/** Where a subscriber wants its events, and what it asks for. Source: UPnP Device Architecture 1.0 section 4.1. Pure. */

const MOST_CALLBACKS = 4;
const LONGEST_CALLBACK = 512;
/** Seconds of a subscription: what is asked for, within these bounds. */
const SECONDS = { least: 60, most: 1800 };

/** @param header `CALLBACK`: one or several URLs in angle brackets @param mayNotify judges the address of each */
export function readCallbacks(header: string, mayNotify: (address: string) => boolean): URL[] {
  const urls = [...header.matchAll(/<([^<>]*)>/g)]
    .slice(0, MOST_CALLBACKS)
    .map(([, url = '']) => url.trim())
    .filter((url) => url.length <= LONGEST_CALLBACK && URL.canParse(url))
    .map((url) => new URL(url));
  return urls.filter(
    ({ protocol, hostname, username, password }) =>
      protocol === 'http:' && username === '' && password === '' && mayNotify(hostname),
  );
}

/** @param header `TIMEOUT`: `Second-300` or `infinite`, which nobody gets */
export function readSeconds(header: string): number {
  const [, seconds] = /^Second-(\d{1,9})$/i.exec(header.trim()) ?? [];
  return Math.min(Math.max(Number(seconds ?? SECONDS.most), SECONDS.least), SECONDS.most);
}
