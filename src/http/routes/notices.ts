/** What happened to the box; not in rockboxd. */
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, type Route, routesOf } from '../route.js';
import { NoticesSchema, toNotice } from '../wire/notices.js';

const api = routesOf('/system', { tag: 'System' });

export function noticeRoutes({ notices }: Pick<HttpDeps, 'notices'>): Route[] {
  return [
    api.get('/notices', 'listNotices', 'List unacknowledged notices', {
      description: 'Such as damage to the database of what people did, and what came back. Empty on most days.',
      answers: jsonAnswer('The notices.', NoticesSchema, ['Cache-Control']),
      async handler(_input, ctx) {
        ctx.res.setHeader('Cache-Control', 'no-store');
        return (await notices.read()).map(toNotice);
      },
    }),
    api.delete('/notices/{id}', 'acknowledgeNotice', 'Acknowledge a notice', {
      segments: { id: 'As `GET /system/notices` has it.' },
      answers: { 204: { description: 'It is not shown any more.' } },
      refusals: { 404: 'There is no such notice.', 503: 'It could not be saved.' },
      handler: ({ params: { id } }) => notices.acknowledge(id),
    }),
  ];
}
