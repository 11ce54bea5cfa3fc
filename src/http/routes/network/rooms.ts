/** Rooms of a Snapcast server, which is one of the outputs, and what of Snapcast runs on the box. */
import { answerList } from '../../answer.js';
import type { HttpDeps } from '../../deps.js';
import { jsonAnswer, pageAnswer, type Route, routesOf } from '../../route.js';
import {
  NewRoomSchema,
  RoomSchema,
  RoomsSchema,
  SnapcastStateSchema,
  toRoom,
  toRoomChange,
  toSnapcastState,
  toUnit,
  UnitSchema,
} from '../../wire/network/rooms.js';

const api = routesOf('/devices', {
  tag: 'Devices',
  segments: { id: 'Id of a Snapcast server, or `current`.', room: 'As `GET /devices/{id}/rooms` has it.' },
});

const own = routesOf('/snapcast', { tag: 'Devices' });
const received = routesOf('/airplay', { tag: 'Devices' });

const NO_ROOMS = 'The output is no Snapcast server (`NO_ROOMS`).';
const REFUSALS = {
  500: 'The server refuses it (`SNAPCAST_REFUSED`); `detail` says what it says.',
  503: 'The server cannot be controlled (`SNAPCAST_UNREACHABLE`), or is busy (`SNAPCAST_BUSY`).',
  504: 'The server does not answer in time (`SNAPCAST_SILENT`).',
} as const;

export function roomRoutes({ rooms, snapcast, airplay }: Pick<HttpDeps, 'rooms' | 'snapcast' | 'airplay'>): Route[] {
  return [
    received.get('', 'getAirplay', 'Get the state of AirPlay reception', {
      description:
        'What `airplay_enabled` of `PUT /settings` switches on. Elsewhere than on the SD card the program is missing, and is ' +
        'run by whoever looks after the machine. An addition of Tonearm.',
      answers: jsonAnswer('Its program.', UnitSchema),
      handler: async () => toUnit(await airplay.read()),
    }),
    own.get('', 'getSnapcast', 'Get the state of multi-room on the box', {
      description:
        'What `snapcast_server` and `snapcast_client` of `PUT /settings` switch on. Elsewhere than on the SD card the programs ' +
        'are missing, and are run by whoever looks after the machine. An addition of Tonearm.',
      answers: jsonAnswer('Server and client.', SnapcastStateSchema),
      handler: async () => toSnapcastState(await snapcast.read()),
    }),
    api.get('/{id}/rooms', 'getRooms', 'List the rooms of a Snapcast server', {
      description: 'By name, at most 128. A client that is off is among them. An addition of Tonearm.',
      answers: pageAnswer('The rooms.', RoomsSchema),
      refusals: { ...REFUSALS, 404: 'There is no such output (`UNKNOWN_OUTPUT`).', 409: NO_ROOMS },
      handler: async ({ params: { id } }, ctx) => answerList(ctx, await rooms.read(id), toRoom),
    }),
    api.put('/{id}/rooms/{room}', 'changeRoom', 'Change a room of a Snapcast server', {
      description:
        'Volume, name, latency and group, one after the other: what was done before a refusal stays. Rooms of one group play ' +
        'in step; Snapcast keeps them so. An addition of Tonearm.',
      body: NewRoomSchema,
      answers: jsonAnswer('The room.', RoomSchema),
      refusals: {
        ...REFUSALS,
        404: 'There is no such output (`UNKNOWN_OUTPUT`), or no such room (`UNKNOWN_ROOM`).',
        409: `${NO_ROOMS} Or there is no such group (\`UNKNOWN_GROUP\`), or no source for the box (\`NO_SOURCE\`).`,
      },
      async handler({ params: { id, room }, body }) {
        return toRoom(await rooms.change(id, room, toRoomChange(body)));
      },
    }),
  ];
}
