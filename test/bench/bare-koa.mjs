/**
 * Reference for a route: Koa with one handler. `node bare-koa.mjs PORT [BYTES]`; with BYTES, a body of that size
 * prepared at the start.
 */
import Koa from 'koa';

const [port, bytes] = process.argv.slice(2);
const ready = bytes === undefined ? undefined : Buffer.alloc(Number(bytes), ' ');
const app = new Koa();
app.use((ctx) => {
  if (ready !== undefined) ctx.type = 'json';
  ctx.body = ready ?? { status: 0 };
});
app.listen(Number(port), '127.0.0.1');
