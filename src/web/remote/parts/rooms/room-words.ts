/** What a room says of itself below its name: its state, the rooms that play with it, the name of its group. */
import { language, say } from '../../state/language.js';
import type { Room } from '../../state/rooms.js';

const BETWEEN = ' · ';

/** Why a room is not heard; undefined where it is. */
export function stateOf({ is_connected: isConnected, muted, plays }: Room): string | undefined {
  if (!isConnected) return say('rooms.off');
  if (!plays) return say('rooms.elsewhere');
  return muted ? say('rooms.muted') : undefined;
}

/** @param all of the server, from which the group of the room is told */
export function aboutRoom(room: Room, all: readonly Room[]): string | undefined {
  const others = all.filter(({ id, group }) => group === room.group && id !== room.id).map(({ name }) => name);
  const company = others.length === 0 ? undefined : say('rooms.with', { names: language().list(others) });
  return [stateOf(room), company, room.group_name].filter(Boolean).join(BETWEEN) || undefined;
}
