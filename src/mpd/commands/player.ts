/** Transport, status and modes. */
import { sampleRateHz, milliseconds } from '../../units.js';
import { FROM_START } from '../../playback/state.js';
import type { Player } from '../../playback/player.js';
import type { CurrentTrack } from '../../playback/types.js';
import type { PlaybackModes } from '../../playback/modes.js';
import { isStream } from '../../tags/track-tag.js';
import { badArgument, badIndex, notPlaying, notSupported } from '../ack.js';
import { boolean, float, integer, time, unsigned } from '../arguments.js';
import { type Command, command } from '../command.js';
import type { Context } from '../context.js';
import type { Reply } from '../reply.js';
import { secondsOf, songLines } from '../song.js';
import type { SongSource } from '../song-source.js';

const STATES = { playing: 'play', paused: 'pause', stopped: 'stop' } as const;

/** MPD's modes: a repeated song is `repeat` and `single` together. */
export function mpdModes({ repeat, shuffle, single }: PlaybackModes) {
  const isSingle = repeat === 'one' || repeat === 'ab' || single !== 'off';
  return { repeat: repeat !== 'off', random: shuffle, single: isSingle };
}

/** @param wanted `repeat` and `single` as a client wants them */
export function modesFor({ repeat, single }: { repeat: boolean; single: boolean }): Partial<PlaybackModes> {
  if (single) return repeat ? { repeat: 'one', single: 'off' } : { repeat: 'off', single: 'track' };
  return { repeat: repeat ? 'all' : 'off', single: 'off' };
}

/** Audible position in milliseconds. A seek counts as soon as it is accepted. */
export function elapsedOf(player: Player): number {
  const current = player.currentTrack();
  if (current === undefined) return 0;
  const resume = player.resumePoint();
  return current.elapsed === 0 && resume?.index === current.index ? resume.elapsed : current.elapsed;
}

/**
 * Length of the song that plays, as the library has it: kept until another song plays, or the library changes. That of a
 * stream is looked up each time, since what is known of it changes while it plays.
 */
class SongLengths {
  #known: { readonly location: string; readonly revision: number; readonly length: number } | undefined;

  constructor(
    private readonly songs: Pick<SongSource, 'at'>,
    private readonly revision: () => number,
  ) {}

  /** @returns milliseconds, 0 where it is not known */
  of(track: CurrentTrack): number | Promise<number> {
    const { entry, facts } = track;
    const { location } = entry;
    const revision = this.revision();
    const known = this.#known;
    if (known?.location === location && known.revision === revision) return known.length || (facts?.length ?? 0);
    return this.songs.at([location], track).then(([song]) => {
      const length = song?.duration ?? 0;
      if (!isStream(location)) this.#known = { location, revision, length };
      return length || (facts?.length ?? 0);
    });
  }
}

