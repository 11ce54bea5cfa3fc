/**
 * Rooms of a Snapcast server, and their commands. A change is shown at once; what a slider sends is paced, and of what waits for
 * one room only the newest is sent. The rooms are asked for while they are shown.
 */
import { computed, signal } from '@preact/signals';
import { bodyOf, box, quietBox, reasonOf, type Schemas } from './box.js';
import { notify } from './notices.js';
import { Paced } from './paced.js';
import { RoomAnswers } from './room-answers.js';

export type Room = Schemas['Room'];
export type RoomChange = Schemas['NewRoom'];

/** Milliseconds from one change of a room to the next. */
const PACE = 100;

const answers = new RoomAnswers<Room>(reasonOf);
/** Changes that the server has not confirmed, by the ids of rooms. */
const changes = signal<Readonly<Record<string, RoomChange>>>({});
const senders = new Map<string, Paced>();
export const roomsTrouble = answers.trouble;

/** Rooms as they are reported, with what was changed here; undefined before the first answer. */
export const rooms = computed<readonly Room[] | undefined>(() =>
  answers.rooms.value?.map((room) => ({ ...room, ...shownChange(changes.value[room.id]) })),
);

/** Never rejects. */
export function loadRooms(output: string): Promise<void> {
  return answers.load(output, () => bodyOf(quietBox.GET('/devices/{id}/rooms', { params: { path: { id: output } } })));
}

/** Shown at once, and undone with a notice where the server refuses. */
export function changeRoom(output: string, id: string, change: RoomChange): void {
  const pending = { ...changes.peek()[id], ...change };
  changes.value = { ...changes.peek(), [id]: pending };
  const sender = senders.get(id) ?? new Paced(PACE);
  senders.set(id, sender);
  sender.send(() => send(output, id));
}

async function send(output: string, id: string): Promise<void> {
  const sent = changes.peek()[id];
  if (sent === undefined) return;
  try {
    const path = { id: output, room: id };
    const room = await bodyOf(box.PUT('/devices/{id}/rooms/{room}', { params: { path }, body: sent }));
    answers.replace(output, room);
    // Others may have changed their group by that.
    const isShared = sent.group !== undefined || sent.muted !== undefined;
    if (isShared && answers.output === output) void loadRooms(output);
  } catch (error) {
    notify(reasonOf(error));
  }
  const { [id]: newest, ...others } = changes.peek();
  changes.value = newest === undefined || newest === sent ? others : { ...others, [id]: newest };
}

/** A group that is left has no id yet. */
function shownChange({ group, ...change }: RoomChange = {}): Partial<Room> {
  return { ...change, ...(typeof group === 'string' && { group }) };
}
