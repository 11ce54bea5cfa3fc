/**
 * The libraries of Xiph's formats: each is made when the first file needs it, and kept for the next one. Thread: the
 * decoder worker's. A library serves one track at a time.
 */
import { createFlac, type FlacLibrary } from './flac-wasm.js';
import { createOpus, type OpusLayout, type OpusLibrary } from './opus-wasm.js';
import { createVorbis, type VorbisLibrary } from './vorbis-wasm.js';

export class XiphLibraries {
  #flac: Promise<FlacLibrary> | undefined;
  #vorbis: Promise<VorbisLibrary> | undefined;
  /** As before the first frame. */
  async flac(): Promise<FlacLibrary> {
    const library = await (this.#flac ??= createFlac());
    await library.reset();
    return library;
  }

  vorbis(): Promise<VorbisLibrary> {
    return (this.#vorbis ??= createVorbis());
  }

  opus(layout: OpusLayout): Promise<OpusLibrary> {
    return createOpus(layout);
  }

  async free(): Promise<void> {
    for (const library of [this.#flac, this.#vorbis]) (await library)?.free();
    this.#flac = this.#vorbis = undefined;
  }
}
