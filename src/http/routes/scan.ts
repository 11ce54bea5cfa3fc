/** The scan of the library: to have it made, and to see what became of it. */
import { answerJson, answerText } from '../answer.js';
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, route, type Route, textAnswer } from '../route.js';
import { PROBLEMS_QUERY, pageSize, ScanSchema, toScan } from '../wire/scan.js';

/** PATH_MAX of Linux, `limits.h`. */
const PATH_LIMIT = 4096;

export function scanRoutes({ scanner, paths }: Pick<HttpDeps, 'scanner' | 'paths'>): Route[] {
  return [
    route({
      method: 'PUT',
      path: '/scan-library',
      tag: 'System',
      operationId: 'scanLibrary',
      summary: 'Bring the library up to date',
      description:
        'Answers when it is done; the events tell how far it is. A call during a scan joins it. What did not change is ' +
        'not read again.',
      query: {
        path: {
          type: 'string',
          maxLength: PATH_LIMIT,
          default: '',
          description: 'Just this folder of the library and what is below it; everything by default.',
        },
        rebuild_index: {
          type: 'boolean',
          default: false,
          description: 'Read all files again, whether they changed or not.',
        },
      },
      answers: textAnswer('Always `0`.', { type: 'string', enum: ['0'] }),
      refusals: { 503: 'The scan ended before its time, such as on a full disk; what was found until then is kept.' },
      async handler(ctx, { query }) {
        if (query.path === '') await scanner.scan(query.rebuild_index);
        else await scanner.scanFolder(await paths.resolve(query.path), query.rebuild_index);
        answerText(ctx, '0');
      },
    }),
    route({
      method: 'GET',
      path: '/scan',
      tag: 'System',
      operationId: 'getScan',
      summary: 'How far the scan of the library is, and what it could not read',
      query: PROBLEMS_QUERY,
      answers: jsonAnswer('The scan.', ScanSchema),
      async handler(ctx, { query: { limit, offset } }) {
        const problems = await scanner.problems(pageSize(limit), offset);
        answerJson(ctx, toScan(scanner.read(), problems));
      },
    }),
  ];
}
