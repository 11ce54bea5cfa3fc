/** Whether somebody listens on a port, by connecting to it for a moment. Never rejects. Thread: main. */
import { once } from 'node:events';
import { createConnection } from 'node:net';

/** @param patience in ms */
export async function reaches(address: string, port: number, patience: number): Promise<boolean> {
  const socket = createConnection({ host: address, port });
  socket.on('error', () => undefined);
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(patience) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
