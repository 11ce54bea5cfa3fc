/** The logo of a station, through the daemon, which fetches and bounds it: nothing comes from outside. */
import { Picture } from './picture.js';

/** CSS pixels. */
const SIZE = 48;

export function Logo({ address }: { readonly address: string | null }) {
  const small = address === null ? undefined : `${address}${address.includes('?') ? '&' : '?'}size=96`;
  return <Picture address={small} icon="radio" size={SIZE} />;
}
