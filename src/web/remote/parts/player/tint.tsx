/** The colour of a cover behind a screen, fading out downwards; nothing where there is none. */
import { useEffect, useState } from 'preact/hooks';
import { bodyOf, quietBox } from '../../state/box.js';

/** @param name below `/covers/`; empty or null without a cover */
export function Tint({ name }: { readonly name: string | null | undefined }) {
  const [colours, setColours] = useState<{ readonly dark: string; readonly light: string }>();

  useEffect(() => {
    if (!name) {
      setColours(undefined);
      return undefined;
    }
    const given = new AbortController();
    const answer = quietBox.GET('/covers/{name}/colors', { params: { path: { name } }, signal: given.signal });
    // The last colour stays until the next one is known.
    bodyOf(answer).then(setColours, () => given.signal.aborted || setColours(undefined));
    return () => given.abort();
  }, [name]);

  if (colours === undefined) return null;
  return <div class="tint" style={{ '--tint-light': colours.light, '--tint-dark': colours.dark }} />;
}
