/** Reads a named pipe without a thread that waits in it. */
import { close, constants, fstat, open } from 'node:fs';
import { Socket } from 'node:net';
import { promisify } from 'node:util';

/**
 * Opens a named pipe for reading, whether somebody writes to it or not. The stream ends when all who wrote to it have gone.
 * @throws Error when there is no such pipe, or it is something else
 */
export async function openFifo(path: string): Promise<Socket> {
  // Without O_NONBLOCK a thread of the pool would wait here until somebody writes.
  const fd = await promisify(open)(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!(await promisify(fstat)(fd)).isFIFO()) throw new Error(`${path} is no named pipe`);
    return new Socket({ fd, readable: true, writable: false });
  } catch (error) {
    await promisify(close)(fd);
    throw error;
  }
}
