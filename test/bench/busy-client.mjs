/**
 * Worker thread that keeps a daemon busy until the parent sends a message: scans that read every file again, one after
 * the other, and at the same time full lists of all tracks, whose bytes are counted and thrown away.
 */
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

const { host, port } = workerData;
const done = { scans: 0, dumps: 0, bytes: 0 };
let isOver = false;
parentPort.once('message', () => {
  isOver = true;
});

/** @returns length of the answer in bytes; the server closes the connection behind it */
function ask(method, path) {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    let begin = '';
    let bytes = 0;
    socket.on('data', (chunk) => {
      begin ||= chunk.toString('latin1', 0, 200);
      bytes += chunk.length;
    });
    socket.on('error', reject);
    socket.on('close', () => {
      if (begin.startsWith('HTTP/1.1 200')) resolve(bytes);
      else reject(new Error(`${method} ${path}: ${begin}`));
    });
    const headers = ['Connection: close', ...(method === 'GET' ? [] : ['Content-Length: 0'])];
    socket.write([`${method} ${path} HTTP/1.1`, `Host: ${host}:${port}`, ...headers, '', ''].join('\r\n'));
  });
}

async function scan() {
  while (!isOver) {
    await ask('PUT', '/scan-library?rebuild_index=true');
    done.scans++;
  }
}

async function dump() {
  while (!isOver) {
    done.bytes += await ask('GET', '/tracks');
    done.dumps++;
  }
}

await Promise.all([scan(), dump()]);
parentPort.postMessage(done);
