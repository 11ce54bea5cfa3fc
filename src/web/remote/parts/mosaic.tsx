/** What stands for a playlist: the covers of its first four albums, or of its first one where they are fewer. */
import { useEffect, useState } from 'preact/hooks';
import { Lru } from '../../../lru.js';
import { SerialQueue } from '../../../serial-queue.js';
import { bodyOf, quietBox } from '../state/box.js';
import type { PlaylistKind } from '../state/playlists.js';
import { Cover } from './cover.js';

/** Tracks that are looked at, and playlists whose covers are remembered. */
const TRACKS = 60;
const KEPT = 500;
/** CSS pixels of a side. */
const SIZE = 48;

const known = new Lru<string, readonly string[]>(KEPT);
/** One after the other: commands never wait behind what only decorates. */
const requests = new SerialQueue();

interface MosaicProps {
  readonly kind: PlaylistKind;
  readonly id: string;
  /** Another one when its tracks may be others. */
  readonly version: string;
}

export function Mosaic({ kind, id, version }: MosaicProps) {
  const key = `${kind} ${id} ${version}`;
  const [covers, setCovers] = useState(() => known.get(key));
  useEffect(() => {
    let isShown = true;
    const isStill = (): boolean => isShown;
    setCovers(known.get(key));
    if (known.get(key) === undefined) {
      void requests.run(async () => {
        if (!isStill()) return;
        const found = await coversOf(kind, id).catch(() => undefined);
        if (found === undefined) return;
        known.set(key, found);
        if (isStill()) setCovers(found);
      });
    }
    return () => {
      isShown = false;
    };
  }, [key]);
  const icon = kind === 'saved' ? 'playlists' : 'smart';
  if (covers === undefined || covers.length < 4)
    return <Cover key={covers?.[0]} name={covers?.[0]} size={SIZE} icon={icon} />;
  return (
    <span class="mosaic" style={{ '--cover': `${SIZE}px` }}>
      {covers.map((name) => (
        <Cover key={name} name={name} size={SIZE / 2} icon={icon} />
      ))}
    </span>
  );
}

async function coversOf(kind: PlaylistKind, id: string): Promise<string[]> {
  const params = { path: { id }, query: { offset: 0, limit: TRACKS } };
  const tracks = await bodyOf(quietBox.GET(`/${kind}-playlists/{id}/tracks` as const, { params }));
  return [...new Set(tracks.map(({ album_art: art }) => art).filter(Boolean))].slice(0, 4);
}
