/** The logo of a station, through the daemon, which fetches and bounds it: nothing comes from outside. */
import type { Schemas } from '../state/box.js';
import { askForRecent, radioRevision } from '../state/radio.js';
import { useResource } from '../state/resource.js';
import { Cover } from './cover.js';
import { Picture } from './picture.js';

interface LogoProps {
  readonly address: string | null;
  /** CSS pixels of a side. */
  readonly size?: number;
}

export function Logo({ address, size = 48 }: LogoProps) {
  const sized = address === null ? undefined : `${address}${address.includes('?') ? '&' : '?'}size=${2 * size}`;
  return <Picture address={sized} icon="radio" size={size} />;
}

type Shown = Pick<Schemas['Mp3Entry'], 'path' | 'album_art'>;

/** The picture of what plays: its cover, or the logo of a station. @param size CSS pixels of a side */
export function TrackPicture({ of: track, size }: { readonly of: Shown | null; readonly size: number }) {
  const isStation = track !== null && !track.album_art && /^https?:/.test(track.path);
  // What plays was noted as heard.
  const { value: recent } = useResource('radio/recent', isStation ? askForRecent : undefined, radioRevision.value);
  const logo = isStation ? recent?.find(({ url }) => url === track.path)?.image : undefined;
  if (logo) return <Logo address={logo} size={size} />;
  return <Cover key={track?.album_art} name={track?.album_art} size={size} icon={isStation ? 'radio' : 'album'} />;
}
