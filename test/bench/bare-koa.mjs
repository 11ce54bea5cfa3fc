/** The yardstick of a route: Koa and nothing else. `node bare-koa.mjs PORT [BYTES]`; so many bytes are ready to be sent. */
import Koa from 'koa';

const [port, bytes] = process.argv.slice(2);
const ready = bytes === undefined ? undefined : Buffer.alloc(Number(bytes), ' ');
const app = new Koa();
app.use((ctx) => {
  if (ready !== undefined) ctx.type = 'json';
  ctx.body = ready ?? { status: 0 };
});
app.listen(Number(port), '127.0.0.1');
