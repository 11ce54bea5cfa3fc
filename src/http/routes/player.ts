/** The player: transport, position, volume. */
import { Conflict, NotFound } from '../../errors.js';
import { FROM_START } from '../../playback/state.js';
import { milliseconds } from '../../units.js';
import { admissibleTracks } from '../admission.js';
import { currentEntry, nextEntry } from '../entries.js';
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, NOT_SAVED, type Route, routesOf } from '../route.js';
import { DeviceSchema, toDevice } from '../wire/device.js';
import { oneOfTwo } from '../wire/one-of-two.js';
import * as wire from '../wire/player.js';
import { NullableMp3EntrySchema } from '../wire/mp3-entry.js';

const api = routesOf('/player', { tag: 'Player' });

const ACCEPTED = { 200: { description: 'Accepted. What is asked for in vain has no effect.' } };

const VOLUME_REFUSALS = {
  409: 'The volume of this output is fixed, or another output or another way of making it has taken over meanwhile.',
  503: `The mixer does not answer, or: ${NOT_SAVED[503]}`,
};
/** Refusals of operations that resume after a pause. */
const RESUME_REFUSALS = { 503: `The output is away, or: ${NOT_SAVED[503]}` };

/** A command without parameters. */
function command(
  path: string,
  operationId: string,
  summary: string,
  run: () => Promise<void>,
  refusals: { readonly 503: string } = NOT_SAVED,
): Route {
  return api.put(path, operationId, summary, {
    answers: ACCEPTED,
    refusals,
    handler: () => run(),
  });
}

export function playerRoutes({
  player,
  outputs,
  volume,
  tags,
  library,
  sentTracks,
  paths,
  streams,
}: HttpDeps): Route[] {
  const sources = { tags, library, sentTracks };
  return [
    api.get('', 'getCurrentPlayer', 'Get the current output', {
      answers: jsonAnswer('The output.', DeviceSchema),
      handler: async () => toDevice(await outputs.read('current')),
    }),
    api.get('/status', 'getStatus', 'Get the playback status', {
      answers: jsonAnswer('The status.', wire.AudioStatusSchema),
      handler: () => wire.toAudioStatus(player.status()),
    }),
    api.get('/current-track', 'getCurrentTrack', 'Get the current track and its position', {
      answers: jsonAnswer('The track, or null when stopped.', NullableMp3EntrySchema),
      handler: () => currentEntry(player, sources),
    }),
    api.get('/next-track', 'getNextTrack', 'Get the next entry of the queue', {
      answers: jsonAnswer('The entry, or null when stopped or at the end of the queue.', NullableMp3EntrySchema),
      handler: () => nextEntry(player, sources),
    }),
    api.get('/file-position', 'getFilePosition', 'Get the byte position in the current file', {
      answers: jsonAnswer('The position in bytes.', wire.FilePositionSchema),
      handler: () => player.filePosition(),
    }),
    api.put('/play', 'play', 'Play the current entry, or restart it at a position', {
      description: 'While paused the position moves and the pause goes on. An empty queue stays stopped.',
      query: wire.PLAY_QUERY,
      answers: ACCEPTED,
      refusals: NOT_SAVED,
      handler: ({ query }) => player.play(wire.toStartPosition(query)),
    }),
    command('/pause', 'pause', 'Pause playback', () => player.pause()),
    command('/resume', 'resume', 'Resume playback', () => player.resume(), RESUME_REFUSALS),
    command('/stop', 'stop', 'Stop playback and keep the queue', () => player.stop()),
    command('/next', 'next', 'Skip to the next entry', () => player.next()),
    command('/flush-and-reload-tracks', 'flushAndReloadTracks', 'Reload what follows the current track', () =>
      player.flush(),
    ),
    command('/previous', 'previous', 'Skip to the previous entry', () => player.previous()),
    api.put('/ff-rewind', 'ffRewind', 'Seek in the current track', {
      query: wire.SEEK_QUERY,
      answers: ACCEPTED,
      refusals: NOT_SAVED,
      handler: ({ query }) => player.seek(milliseconds(query.newtime)),
    }),
    api.put('/load', 'loadTracks', 'Load tracks into an external network player', {
      description:
        'They become the queue, and play on the network player that is the current output. Tracks that cannot be played are ' +
        'left out.',
      body: wire.LoadTracksSchema,
      answers: { 200: { description: 'Accepted: they play from the first one on.' } },
      refusals: {
        404: 'No network player is connected, or none of the tracks can be played; nothing is changed.',
        409: 'More tracks than the queue can hold; nothing is changed.',
        ...NOT_SAVED,
      },
      async handler({ body: { tracks, shuffle } }) {
        const isConnected =
          outputs.current().network?.takes === 'tracks' && player.status().outputProblem === undefined;
        if (!isConnected) throw new NotFound('NO_EXTERNAL_PLAYER', 'No external player is connected.');
        const { capacity } = player.queue();
        if (tracks.length > capacity) {
          throw new Conflict('QUEUE_FULL', `The queue holds at most ${capacity} entries.`);
        }
        const locations = await admissibleTracks(tracks, paths, streams);
        if (locations.length === 0) throw new NotFound('NOTHING_TO_PLAY', 'None of the tracks can be played.');
        await player.replaceQueue(locations, shuffle === true);
        await player.startAt(0, FROM_START);
      },
    }),
    api.get('/volume', 'getVolume', 'Get the volume and its range', {
      answers: jsonAnswer('The volume.', wire.VolumeInfoSchema),
      handler: () => wire.toVolumeInfo(volume.read()),
    }),
    api.put('/volume', 'adjustVolume', 'Change the volume by steps', {
      body: wire.NewVolumeSchema,
      answers: jsonAnswer('The steps asked for.', wire.NewVolumeSchema),
      refusals: VOLUME_REFUSALS,
      async handler({ body: { steps } }) {
        await volume.adjust(steps);
        return { steps };
      },
    }),
    api.put('/volume/level', 'setVolume', 'Set the volume to a level', {
      body: wire.VolumeLevelSchema,
      answers: jsonAnswer('The volume that is in force now.', wire.VolumeInfoSchema),
      refusals: VOLUME_REFUSALS,
      async handler({ body: { level, percent } }) {
        if (level !== undefined && percent === undefined) await volume.set(level);
        else if (level === undefined && percent !== undefined) await volume.setPercent(percent);
        else throw oneOfTwo('level');
        return wire.toVolumeInfo(volume.read());
      },
    }),
  ];
}
