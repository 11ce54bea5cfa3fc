/** What is shown of the track that the queue plays. Pure. */
import type { PlayerMachine } from './player-machine.js';
import type { CurrentTrack, StreamFacts } from './types.js';

type Machine = Pick<PlayerMachine, 'state' | 'playedPosition' | 'engine'>;

/** Undefined when stopped. */
export function shownTrack(machine: Machine): CurrentTrack | undefined {
  const { playback, queue } = machine.state;
  if (playback.kind === 'stopped') return undefined;
  const { entry, playId } = playback.current;
  const index = queue.cursor === 'at' ? queue.index : -1;
  const { elapsed } = machine.playedPosition();
  return { entry, index, elapsed, facts: factsOf(machine, playId), stream: machine.engine.stream(playId) };
}

function factsOf({ engine }: Machine, playId: number): StreamFacts | undefined {
  const facts = engine.facts(playId);
  if (facts === undefined) return undefined;
  const { length, sampleRate, bitrate, bitsPerSample, channels } = facts;
  return { length, sampleRate, bitrate, bitsPerSample, channels };
}
