/**
 * Starts and controls Debian's MPD with a configuration of our own: private folders, a Unix socket, the bench's sink.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { mpdAnswerEnd, openSoon } from './connection.mjs';
import { scratchFolder } from './paths.mjs';
import { end, lastWords, launch, until } from './process.mjs';
import { DEVICE, Sink } from './sink.mjs';

/** Text of mpd.conf: the relevant lines of Debian's, without anything that listens on the network. */
function configuration(folder, music, decoders) {
  return `music_directory "${music.folder}"
playlist_directory "${join(folder, 'playlists')}"
db_file "${join(folder, 'tag_cache')}"
state_file "${join(folder, 'state')}"
bind_to_address "${join(folder, 'socket')}"
zeroconf_enabled "no"
auto_update "no"
connection_timeout "3600"
filesystem_charset "UTF-8"
input {
  plugin "curl"
}
decoder {
  plugin "hybrid_dsd"
  enabled "no"
}
decoder {
  plugin "wildmidi"
  enabled "no"
}
${decoders}
audio_output {
  type "alsa"
  name "bench"
  device "${DEVICE}"
  mixer_type "none"
}
`;
}

const WITHOUT_MAD = 'decoder {\n  plugin "mad"\n  enabled "no"\n}\n';

export class Mpd {
  #folder;
  #process;
  #connection;

  /**
   * @param options `mpg123`: decode with that library instead of libmad, MPD's default; `swallow`, `formats`: see Sink.
   */
  constructor(music, { mpg123 = false, swallow = '/dev/zero', formats } = {}) {
    this.name = mpg123 ? 'MPD (mpg123)' : 'MPD';
    this.music = music;
    this.#folder = scratchFolder('mpd');
    mkdirSync(join(this.#folder, 'playlists'));
    this.sink = new Sink(this.#folder, swallow, formats);
    writeFileSync(join(this.#folder, 'mpd.conf'), configuration(this.#folder, this.music, mpg123 ? WITHOUT_MAD : ''));
  }

  get pid() {
    return this.#process.pid;
  }

  get started() {
    return this.#process.started;
  }

  /** Starts MPD. Resolves when it has sent its greeting. */
  async start() {
    this.#process = launch('mpd', ['--no-daemon', '--stderr', join(this.#folder, 'mpd.conf')], {
      env: this.sink.environment,
      logFile: join(this.#folder, 'log'),
    });
    const isRunning = () => this.#process.child.exitCode === null;
    try {
      this.#connection = await openSoon({ path: join(this.#folder, 'socket') }, mpdAnswerEnd, isRunning);
    } catch (cause) {
      throw new Error(`MPD did not start; it said:\n${lastWords(join(this.#folder, 'log'))}`, { cause });
    }
    await this.#connection.exchange();
  }

  /** Closes the client's connection; the player goes on. */
  disconnect() {
    this.#connection?.close();
  }

  async stop() {
    this.disconnect();
    if (this.#process !== undefined) await end(this.#process);
  }

  async ask(command) {
    const answer = await this.#connection.exchange(`${command}\n`);
    if (answer.text.startsWith('ACK')) throw new Error(`MPD, ${command}: ${answer.text}`);
    return answer;
  }

  /** Scans the music and queues all of it. */
  async fillQueue() {
    await this.ask('update');
    await until('MPD to scan', async () => !(await this.ask('status')).text.includes('updating_db'));
    for (const file of this.music.files) await this.ask(`add "${basename(file)}"`);
  }

  /** @returns when the request was sent (`now()`) */
  async play(index = 0) {
    return (await this.ask(`play ${index}`)).asked;
  }

  /** Plays the first track: MPD prepares none, so the selected one is like any other. */
  async playSelected() {
    return this.play(0);
  }

  /** @returns when the request was sent (`now()`) */
  async next() {
    return (await this.ask('next')).asked;
  }

  /** @returns when the request was sent (`now()`) */
  async seek(seconds) {
    return (await this.ask(`seekcur ${seconds}`)).asked;
  }

  async silence() {
    await this.ask('stop');
  }
}
