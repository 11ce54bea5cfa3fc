/** Opens the decoder of a source. Thread: the decoder worker's. */
import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { type Decoder, UndecodableFile } from './decoder.js';
import { mountFile } from './formats/byte-file.js';
import { openFile, type DecoderKit } from './formats/open-file.js';
import type { PartFiles } from './formats/part-decoder.js';
import { ReopeningDecoder } from './formats/reopening-decoder.js';
import { CaptureDecoder } from './pipes/capture-decoder.js';
import { LiveMpegDecoder } from './pipes/live-mpeg-decoder.js';
import { PcmPipeDecoder } from './pipes/pcm-pipe-decoder.js';
import { RemoteFile } from './pipes/remote-file.js';
import { RemoteFileDecoder } from './pipes/remote-file-decoder.js';
import type { NetworkInput, PlayableSource } from './playable-source.js';

/**
 * @param roots nothing outside them is opened
 * @throws UndecodableFile, or rejects with it
 */
export function openSource(
  source: PlayableSource,
  kit: DecoderKit & { readonly parts: PartFiles },
  roots: readonly string[],
): Decoder | Promise<Decoder> {
  const part = source.kind === 'cuePart' ? source.part : undefined;
  return kit.parts.open(part, () => {
    switch (source.kind) {
      case 'localFile':
        return openLocal(source.location, kit, roots);
      case 'cuePart':
        return openLocal(source.part.path, kit, roots);
      case 'networkStream':
        return openNetwork(source.location, source.input, kit);
      case 'capturedInput':
        return new CaptureDecoder(source.input);
    }
  });
}

function openLocal(path: string, kit: DecoderKit, roots: readonly string[]): Decoder | Promise<Decoder> {
  return ReopeningDecoder.of(() => {
    requireInside(path, roots);
    return openFile(path, kit);
  });
}

async function openNetwork(address: string, input: NetworkInput, kit: DecoderKit): Promise<Decoder> {
  switch (input.kind) {
    case 'mpeg':
      kit.mpg123.reset();
      return LiveMpegDecoder.open(input.memory, kit.mpg123, input.extent);
    case 'pcm':
      return new PcmPipeDecoder(input);
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

/**
 * The last look before a file is opened: its real path lies inside a library root. The queue was checked when an entry
 * came in; since then a link may have been laid, a root taken away, or the queue of another configuration restored.
 */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** @throws UndecodableFile UNREADABLE_FILE when it does not exist, OUTSIDE_LIBRARY when it lies elsewhere */
function requireInside(path: string, roots: readonly string[]): void {
  const real = realPath(path);
  if (real === undefined) throw new UndecodableFile('UNREADABLE_FILE', 'the file is not there');
  // A root elsewhere may be on a server that hangs: only a file that lies there by a link is worth a look at it.
  const isNear = (root: string): boolean => path.startsWith(root.endsWith(sep) ? root : root + sep);
  const nearFirst = [...roots.filter(isNear), ...roots.filter((root) => !isNear(root))];
  const inside = nearFirst.some((root) => {
    const realRoot = realPath(root);
    return realRoot !== undefined && real.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep);
  });
  if (!inside) throw new UndecodableFile('OUTSIDE_LIBRARY', 'the file lies outside the library roots');
}