export function playerCommands(context: Context): Command[] {
  const { player, queue, songs, updates } = context;
  const lengths = new SongLengths(songs, () => context.scanner.read().revision);

  /** @throws Ack */
  const requirePosition = (position: number): void => {
    if (position < 0 || position >= queue.entries.length) throw badIndex();
  };
  const isStopped = (): boolean => player.status().kind === 'stopped';

  function play(position: number): Promise<void> {
    if (position !== -1) {
      requirePosition(position);
      return player.startAt(position, FROM_START);
    }
    if (player.status().kind === 'paused') return player.resume();
    if (!isStopped() || queue.entries.length === 0) return Promise.resolve();
    return player.startAt(queue.current ?? 0, FROM_START);
  }

  /** To a position in a song, which becomes the current one. A pause stays a pause. @param to milliseconds */
  async function seek(position: number, to: number): Promise<void> {
    const { kind } = player.status();
    if (kind !== 'stopped' && queue.current === position) return player.seek(milliseconds(to));
    const done = [player.startAt(position, { ...FROM_START, elapsed: milliseconds(to) })];
    // In the same turn: no sound of the other song is made in between.
    if (kind === 'paused') done.push(player.pause());
    await Promise.all(done);
  }

  /** Goes to another song, which plays, also after a pause. */
  async function change(move: () => Promise<void>): Promise<void> {
    const isPaused = player.status().kind === 'paused';
    const done = [move()];
    if (isPaused) done.push(player.resume());
    await Promise.all(done);
  }

  function setModes(change: (now: { repeat: boolean; single: boolean }) => { repeat: boolean; single: boolean }) {
    return player.setModes(modesFor(change(mpdModes(player.modes()))));
  }

  function status(reply: Reply): void | Promise<void> {
    const current = player.currentTrack();
    const length = current === undefined ? 0 : lengths.of(current);
    if (typeof length === 'number') {
      printStatus(current, length, reply);
      return;
    }
    // The library is queried once for each song. Nothing was written yet: the player may be elsewhere by then.
    return length.then((known) => {
      const now = player.currentTrack();
      printStatus(now, now?.entry.key === current?.entry.key ? known : (now?.facts?.length ?? 0), reply);
    });
  }

  /** @param length of the song in milliseconds, 0 where it is not known */
  function printStatus(track: CurrentTrack | undefined, length: number, reply: Reply): void {
    const { kind, outputProblem } = player.status();
    const { repeat, random, single } = mpdModes(player.modes());
    const volume = context.shownVolume.read();
    const { entries } = queue;
    const { crossfade } = context.settings.read();
    const { current } = queue;
    const entry = current === undefined ? undefined : entries[current];
    const next = nextPosition();
    const following = next === undefined ? undefined : entries[next];
    reply.text(
      `${volume === undefined ? '' : `volume: ${volume}\n`}repeat: ${Number(repeat)}\nrandom: ${Number(random)}\n` +
        `single: ${Number(single)}\nconsume: 0\npartition: default\nplaylist: ${queue.versions.version}\n` +
        `playlistlength: ${entries.length}\nmixrampdb: 0\nstate: ${STATES[kind]}\nlastloadedplaylist: \n` +
        (crossfade.when === 'never' ? '' : `xfade: ${crossfade.fadeOutDuration}\n`) +
        (current === undefined || entry === undefined ? '' : `song: ${current}\nsongid: ${entry.key}\n`),
    );
    if (track !== undefined) printPosition(track, length, reply);
    if (updates.running > 0) reply.line('updating_db', updates.running);
    if (outputProblem !== undefined) reply.line('error', outputProblem.detail);
    if (following !== undefined) reply.text(`nextsong: ${next ?? 0}\nnextsongid: ${following.key}\n`);
  }

  /** Where playing goes on after the current song. */
  function nextPosition(): number | undefined {
    const { current } = queue;
    if (!isStopped()) {
      const next = player.nextTrack();
      if (next === undefined) return undefined;
      const { entries } = queue;
      // Most often the one behind the current one; a queue may hold thousands.
      const behind = (current ?? -1) + 1;
      const at = entries[behind]?.key === next.key ? behind : entries.findIndex(({ key }) => key === next.key);
      return at < 0 ? undefined : at;
    }
    if (current === undefined) return undefined;
    const { repeat, single } = mpdModes(player.modes());
    if (repeat && single) return current;
    const { firstIndex } = player.queue();
    const next = (current + 1) % queue.entries.length;
    return next === firstIndex && !repeat ? undefined : next;
  }

  function printPosition({ facts }: CurrentTrack, length: number, reply: Reply): void {
    const elapsed = elapsedOf(player);
    reply.text(`time: ${Math.round(elapsed / 1000)}:${Math.round(length / 1000)}\nelapsed: ${secondsOf(elapsed)}\n`);
    reply.line('bitrate', facts?.bitrate ?? 0);
    if (length > 0) reply.line('duration', secondsOf(length));
    const { sampleRate = sampleRateHz(0), bitsPerSample = 'f', channels = 2 } = facts ?? {};
    if (sampleRate > 0) reply.line('audio', `${sampleRate}:${bitsPerSample}:${channels}`);
  }

  return [
    command('play', [0, 1], ({ args: [at], session }) => {
      session.settle(play(at === undefined ? -1 : integer(at)));
    }),
    command('playid', [0, 1], ({ args: [id], session }) => {
      const wanted = id === undefined ? -1 : integer(id);
      session.settle(play(wanted === -1 ? -1 : queue.positionOf(wanted)));
    }),
    command('pause', [0, 1], async ({ args: [flag] }) => {
      const { kind } = player.status();
      const pauses = flag === undefined ? kind === 'playing' : boolean(flag);
      if (pauses && kind === 'playing') await player.pause();
      if (!pauses && kind === 'paused') await player.resume();
    }),
    command('stop', [0, 0], ({ session }) => session.settle(player.stop())),
    command('next', [0, 0], ({ session }) => {
      if (isStopped()) throw notPlaying();
      const isLast = player.nextTrack() === undefined && player.currentTrack()?.index !== -1;
      session.settle(isLast ? player.stop() : change(() => player.next()));
    }),
    command('previous', [0, 0], ({ session }) => {
      if (isStopped()) throw notPlaying();
      const { current } = queue;
      const isFirst = current === player.queue().firstIndex && player.modes().repeat === 'off';
      session.settle(change(() => (isFirst ? player.seek(milliseconds(0)) : player.previous())));
    }),
    command('seek', [2, 2], ({ args: [at = '', to = ''], session }) => {
      const [position, goal] = [unsigned(at), time(to)];
      requirePosition(position);
      session.settle(seek(position, goal));
    }),
    command('seekid', [2, 2], ({ args: [id = '', to = ''], session }) => {
      const milliseconds = time(to);
      session.settle(seek(queue.positionOf(unsigned(id)), milliseconds));
    }),
    command('seekcur', [1, 1], ({ args: [to = ''], session }) => {
      const isRelative = /^[+-]/.test(to);
      const moved = Math.round(float(to) * 1000);
      if (isStopped()) throw notPlaying();
      const target = Math.max((isRelative ? elapsedOf(player) : 0) + moved, 0);
      session.settle(player.seek(milliseconds(Math.min(target, 2 ** 31 - 1))));
    }),
    command('status', [0, 0], ({ reply }) => status(reply)),
    command('currentsong', [0, 0], async ({ session, reply }) => {
      const { current } = queue;
      if (current !== undefined) return queue.print([current], session, reply);
      const playing = player.currentTrack();
      if (playing === undefined) return;
      const [song] = await songs.at([playing.entry.location], playing);
      if (song !== undefined) reply.text(songLines(song, session.tagMask));
    }),
    command('clearerror', [0, 0], () => undefined),
    command('repeat', [1, 1], ({ args: [flag = ''], session }) => {
      const repeat = boolean(flag);
      session.settle(setModes((now) => ({ ...now, repeat })));
    }),
    command('single', [1, 1], ({ args: [flag = ''], session }) => {
      if (flag === 'oneshot') throw notSupported('Single mode is on or off here: oneshot is not supported');
      if (flag !== '0' && flag !== '1') throw badArgument('Unrecognized single mode, expected 0, 1, or oneshot');
      session.settle(setModes((now) => ({ ...now, single: flag === '1' })));
    }),
    command('random', [1, 1], ({ args: [flag = ''], session }) => {
      session.settle(player.setModes({ shuffle: boolean(flag) }));
    }),
    command('consume', [1, 1], ({ args: [flag = ''] }) => {
      if (flag === '1' || flag === 'oneshot')
        throw notSupported('Songs stay in the queue here: consume is not supported');
      if (flag !== '0') throw badArgument('Unrecognized consume mode, expected 0, 1, or oneshot');
    }),
  ];
}
