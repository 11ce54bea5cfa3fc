/** Radio: the stations that a person keeps, and the directory in which more are found. */
import { InvalidInput, NotFound, Unavailable } from '../../errors.js';
import { FROM_START } from '../../playback/state.js';
import { directoryId } from '../../radio/directory-station.js';
import { type Station, isWebAddress, NAME_LIMIT, type StationFacts } from '../../radio/station.js';
import { answerList, answerMade } from '../answer.js';
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, madeAnswer, NOT_SAVED, pageAnswer, REFUSED, type Route, routesOf, UNREADABLE } from '../route.js';
import { pictureAnswers, sendCover } from '../send-cover.js';
import { LIST_QUERY } from '../wire/list.js';
import * as wire from '../wire/radio.js';
import { cleanText } from '../../tags/track-tag.js';
import type { Static } from '../schema.js';

const stationApi = routesOf('/radio/stations', { tag: 'Radio', segments: { id: 'Id of the station.' } });
const recentApi = routesOf('/radio/recent', { tag: 'Radio' });
const directoryApi = routesOf('/radio/directory', {
  tag: 'Radio',
  segments: { id: 'Id of the station in the directory.' },
});

type Deps = Pick<HttpDeps, 'stations' | 'logos' | 'directory' | 'library' | 'player' | 'streams'>;

const DONE = { 204: { description: 'Done.' } };
const UNKNOWN = { 404: 'There is no station with this id.' };
const WRONG = { 400: 'The request does not have the documented form, or nothing is fetched from such an address.' };
const EXISTS = 'A station with this address is kept already';
const NO_LOGO = 'It has no logo, none that can be shown, or there is no such station.';
const BUSY = 'Too many pictures are asked for at once.';
const DIRECTORY_REFUSALS = {
  503: 'The directory is switched off, cannot be asked, or is asked too much at once.',
  504: 'The directory does not answer in time.',
};

/** In the place of the queue, under its own name. @throws InvalidInput STREAM_ADDRESS_FORBIDDEN */
async function play({ url, name, directoryId: origin }: Station, deps: Deps): Promise<void> {
  const { library, player, streams, directory } = deps;
  // One of a backup was never looked at.
  const judged = streams.examine(url);
  if (judged instanceof InvalidInput) throw judged;
  const [known] = await library.streamsAt([url]);
  if (known?.title !== name) {
    const { artist = '', album = '', length = 0 } = known ?? {};
    // A disk that does not take the name is no reason for silence.
    await library.saveStream({ url, title: name, artist, album, length }).catch((error: unknown) => {
      if (!(error instanceof Unavailable)) throw error;
    });
  }
  await player.replaceQueue([url]);
  await player.startAt(0, FROM_START);
  directory.played(origin);
}

export function radioRoutes(deps: Deps): Route[] {
  return [...stationRoutes(deps), ...directoryRoutes(deps)];
}

/** @throws NotFound UNKNOWN_ID */
function requireId(text: string): string {
  const id = directoryId(text);
  if (id === undefined) throw new NotFound('UNKNOWN_ID', 'This is no id of the directory.');
  return id;
}

function directoryRoutes({ directory, logos }: Deps): Route[] {
  return [
    directoryApi.get('', 'searchStations', 'Search the station directory', {
      description:
        'Those of radio-browser.info, or of what `config.toml` names instead. What cannot be played is left out, and what ' +
        'comes twice: fewer than `limit` need not be the end, none is. The same question is answered alike for some minutes.',
      query: wire.DIRECTORY_QUERY,
      answers: jsonAnswer('The stations.', wire.DirectoryStationsSchema),
      refusals: DIRECTORY_REFUSALS,
      handler: async ({ query: { q: name, whole_tag: wholeTag, ...question } }) =>
        (await directory.search({ name, wholeTag, ...question })).map(wire.toDirectoryStation),
    }),
    directoryApi.get('/tags', 'getDirectoryTags', 'List what the stations of the directory play', {
      description: 'Words that anybody may have written, such as `jazz`; to be searched for with `tag`.',
      query: wire.TAGS_QUERY,
      answers: jsonAnswer('The tags.', wire.DirectoryTagsSchema),
      refusals: DIRECTORY_REFUSALS,
      handler: ({ query: { limit } }) => directory.tags(limit),
    }),
    directoryApi.post('/{id}/click', 'countStationClick', 'Report to the directory that a station is played', {
      description: 'It asks for that. Playing a station that is kept tells it by itself. Nobody hears whether it did.',
      answers: { 204: { description: 'It is told, if it can be.' } },
      refusals: { 404: 'This is no id of the directory.' },
      handler: ({ params: { id } }) => directory.played(requireId(id)),
    }),
    directoryApi.get('/{id}/logo', 'getDirectoryLogo', 'Get the logo of a directory station', {
      description: 'Fetched from where it lies when it is first asked for, and kept.',
      query: wire.LOGO_QUERY,
      answers: pictureAnswers('Its bytes: a JPEG where one can be made.'),
      refusals: { ...DIRECTORY_REFUSALS, 404: NO_LOGO, 503: `${DIRECTORY_REFUSALS[503]} Or: ${BUSY}` },
      handler: async ({ params: { id }, query: { size } }, ctx) =>
        sendCover(ctx, logos.find(await directory.logoOf(requireId(id)), size)),
    }),
  ];
}

