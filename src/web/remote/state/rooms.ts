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
/** Begins what stands for the id of a new group. */
const ALONE = 'alone ';

const answers = new RoomAnswers<Room>(reasonOf);
/** Changes that the server has not confirmed, by the ids of rooms. */
const changes = signal<Readonly<Record<string, RoomChange>>>({});
const senders = new Map<string, Paced>();
export const roomsTrouble = answers.trouble;

/** Rooms as they are reported, with what was changed here; undefined before the first answer. */
export const rooms = computed<readonly Room[] | undefined>(() =>
  answers.rooms.value?.map((room) => ({ ...room, ...shownChange(room.id, changes.value[room.id]) })),
);

/** Never rejects. */
export function loadRooms(output: string): Promise<void> {
  return answers.load(output, () => bodyOf(quietBox.GET('/devices/{id}/rooms', { params: { path: { id: output } } })));
}

/** Shown at once, and undone with a notice where the server refuses. */
export function changeRoom(output: string, id: string, change: RoomChange): void {
  show(id, change);
  const sender = senders.get(id) ?? new Paced(PACE);
  senders.set(id, sender);
  sender.send(() => send(output, id));
}

/** Every room that is there, one after the other. All are shown at once; the first refusal ends it, with a notice. */
export async function muteAll(output: string, muted: boolean): Promise<void> {
  const ids = (rooms.peek() ?? []).filter((room) => room.is_connected && room.muted !== muted).map(({ id }) => id);
  for (const id of ids) show(id, { muted });
  for (const [at, id] of ids.entries()) {
    if (await send(output, id)) continue;
    const left = new Set(ids.slice(at + 1));
    changes.value = Object.fromEntries(Object.entries(changes.peek()).filter(([each]) => !left.has(each)));
    return;
  }
}

function show(id: string, change: RoomChange): void {
  changes.value = { ...changes.peek(), [id]: { ...changes.peek()[id], ...change } };
}

/** @returns whether the server has it, or there is nothing to send */
async function send(output: string, id: string): Promise<boolean> {
  const sent = changes.peek()[id];
  if (sent === undefined) return true;
  let isDone = true;
  try {
    const path = { id: output, room: id };
    const room = await bodyOf(box.PUT('/devices/{id}/rooms/{room}', { params: { path }, body: sent }));
    answers.replace(output, room);
    // Others may have changed their group by that.
    const isShared = sent.group !== undefined || sent.muted !== undefined;
    if (isShared && answers.output === output) void loadRooms(output);
  } catch (error) {
    isDone = false;
    notify(reasonOf(error));
  }
  const { [id]: newest, ...others } = changes.peek();
  changes.value = newest === undefined || newest === sent ? others : { ...others, [id]: newest };
  return isDone;
}

/** A room that leaves its group is alone in one that has no id yet; one without a name gets that of its machine. */
function shownChange(id: string, { group, name, ...change }: RoomChange = {}): Partial<Room> {
  const joined = group === null ? { group: `${ALONE}${id}`, group_name: '' } : group !== undefined && { group };
  return { ...change, ...joined, ...(name && { name }) };
}
