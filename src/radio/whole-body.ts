/** The whole body of a stranger's answer, if it is not too long. */
import type { HttpAnswer } from '../net/guarded-http.js';

/** Undefined when there is more than `most` bytes of it. @throws Error when it breaks off */
export async function wholeBody({ body }: Pick<HttpAnswer, 'body'>, most: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Leaving the loop destroys it.
    if (bytes > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
