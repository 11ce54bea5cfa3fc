/** The yardstick of a route: Koa and nothing else. `node bare-koa.mjs PORT` */
import Koa from 'koa';

const app = new Koa();
app.use((ctx) => {
  ctx.body = { status: 0 };
});
app.listen(Number(process.argv[2]), '127.0.0.1');
