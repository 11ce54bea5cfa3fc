/**
 * How much sound the header of a container promises, where ffmpeg does not count it.
 * Sources: the Musepack SV8 specification (stream header packet `SH`) and libmpcdec for SV7; Apple's "Core Audio Format
 * Specification 1.0" (chunks `desc`, `data`, `pakt`); Sony's "DSF File Format Specification 1.01" (chunk `fmt `).
 * Thread: the decoder worker's; reads block.
 */
import { textAt } from '../../formats/bytes.js';
import { FileWindow } from './file-window.js';

export interface Measured {
  /** Frames that come out of ffmpeg in front of the sound. */
  readonly lead: number;
  /** Frames of sound. */
  readonly frames: number;
}

/** The filter bank of a Musepack decoder gives so many samples before the first of the sound. */
const MUSEPACK_DELAY = 481;
const MUSEPACK_FRAME = 1152;
const MUSEPACK8_HEADER = 'SH';
const MOST_CHUNKS = 1000;
/** What comes out of DSD by `ffmpeg-formats.ts`. */
const DSD_OUTPUT_RATE = 88_200;

/** A header of at most 64 bytes; shorter at the end of the file. */
function headerView(window: FileWindow, offset: number, length: number): DataView {
  const at = window.show(offset, length);
  const visible = Math.max(Math.min(length, window.visible(offset)), 0);
  return new DataView(window.bytes.buffer, window.bytes.byteOffset + at, visible);
}

function text(view: DataView, at: number, length: number): string {
  return textAt(new Uint8Array(view.buffer, view.byteOffset, view.byteLength), at, length);
}

/** Reads with a window of its own; what lies behind the end of the file is not there. */
function measured(path: string, read: (window: FileWindow) => Measured | undefined): Measured | undefined {
  const window = new FileWindow(path);
  try {
    const result = read(window);
    return result !== undefined && Number.isSafeInteger(result.frames) && result.frames > 0 ? result : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  } finally {
    window.close();
  }
}

/** Seven bits a byte, the highest bit says that another one follows. */
function variable(view: DataView, at: number): { readonly value: number; readonly next: number } {
  let value = 0;
  for (let next = at; next < at + 9; next++) {
    const byte = view.getUint8(next);
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, next: next + 1 };
  }
  throw new RangeError('a number without an end');
}

/** Packets of a key, their own length and a body; the stream header comes first of those that matter. */
export function measureMusepack8(path: string, start: number): Measured | undefined {
  return measured(path, (window) => {
    let offset = start + 4;
    for (let packets = 0; packets < MOST_CHUNKS; packets++) {
      const view = headerView(window, offset, 64);
      const length = variable(view, 2);
      if (text(view, 0, 2) !== MUSEPACK8_HEADER) {
        if (length.value < length.next) return undefined;
        offset += length.value;
        continue;
      }
      const samples = variable(view, length.next + 5); // behind a checksum and the version
      const silence = variable(view, samples.next);
      return { lead: MUSEPACK_DELAY + silence.value, frames: samples.value - silence.value };
    }
    return undefined;
  });
}

/** Words of 32 bits, little-endian: frames in the second; in the sixth a bit that says gapless, and the last frame's samples. */
export function measureMusepack7(path: string, start: number): Measured | undefined {
  return measured(path, (window) => {
    const view = headerView(window, start, 24);
    if ((view.getUint8(3) & 0x0f) !== 7) return undefined;
    const whole = view.getUint32(4, true) * MUSEPACK_FRAME;
    const word = view.getUint32(20, true);
    const last = (word >>> 20) & 0x7ff || MUSEPACK_FRAME;
    const isGapless = word >>> 31 === 1;
    return { lead: MUSEPACK_DELAY, frames: whole - (isGapless ? MUSEPACK_FRAME - last : MUSEPACK_DELAY) };
  });
}

/** `pakt` counts valid frames; without it packets are equally long, and the size of `data` tells. */
export function measureCaf(path: string, start: number): Measured | undefined {
  return measured(path, (window) => {
    let packet = { bytes: 0, frames: 0 };
    let constant: Measured | undefined;
    let offset = start + 8;
    for (let chunks = 0; chunks < MOST_CHUNKS && offset + 12 <= window.size; chunks++) {
      const view = headerView(window, offset, 64);
      const id = text(view, 0, 4);
      const size = Number(view.getBigInt64(4));
      const body = 12;
      if (id === 'desc') packet = { bytes: view.getUint32(body + 16), frames: view.getUint32(body + 20) };
      if (id === 'pakt') {
        const frames = Number(view.getBigInt64(body + 8));
        const [priming, remainder] = [view.getInt32(body + 16), view.getInt32(body + 20)];
        // Whether ffmpeg drops the frames in front is a matter of its release, and its muxer counts whole packets only.
        const isCounted = remainder > 0 || packet.frames === 1;
        return priming === 0 && isCounted ? { lead: 0, frames } : undefined;
      }
      if (id === 'data') {
        const bytes = Math.min(size < 0 ? Infinity : size, window.size - offset - body) - 4; // behind an edit count
        if (packet.bytes > 0) constant = { lead: 0, frames: Math.floor(bytes / packet.bytes) * packet.frames };
      }
      if (size < 0) break;
      offset += body + size;
    }
    return constant;
  });
}

export function measureDsf(path: string, start: number): Measured | undefined {
  return measured(path, (window) => {
    const view = headerView(window, start + 28, 52);
    if (text(view, 0, 4) !== 'fmt ') return undefined;
    const frames = Math.floor((Number(view.getBigUint64(36, true)) * DSD_OUTPUT_RATE) / view.getUint32(28, true));
    return { lead: 0, frames };
  });
}
