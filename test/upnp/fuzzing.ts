/** Sends mutated calls to a device, some at a time. */
import { Agent, request } from 'node:http';
import type { Test } from 'tap';
import { parseXml } from '../../src/xml.js';
import { mutants } from './mutate.js';
import { startUpnp } from './rig.js';

const AT_A_TIME = 8;
const TYPE = 'urn:schemas-upnp-org:service:AVTransport:1';

export async function fuzz(t: Test, count: number, seed: number): Promise<void> {
  const { port, call } = await startUpnp(t);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_A_TIME });
  t.teardown(() => agent.destroy());
  const bodies = mutants(count, seed);
  const statuses = new Map<number, number>();
  const post = (action: string, body: Buffer): Promise<readonly [number, string]> =>
    new Promise((resolve, reject) => {
      const headers = { soapaction: `"${TYPE}#${action}"`, 'content-length': body.length };
      const options = { host: '127.0.0.1', port, method: 'POST', path: '/AVTransport/control', agent, headers };
      const sending = request(options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve([response.statusCode ?? 0, Buffer.concat(chunks).toString()]));
        response.on('error', reject);
      });
      sending.on('error', reject);
      sending.end(body);
    });
  const work = async (): Promise<void> => {
    for (let next = bodies.next(); next.done !== true; next = bodies.next()) {
      const { action, body } = next.value;
      const [status, text] = await post(action, body);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status !== 200 && status !== 500) throw new Error(`${status}: ${body.toString()}`);
      parseXml(text);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  t.equal(
    [...statuses.values()].reduce((sum, each) => sum + each, 0),
    count,
  );
  t.ok((statuses.get(200) ?? 0) > count / 100, `some are good all the same: ${statuses.get(200) ?? 0}`);
  t.ok((statuses.get(500) ?? 0) > count / 2, `most are not: ${statuses.get(500) ?? 0}`);
  t.match(await call('AVTransport', 'GetTransportInfo'), { CurrentSpeed: '1' }, 'and the next controller is answered');
}
