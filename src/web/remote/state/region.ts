/** The region of a language tag of the browser. Needs no document. */

/** Undefined for a tag without one. WebKitGTK has tags that are none, such as `c` for a system without a language. */
export function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).region;
  } catch {
    return undefined;
  }
}
