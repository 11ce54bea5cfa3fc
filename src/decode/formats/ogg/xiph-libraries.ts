/**
 * The libraries of Xiph's formats: each is made when the first file needs it, and kept for the next one. Thread: the
 * decoder worker's. A library serves one track at a time.
 */
import { FlacLibrary } from '../flac-wasm.js';
import { VorbisLibrary } from './vorbis-wasm.js';

export class XiphLibraries {
  #flac: Promise<FlacLibrary> | undefined;
  #vorbis: Promise<VorbisLibrary> | undefined;

  /** As before the first frame. */
  async flac(): Promise<FlacLibrary> {
    const library = await (this.#flac ??= FlacLibrary.create());
    library.reset();
    return library;
  }

  vorbis(): Promise<VorbisLibrary> {
    return (this.#vorbis ??= VorbisLibrary.create());
  }

  async free(): Promise<void> {
    for (const library of [this.#flac, this.#vorbis]) (await library)?.free();
    this.#flac = this.#vorbis = undefined;
  }
}
