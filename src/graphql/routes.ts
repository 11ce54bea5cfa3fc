/** What the GraphQL port answers besides WebSockets: operations, and the covers and files that rockboxd has there too. */
import type { Context } from 'koa';
import { answerPieces } from '../http/send-pieces.js';
import { JSON_TYPE } from '../http/answer.js';
import { pinGivenBy } from '../http/pin-given.js';
import { jsonAnswer, type Route, routesOf } from '../http/route.js';
import { coverRoutes } from '../http/routes/covers.js';
import { trackFileRoutes } from '../http/routes/track-file.js';
import type { GraphqlDeps } from './deps.js';
import type { Engine } from './engine.js';
import { LONGEST_DOCUMENT } from './limits.js';

const api = routesOf('', { tag: 'GraphQL' });

const RequestSchema = {
  type: 'object',
  required: ['query'],
  properties: {
    query: { type: 'string', maxLength: LONGEST_DOCUMENT },
    operationName: { type: ['string', 'null'] },
    variables: { type: ['object', 'null'] },
  },
} as const;

/** @param engine is loaded with the first operation */
export function graphqlRoutes(deps: GraphqlDeps, engine: () => Promise<Engine>): Route[] {
  return [
    api.post('/graphql', 'graphql', 'Run a query or a mutation', {
      body: RequestSchema,
      answers: jsonAnswer('The data, and what was wrong.', { type: 'object' }),
      async handler({ body }, ctx) {
        const { query, operationName, variables } = body;
        const asked = { query, operationName, variables: variables as Readonly<Record<string, unknown>> | null };
        const answer = await (await engine()).answer(asked, pinGivenBy(ctx));
        ctx.status = 200;
        ctx.set('Content-Type', JSON_TYPE);
        if ('errors' in answer) ctx.body = JSON.stringify(answer);
        else await answerPieces(ctx, joined(answer));
      },
    }),
    ...coverRoutes(deps),
    ...trackFileRoutes(deps).map(asRockboxd),
  ];
}

/** Bytes of a piece: most of an answer are names and commas. */
const PIECE = 16 * 1024;

/** The pieces put together to some that are worth being sent. */
async function* joined(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length < PIECE) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

/** The file of a track where rockboxd has it: at its id, with any ending. */
function asRockboxd(route: Route): Route {
  return {
    ...route,
    path: '/tracks/{id}',
    handler({ params, ...input }, ctx: Context) {
      const [id = ''] = (params['id'] ?? '').split('.', 1);
      return route.handler({ ...input, params: { id } }, ctx);
    },
  };
}