function stationRoutes(deps: Deps): Route[] {
  const { stations, logos } = deps;
  return [
    stationApi.get('', 'getStations', 'List saved radio stations in their order', {
      query: LIST_QUERY,
      answers: pageAnswer('The stations.', wire.StationsSchema),
      refusals: UNREADABLE,
      handler: async ({ query }, ctx) => answerList(ctx, await stations.list(), wire.toStation, query),
    }),
    recentApi.get('', 'getRecentStations', 'List the stations that were heard lately', {
      description: 'Each once, whoever played it. The event `radio` says when there is another one.',
      answers: jsonAnswer('The stations.', wire.RecentStationsSchema),
      refusals: UNREADABLE,
      handler: async () => (await stations.recent()).map(wire.toRecentStation),
    }),
    stationApi.post('', 'addStation', 'Save a radio station', {
      description: 'Behind all others.',
      body: wire.NewStationSchema,
      answers: madeAnswer('The station.', wire.StationSchema),
      refusals: { ...WRONG, 409: `${EXISTS}, or there are too many; nothing is changed.`, ...REFUSED },
      async handler({ body }, ctx) {
        const station = await stations.add(await stationFacts(body, deps));
        answerMade(ctx, `/radio/stations/${station.id}`, wire.toStation(station));
      },
    }),
    stationApi.get('/{id}', 'getStation', 'Get a radio station', {
      answers: jsonAnswer('The station.', wire.StationSchema),
      refusals: { ...UNKNOWN, ...UNREADABLE },
      handler: async ({ params: { id } }) => wire.toStation(await stations.get(id)),
    }),
    stationApi.put('/{id}', 'replaceStation', 'Replace a radio station, but not its position', {
      protected: 'changes',
      description: 'What is left out is not known any more.',
      body: wire.NewStationSchema,
      answers: DONE,
      refusals: { ...WRONG, ...UNKNOWN, 409: `${EXISTS}; nothing is changed.`, ...REFUSED },
      handler: async ({ params: { id }, body }) => stations.replace(id, await stationFacts(body, deps)),
    }),
    stationApi.delete('/{id}', 'removeStation', 'Delete a radio station', {
      protected: 'changes',
      answers: { 204: { description: 'Done; or there is none with this id.' } },
      refusals: REFUSED,
      handler: ({ params: { id } }) => stations.remove(id),
    }),
    stationApi.put('/{id}/move', 'moveStation', 'Move a radio station in the list', {
      body: wire.StationMoveSchema,
      answers: DONE,
      refusals: { ...UNKNOWN, ...REFUSED },
      handler: ({ params: { id }, body: { position } }) => stations.move(id, position),
    }),
    stationApi.put('/{id}/play', 'playStation', 'Replace the queue with a radio station and start it', {
      description: 'The queue shows the name of the station until its stream says what plays.',
      answers: { 204: { description: 'Accepted.' } },
      refusals: { 400: 'Streams from its address are not played.', ...UNKNOWN, ...NOT_SAVED },
      handler: async ({ params: { id } }) => play(await stations.get(id), deps),
    }),
    stationApi.get('/{id}/logo', 'getStationLogo', 'Get the logo of a radio station', {
      description: 'Fetched from where it lies when it is first asked for, and kept.',
      query: wire.LOGO_QUERY,
      answers: pictureAnswers('Its bytes: a JPEG where one can be made.'),
      refusals: { 404: NO_LOGO, 503: `${UNREADABLE[503]} Or: ${BUSY}` },
      handler: async ({ params: { id }, query: { size } }, ctx) =>
        sendCover(ctx, logos.find((await stations.get(id)).logo, size)),
    }),
  ];
}

/** What a client says of a radio station, judged, and with a name. */

/** @throws InvalidInput UNSUPPORTED_URL, STREAM_ADDRESS_FORBIDDEN */
export async function stationFacts(
  body: Static<typeof wire.NewStationSchema>,
  { streams, library }: Pick<HttpDeps, 'streams' | 'library'>,
): Promise<StationFacts> {
  const url = streams.examine(body.url.trim());
  if (url instanceof InvalidInput) throw wrong(url.code, 'url', url.message);
  return {
    name: body.name?.trim() || (await nameOf(url, library)),
    url,
    logo: webAddress('logo', body.logo),
    homepage: webAddress('homepage', body.homepage),
    tags: body.tags ?? [],
    codec: body.codec?.trim() ?? '',
    bitrate: body.bitrate ?? 0,
    directoryId: body.directory_id ?? null,
  };
}

/** What a client told of the stream, else its host. */
async function nameOf(url: string, library: HttpDeps['library']): Promise<string> {
  const [known] = await library.streamsAt([url]);
  const name = cleanText(known?.title) || new URL(url).hostname;
  // Never half a character.
  return name.slice(0, NAME_LIMIT).replace(/[\ud800-\udbff]$/, '');
}

function webAddress(member: string, address: string | null | undefined): string | null {
  const trimmed = address?.trim() ?? '';
  if (trimmed === '') return null;
  if (!isWebAddress(trimmed)) throw wrong('UNSUPPORTED_URL', member, 'must be an http or https address');
  return trimmed;
}

function wrong(code: string, member: string, message: string): InvalidInput {
  return new InvalidInput(code, `${member}: ${message}`, [{ path: `/${member}`, message }]);
}
