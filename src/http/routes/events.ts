/** The stream of events: what a remote needs to follow the box without asking. */
import type { EventHub } from '../events/events.js';
import { type Route, routesOf } from '../route.js';
import { requireSameOrigin } from '../security.js';
import { EventsSchema } from '../wire/events.js';

const api = routesOf('', { tag: 'Events' });

const DESCRIPTION = `Server-sent events. The first is a \`snapshot\`; after it each part of it is sent when it changes,
under its own name, and \`track_skipped\` when a track could not be played. Events with an id are replayed to a client
that comes back with \`Last-Event-ID\`; when too much happened since, or the daemon was started anew, it gets a new
\`snapshot\`. \`position\` (also every few seconds, even while nothing plays: so a client knows that the stream lives), \`sleep_timer\` and \`scan\` have no id; for the first two a client counts on by
its own clock. Nor has \`bluetooth\`.
A client that does not read is dropped.`;

export function eventRoutes(events: EventHub): Route[] {
  return [
    api.get('/events', 'getEvents', 'Subscribe to events', {
      description: DESCRIPTION.replaceAll('\n', ' '),
      heeds: ['Last-Event-ID'],
      answers: {
        200: {
          description: 'The stream, without end.',
          type: 'text/event-stream',
          schema: EventsSchema,
          headers: ['Cache-Control'],
        },
      },
      refusals: { 503: 'Too many clients follow the events already, or the daemon is about to stop.' },
      async handler(_input, ctx) {
        requireSameOrigin(ctx.req, ctx.req.headers.host ?? '');
        if (ctx.method === 'HEAD') {
          ctx.set({ 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store' });
          ctx.status = 200;
          return;
        }
        await events.open(ctx.req, ctx.res);
        ctx.respond = false;
      },
    }),
  ];
}
