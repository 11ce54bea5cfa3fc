/** What of the player a listener may want to look at again after a transition. */
import type { LoadedEntry, PlayerState } from './state.js';
import type { PlayerAspect } from './types.js';

export function changedAspects(before: PlayerState, after: PlayerState): ReadonlySet<PlayerAspect> {
  const isOther = (read: (state: PlayerState) => unknown): boolean => read(before) !== read(after);
  const tests: readonly [PlayerAspect, boolean][] = [
    ['status', isOther(({ playback }) => playback.kind)],
    ['currentTrack', isOther((state) => currentOf(state)?.entry) || isOther(currentIndex)],
    ['nextTrack', isOther(({ playback }) => (playback.kind === 'stopped' ? undefined : playback.upcoming?.entry))],
    ['position', isOther((state) => currentOf(state)?.playId)],
    ['queue', QUEUE_PARTS.some((part) => isOther(({ queue }) => queue[part]))],
    ['modes', isOther(({ modes }) => modes)],
    ['resumePoint', isOther(({ resume }) => resume)],
  ];
  return new Set(tests.filter(([, changed]) => changed).map(([aspect]) => aspect));
}

const QUEUE_PARTS = ['entries', 'index', 'firstIndex', 'lastInsertPosition', 'seed'] as const;

const currentOf = ({ playback }: PlayerState): LoadedEntry | undefined =>
  playback.kind === 'stopped' ? undefined : playback.current;

function currentIndex({ playback, queue }: PlayerState): number | undefined {
  return playback.kind === 'stopped' ? undefined : queue.cursor === 'at' ? queue.index : -1;
}
