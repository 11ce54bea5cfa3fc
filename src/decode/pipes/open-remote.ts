/** Opens what the main thread fetches from another machine, or another device sends. Thread: the decoder worker's. */
import type { Decoder } from '../decoder.js';
import { mountFile } from '../formats/byte-file.js';
import { openFile, type DecoderKit } from '../formats/open-file.js';
import { CaptureDecoder } from './capture-decoder.js';
import { LiveMpegDecoder } from './live-mpeg-decoder.js';
import { PcmPipeDecoder } from './pcm-pipe-decoder.js';
import { RemoteFile } from './remote-file.js';
import { RemoteFileDecoder } from './remote-file-decoder.js';
import type { RemoteInput } from './remote-input.js';

/** @param address its URL. Throws, or rejects with, UndecodableFile. */
export async function openRemote(address: string, input: RemoteInput, kit: DecoderKit): Promise<Decoder> {
  switch (input.kind) {
    case 'mpeg':
      await kit.mpg123.reset();
      return LiveMpegDecoder.open(input.memory, kit.mpg123, input.extent);
    case 'pcm':
      return new PcmPipeDecoder(input);
    case 'capture':
      return new CaptureDecoder(input);
    case 'spooled':
      return openFile(input.path, kit);
    case 'file': {
      const file = new RemoteFile(input.memory, input.size, input.seekable);
      const unmount = mountFile(address, file);
      try {
        return new RemoteFileDecoder(await openFile(address, kit), file, unmount);
      } catch (error) {
        unmount();
        throw error;
      }
    }
  }
}
