/**
 * The sink that every player writes to: the PCM of test/rig, paced in real time, with a log of time stamps. The
 * captured sound goes to a device that discards it, so that no file is measured; each player has a configuration, a log
 * and a discarding device (or file) of its own, because the rig lets one client at a time have the capture.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { at } from './paths.mjs';
import { until } from './process.mjs';

const LIBRARIES = {
  capture: ['pcm_capture.c', 'libasound_module_pcm_tonearm_capture.so'],
  mixer: ['ctl_mixer.c', 'libasound_module_ctl_tonearm_mixer.so'],
};

function compiled([source, product]) {
  const from = at('test', 'rig', source);
  const to = at('build', 'bench', product);
  if (!existsSync(to) || statSync(to).mtimeMs < statSync(from).mtimeMs) {
    execFileSync('cc', ['-shared', '-fPIC', '-O2', '-o', to, from, '-lasound', '-lm']);
  }
  return to;
}

export const DEVICE = 'rig';
export const MIXER = 'rig:PCM';

export class Sink {
  #log;

  /**
   * @param folder where configuration and log go.
   * @param swallow path that the frames are written to: /dev/null, /dev/zero (both discard), or a file.
   * @param formats ALSA sample formats that the sink offers; undefined: all that the rig knows.
   */
  constructor(folder, swallow, formats) {
    mkdirSync(folder, { recursive: true });
    this.#log = join(folder, 'events');
    const configuration = join(folder, 'asound.conf');
    this.environment = { ALSA_CONFIG_PATH: configuration };
    writeFileSync(this.#log, '');
    writeFileSync(join(folder, 'mixer'), 'volume 255 255\nswitch 1\n');
    writeFileSync(
      configuration,
      `pcm_type.tonearm_capture { lib "${compiled(LIBRARIES.capture)}" }
ctl_type.tonearm_mixer { lib "${compiled(LIBRARIES.mixer)}" }
pcm.rig {
  type tonearm_capture
  file "${swallow}"
  log "${this.#log}"
  ${formats === undefined ? '' : `formats "${formats}"`}
  hint { show on description "Tonearm bench" rewritable on }
}
ctl.rig { type tonearm_mixer state "${join(folder, 'mixer')}" }
`,
    );
  }

  /** `{ at, name, text }` of each event so far; `at` in nanoseconds of `now()`. */
  events() {
    const lines = readFileSync(this.#log, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => {
      const [nanoseconds, name, ...rest] = line.split(' ');
      return { at: Number(nanoseconds), name, text: rest.join(' ') };
    });
  }

  /** When the first frames after `since` reached the device. */
  async firstWrite(since) {
    const first = () => this.events().find(({ at, name }) => name === 'FIRST' && at >= since)?.at;
    return until('a first write at the sink', first, { pause: 10 });
  }

  /**
   * When the first frames of a new position reached the device after `since`, and when they were played. After a drop
   * that is when the device starts again; after a rewrite of the device's buffer, when the frames queued before them
   * are over.
   */
  async moved(since) {
    const find = () => {
      const later = this.events().filter(({ at }) => at >= since);
      const written = later.find(({ name }) => name === 'FIRST' || name === 'REWRITE');
      if (written?.name !== 'REWRITE') {
        const started = later.find(({ name }) => name === 'START');
        return started && { written: written.at, played: started.at };
      }
      const rate = Number(/rate=(\d+)/.exec(this.negotiated())[1]);
      const queued = Number(/queued=(\d+)/.exec(written.text)[1]);
      return { written: written.at, played: written.at + (queued / rate) * 1e9 };
    };
    return until('a new position at the sink', find, { pause: 10 });
  }

  /** What the last client negotiated. */
  negotiated() {
    return this.events().findLast(({ name }) => name === 'HW_PARAMS')?.text;
  }

  xruns() {
    return this.events().filter(({ name }) => name === 'XRUN').length;
  }
}
