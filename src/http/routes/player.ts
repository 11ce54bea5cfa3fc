/** The player: transport, position, volume (contract section 4, behaviour in section 6). */
import { InvalidInput, NotFound } from '../../errors.js';
import { milliseconds } from '../../units.js';
import { answerEmpty, answerJson } from '../answer.js';
import { currentEntry, nextEntry } from '../entries.js';
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, type Method, NOT_SAVED, route, type Route } from '../route.js';
import { DeviceSchema, toDevice } from '../wire/device.js';
import * as wire from '../wire/player.js';
import { NullableMp3EntrySchema } from '../wire/mp3-entry.js';

const ACCEPTED = { 200: { description: 'Accepted. What is asked for in vain has no effect.' } };

const VOLUME_REFUSALS = {
  409: 'The volume of this output is fixed, or another output or another way of making it has taken over meanwhile.',
  503: `The mixer does not answer, or: ${NOT_SAVED[503]}`,
};
/** Refusals of operations that resume after a pause. */
const RESUME_REFUSALS = { 503: `The output is away, or: ${NOT_SAVED[503]}` };

/** What the player's rows have in common. */
function row<M extends Method>(method: M, path: string, operationId: string, summary: string) {
  return { method, path: `/player/${path}`, tag: 'Player', operationId, summary };
}

function oneOfTwo(): InvalidInput {
  const message = 'must have either level or percent';
  return new InvalidInput('INVALID_BODY', `The body ${message}`, [{ path: '', message }]);
}

/** A command without parameters. */
function command(
  path: string,
  operationId: string,
  summary: string,
  run: () => Promise<void>,
  refusals: { readonly 503: string } = NOT_SAVED,
): Route {
  return route({
    ...row('PUT', path, operationId, summary),
    answers: ACCEPTED,
    refusals,
    async handler(ctx) {
      await run();
      answerEmpty(ctx);
    },
  });
}

export function playerRoutes({ player, outputs, volume, tags, library }: HttpDeps): Route[] {
  const sources = { tags, library };
  return [
    route({
      method: 'GET',
      path: '/player',
      tag: 'Player',
      operationId: 'getCurrentPlayer',
      summary: 'The output that plays',
      answers: jsonAnswer('The output.', DeviceSchema),
      handler: async (ctx) => answerJson(ctx, toDevice(await outputs.read('current'))),
    }),
    route({
      ...row('GET', 'status', 'getStatus', 'Whether it plays, pauses or is stopped'),
      answers: jsonAnswer('The status.', wire.AudioStatusSchema),
      handler: (ctx) => answerJson(ctx, wire.toAudioStatus(player.status())),
    }),
    route({
      ...row('GET', 'current-track', 'getCurrentTrack', 'The track that sounds or pauses, with its position'),
      answers: jsonAnswer('The track, or null when stopped.', NullableMp3EntrySchema),
      handler: async (ctx) => answerJson(ctx, await currentEntry(player, sources)),
    }),
    route({
      ...row('GET', 'next-track', 'getNextTrack', 'The entry that follows the current one'),
      answers: jsonAnswer('The entry, or null when stopped or at the end of the queue.', NullableMp3EntrySchema),
      handler: async (ctx) => answerJson(ctx, await nextEntry(player, sources)),
    }),
    route({
      ...row('GET', 'file-position', 'getFilePosition', 'How far into its file the current track is'),
      answers: jsonAnswer('The position in bytes.', wire.FilePositionSchema),
      handler: async (ctx) => answerJson(ctx, await player.filePosition()),
    }),
    route({
      ...row('PUT', 'play', 'play', 'Start the current entry of the queue, or restart it at a position'),
      description: 'While paused the position moves and the pause goes on. An empty queue stays stopped.',
      query: wire.PLAY_QUERY,
      answers: ACCEPTED,
      refusals: NOT_SAVED,
      async handler(ctx, { query }) {
        await player.play(wire.toStartPosition(query));
        answerEmpty(ctx);
      },
    }),
    command('pause', 'pause', 'Pause what plays', () => player.pause()),
    command('resume', 'resume', 'Go on after a pause', () => player.resume(), RESUME_REFUSALS),
    command('stop', 'stop', 'Stop, and keep the queue', () => player.stop()),
    command('next', 'next', 'Skip to the next entry', () => player.next()),
    command('flush-and-reload-tracks', 'flushAndReloadTracks', 'Read what follows the current track anew', () =>
      player.flush(),
    ),
    command('previous', 'previous', 'Go back to the entry before', () => player.previous()),
    route({
      ...row('PUT', 'ff-rewind', 'ffRewind', 'Seek in the current track'),
      query: wire.SEEK_QUERY,
      answers: ACCEPTED,
      refusals: NOT_SAVED,
      async handler(ctx, { query }) {
        await player.seek(milliseconds(query.newtime));
        answerEmpty(ctx);
      },
    }),
    route({
      ...row('PUT', 'load', 'loadTracks', 'Load tracks into an external network player'),
      body: wire.LoadTracksSchema,
      answers: ACCEPTED,
      refusals: { 404: 'There is no external player.' },
      handler() {
        throw new NotFound('NO_EXTERNAL_PLAYER', 'No external player is connected.');
      },
    }),
    route({
      ...row('GET', 'volume', 'getVolume', 'The volume and its range'),
      answers: jsonAnswer('The volume.', wire.VolumeInfoSchema),
      handler: (ctx) => answerJson(ctx, wire.toVolumeInfo(volume.read())),
    }),
    route({
      ...row('PUT', 'volume', 'adjustVolume', 'Move the volume by steps'),
      body: wire.NewVolumeSchema,
      answers: jsonAnswer('The steps asked for.', wire.NewVolumeSchema),
      refusals: VOLUME_REFUSALS,
      async handler(ctx, { body: { steps } }) {
        await volume.adjust(steps);
        answerJson(ctx, { steps });
      },
    }),
    route({
      ...row('PUT', 'volume/level', 'setVolume', 'Set the volume to a level'),
      body: wire.VolumeLevelSchema,
      answers: jsonAnswer('The volume that is in force now.', wire.VolumeInfoSchema),
      refusals: VOLUME_REFUSALS,
      async handler(ctx, { body: { level, percent } }) {
        if (level !== undefined && percent === undefined) await volume.set(level);
        else if (level === undefined && percent !== undefined) await volume.setPercent(percent);
        else throw oneOfTwo();
        answerJson(ctx, wire.toVolumeInfo(volume.read()));
      },
    }),
  ];
}
