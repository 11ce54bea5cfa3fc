/** The scan of the library: to have it made, and to see what became of it. */
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, type Route, routesOf, textAnswer } from '../route.js';
import { PROBLEMS_QUERY, pageSize, ScanSchema, toScan } from '../wire/scan.js';

const api = routesOf('', { tag: 'System' });

/** PATH_MAX of Linux, `limits.h`. */
const PATH_LIMIT = 4096;

export function scanRoutes({ scanner, paths }: Pick<HttpDeps, 'scanner' | 'paths'>): Route[] {
  return [
    api.put('/scan-library', 'scanLibrary', 'Scan the library', {
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
      async handler({ query }) {
        if (query.path === '') await scanner.scan(query.rebuild_index);
        else await scanner.scanFolder(await paths.resolve(query.path), query.rebuild_index);
        return '0';
      },
    }),
    api.get('/scan', 'getScan', 'Get scan progress and unreadable files', {
      query: PROBLEMS_QUERY,
      answers: jsonAnswer('The scan.', ScanSchema),
      async handler({ query: { limit, offset } }) {
        const problems = await scanner.problems(pageSize(limit), offset);
        return toScan(scanner.read(), problems);
      },
    }),
  ];
}
