/** Single mode: playing pauses between two tracks that differ in what was chosen. The player knows no tags of its own. */
import type { SingleMode } from './modes.js';

/** What single mode compares; `""` when unknown. */
export type TrackTraits = Readonly<Record<Exclude<SingleMode, 'off' | 'track'>, string>>;

/** Never rejects. */
export type ReadTraits = (location: string) => Promise<TrackTraits>;

/** What is unknown belongs to nothing: it differs from everything. */
export function differBy(by: SingleMode, one: TrackTraits, other: TrackTraits): boolean {
  if (by === 'off' || by === 'track') return by === 'track';
  return one[by] === '' || one[by] !== other[by];
}
