/** Where a subscriber wants its events. Source: UPnP Device Architecture 1.0 section 4.1. Pure. */

const MOST_CALLBACKS = 4;
const LONGEST_CALLBACK = 512;

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
