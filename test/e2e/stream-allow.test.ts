import t from 'tap';
import { createHouse } from './daemon.js';

t.test(
  'TONEARM_STREAM_ALLOW lets streams from this machine into the queue, but not from the daemon itself',
  async (t) => {
    const { start } = await createHouse(t);
    const refused = { status: 400, body: { code: 'STREAM_ADDRESS_FORBIDDEN' } };
    const strict = await start();
    t.match(await strict.play(['http://127.0.0.1:1/live']), refused);
    await strict.stop();
    const open = await start({ environment: { TONEARM_STREAM_ALLOW: '127.0.0.0/8' } });
    t.equal((await open.play(['http://127.0.0.1:1/live'])).status, 200);
    t.match(await open.play([`${open.base}/player/status`]), refused);
    t.match(await open.play(['http://[::1]:1/live']), refused);
  },
);
