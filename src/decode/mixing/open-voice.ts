/** Brings a decoder to where its track is to begin, with the first block at hand. Thread: the decoder worker's. */
import { frameCount, milliseconds, millisecondsToFrames, type FrameCount } from '../../units.js';
import type { DecodeFrom } from '../decoder-messages.js';
import { UndecodableFile, type Decoder } from '../decoder.js';
import { Voice, type VoiceParts } from './voice.js';

/**
 * `isUsed`: the decoder has been read already, or moved. On failure it is closed.
 * @throws UndecodableFile NOT_AUDIO when there is no sound at all, and what the decoder throws
 */
export async function openVoice(
  parts: Omit<VoiceParts, 'start' | 'block'>,
  from: DecodeFrom,
  isUsed = false,
): Promise<Voice> {
  const { decoder } = parts;
  try {
    const start = await startFrame(decoder, from);
    if (start > 0 || isUsed) await decoder.seek(start);
    const reading = await decoder.read();
    if (reading === undefined && start === 0) throw new UndecodableFile('NOT_AUDIO', 'no sound in the file');
    return new Voice({ ...parts, start, block: reading === 'later' ? undefined : reading });
  } catch (error) {
    decoder.close();
    throw error;
  }
}

/** The frame at which a track begins, inside what is known of its length. */
async function startFrame(decoder: Decoder, from: DecodeFrom): Promise<FrameCount> {
  const { sampleRate, length, totalFrames } = decoder.facts;
  const frame =
    from.kind === 'frame'
      ? from.frame
      : from.kind === 'offset'
        ? await decoder.frameAt(from.offset)
        : millisecondsToFrames(
            milliseconds(from.elapsed < 0 ? Math.max(length + from.elapsed, 0) : from.elapsed),
            sampleRate,
          );
  return totalFrames === undefined ? frame : frameCount(Math.min(frame, totalFrames));
}
