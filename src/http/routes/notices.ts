/** What happened to the box: an addition to the contract. */
import { answerJson } from '../answer.js';
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, route, type Route } from '../route.js';
import { NoticesSchema, toNotice } from '../wire/notices.js';

export function noticeRoutes({ notices }: Pick<HttpDeps, 'notices'>): Route[] {
  return [
    route({
      ...{ method: 'GET', path: '/system/notices', tag: 'System', operationId: 'listNotices' },
      summary: 'What happened that nobody has read yet',
      description: 'Such as damage to the database of what people did, and what came back. Empty on most days.',
      answers: jsonAnswer('The notices.', NoticesSchema, ['Cache-Control']),
      async handler(ctx) {
        ctx.res.setHeader('Cache-Control', 'no-store');
        answerJson(ctx, (await notices.read()).map(toNotice));
      },
    }),
    route({
      ...{ method: 'DELETE', path: '/system/notices/{id}', tag: 'System', operationId: 'acknowledgeNotice' },
      summary: 'Acknowledge a notice',
      segments: { id: 'As `GET /system/notices` has it.' },
      answers: { 204: { description: 'It is not shown any more.' } },
      refusals: { 404: 'There is no such notice.', 503: 'It could not be saved.' },
      async handler(ctx, { params: { id = '' } }) {
        await notices.acknowledge(id);
        ctx.status = 204;
      },
    }),
  ];
}
