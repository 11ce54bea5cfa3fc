/** Rooms of a Snapcast server on the wire. */
import type { Airplay } from '../../../airplay/airplay.js';
import type { Room, RoomChange } from '../../../snapcast/rooms.js';
import type { OwnSnapcast } from '../../../snapcast/own-snapcast.js';
import * as schema from '../../schema.js';

/** Milliseconds; a snapserver allows no more in either direction. */
const MOST_LATENCY = 10_000;
const LONGEST_NAME = 100;

const VOLUME = schema.whole(0, 100, 'Percent; each room has its own.');
const LATENCY = schema.whole(
  -MOST_LATENCY,
  MOST_LATENCY,
  'ms by which the room plays early, for a loudspeaker that plays late.',
);

export const RoomSchema = schema.named('Room').record('A room of a Snapcast server: one of its clients.', {
  id: schema.text('Id of the client: the same after a restart.'),
  name: schema.text('For people.'),
  is_connected: schema.boolean('Whether the client is there; one that is off keeps its settings.'),
  volume: VOLUME,
  muted: schema.boolean('Whether the room or its group is muted.'),
  latency: LATENCY,
  group: schema.text('Id of its group: rooms of one group play the same.'),
  group_name: schema.text('Name of its group; empty for none.'),
  plays: schema.boolean('Whether its group plays what the box sends to the server.'),
});

export const RoomsSchema = schema.listOf(RoomSchema);

export const NewRoomSchema = schema.named('NewRoom').object('What changes of a room; the rest stays.', [], {
  volume: VOLUME,
  muted: schema.boolean(
    '`false` in a muted group: the group is not muted any more, and its other rooms are, each by itself.',
  ),
  name: schema.words(LONGEST_NAME, 'Empty for the name of its machine.'),
  latency: LATENCY,
  group: {
    type: ['string', 'null'],
    maxLength: LONGEST_NAME,
    description: 'Id of the group to join; null leaves the group for one of its own.',
  },
  group_name: schema.words(LONGEST_NAME, 'Name of its group, after `group`.'),
  plays: { type: 'boolean', const: true, description: '`true`: its group plays what the box sends to the server.' },
});

export function toRoom(room: Room) {
  const { id, name, isConnected, volume, isMuted, latency, group, plays } = room;
  return {
    ...{ id, name, is_connected: isConnected, volume, muted: isMuted, latency },
    ...{ group: group.id, group_name: group.name, plays },
  };
}

export function toRoomChange(sent: schema.Static<typeof NewRoomSchema>): RoomChange {
  const { volume, muted, name, latency, group, group_name: groupName, plays } = sent;
  return { volume, isMuted: muted, name, latency, group, groupName, plays };
}

/** A program of the system that a setting switches on. */
export const UnitSchema = schema.named('ProgramState').record('A program that a setting switches on.', {
  enabled: schema.boolean('Whether the settings want it.'),
  state: schema.choice(
    ['missing', 'stopped', 'starting', 'running', 'failed'],
    '`missing`: this system has no such program for the daemon.',
  ),
  detail: schema.textOrNull('Why it does not run although it is wanted; null where it does.'),
});

export const SnapcastStateSchema = schema.named('SnapcastState').record('Multi-room on the box.', {
  server: UnitSchema,
  client: UnitSchema,
});

export const toUnit = ({ isWanted, state, problem }: Awaited<ReturnType<Airplay['read']>>) => ({
  ...{ enabled: isWanted, state, detail: problem ?? null },
});

export function toSnapcastState({ server, client }: Awaited<ReturnType<OwnSnapcast['read']>>) {
  return { server: toUnit(server), client: toUnit(client) };
}
