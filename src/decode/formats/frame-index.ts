/**
 * Where the frames of coded audio without a container lie: walked once, header by header, when it is first asked for.
 * Thread: the decoder worker's; reads block.
 */
import { FileWindow } from './file-window.js';
import {
  CODED_HEADER_BYTES,
  MAX_CODED_FRAME_BYTES,
  type CodedFrame,
  type FrameHeader,
} from '../../formats/frame-headers.js';
import { SeekPoints, type SeekPoint } from './seek-points.js';

/** Samples between two places that are remembered; those between are walked again. */
const STRIDE = 32 * 1024;

export class FrameIndex {
  /** Hz, as the frame headers say; a decoder may give another rate. */
  readonly sampleRate: number;
  /** Behind the last frame that follows the first without a break: whatever lies there, nothing is known of it. */
  readonly end: SeekPoint;
  readonly #window: FileWindow;
  readonly #header: FrameHeader;
  readonly #points: SeekPoints;

  private constructor(window: FileWindow, header: FrameHeader, first: CodedFrame, start: number) {
    this.#window = window;
    this.#header = header;
    this.sampleRate = first.sampleRate;
    this.#points = new SeekPoints(STRIDE, { offset: start, frame: 0 });
    this.end = this.#walk({ offset: start, frame: 0 }, (point) => {
      this.#points.note(point);
      return true;
    });
  }

  /** @param start of the first frame. Undefined when there is no frame. @throws UndecodableFile */
  static of(path: string, start: number, header: FrameHeader): FrameIndex | undefined {
    const window = new FileWindow(path);
    try {
      const first = headerAt(window, header, start);
      if (first !== undefined) return new FrameIndex(window, header, first, start);
    } catch (error) {
      window.close();
      throw error;
    }
    window.close();
    return undefined;
  }

  /** The last frame that begins at or before a sample or a byte, or the end. `frame` of a point counts samples. */
  before(kind: keyof SeekPoint, value: number): SeekPoint {
    if (value >= this.end[kind]) return this.end;
    let found = this.#points.around(kind, value).low;
    this.#walk(found, (point) => {
      if (point[kind] > value) return false;
      found = point;
      return true;
    });
    return found;
  }

  /** Visits the frames from a point on until `visit` says false; returns where it stopped. */
  #walk(from: SeekPoint, visit: (point: SeekPoint) => boolean): SeekPoint {
    let { offset, frame } = from;
    for (;;) {
      const header = headerAt(this.#window, this.#header, offset);
      if (header?.sampleRate !== this.sampleRate || offset + header.length > this.#window.size) break;
      if (header.samples > 0 && !visit({ offset, frame })) break;
      offset += header.length;
      frame += header.samples;
    }
    return { offset, frame };
  }

  /** May be called twice. */
  close(): void {
    this.#window.close();
  }
}

function headerAt(window: FileWindow, header: FrameHeader, offset: number): CodedFrame | undefined {
  if (offset + CODED_HEADER_BYTES > window.size) return undefined;
  const at = window.show(offset, CODED_HEADER_BYTES);
  if (window.visible(offset) < CODED_HEADER_BYTES) return undefined;
  const frame = header(window.bytes, at);
  return frame !== undefined && frame.length <= MAX_CODED_FRAME_BYTES ? frame : undefined;
}
