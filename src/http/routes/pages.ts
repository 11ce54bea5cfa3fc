/**
 * The pages: the phone remote at `/` and the documentation, each one file with its script and style inside; and the
 * manifest of the remote, with its icons.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'koa';
import { NotFound } from '../../errors.js';
import { drawIcon } from '../icon.js';
import { ICON_EDGES, MANIFEST, ManifestSchema } from '../manifest.js';
import type { HttpDeps } from '../deps.js';
import { type Route, routesOf } from '../route.js';
import { text } from '../schema.js';

const api = routesOf('', { tag: 'Remote' });

const MANIFEST_TYPE = 'application/manifest+json';
/** Seconds for which a browser keeps an icon. */
const ICON_AGE = 86_400;

const compress = promisify(gzip);

interface Page {
  readonly html: Buffer;
  /** The page compressed by gzip, once: a third of its size. */
  readonly gzipped: Buffer;
  readonly tag: string;
  readonly policy: string;
}

/** The sources of a Content-Security-Policy (W3C CSP level 3) that let in these very texts and no others. */
function sourcesOf(html: string, element: 'script' | 'style'): string {
  const texts = [...html.matchAll(new RegExp(`<${element}[^>]*>([\\s\\S]*?)</${element}>`, 'g'))];
  const hashes = texts.map(([, inside = '']) => `'sha256-${createHash('sha256').update(inside).digest('base64')}'`);
  return hashes.length > 0 ? hashes.join(' ') : "'none'";
}

/** Nothing from outside, nothing but our own script and style, and no page around it. */
function policyOf(html: string): string {
  return [
    "default-src 'none'",
    `script-src ${sourcesOf(html, 'script')}`,
    `style-src ${sourcesOf(html, 'style')}`,
    "connect-src 'self'",
    "manifest-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

async function readPage(file: string): Promise<Page> {
  const html = await readFile(file);
  const tag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
  return { html, gzipped: await compress(html), tag, policy: policyOf(html.toString()) };
}

function answerPage(ctx: Context, { html, gzipped, tag, policy }: Page): void {
  const isGzip = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  ctx.set({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-cache',
    'Referrer-Policy': 'no-referrer',
    Vary: 'Accept-Encoding',
    // What is compressed is another representation (RFC 9110 section 8.8.3.3).
    ETag: isGzip ? tag.replace(/"$/, '-gzip"') : tag,
  });
  ctx.status = 200;
  ctx.body = isGzip ? gzipped : html;
  if (ctx.fresh) ctx.status = 304;
  else if (isGzip) ctx.set('Content-Encoding', 'gzip');
}

/** Answers with the page of a file, which is read once. */
function pageHandler(file: string | undefined): Route['handler'] {
  let reading: Promise<Page> | undefined;
  return async (_input, ctx) => {
    if (file === undefined) throw new NotFound('NO_PAGE', 'The page was not built.');
    reading ??= readPage(file).catch((error: unknown) => {
      reading = undefined; // the next one tries again
      throw error;
    });
    answerPage(ctx, await reading);
  };
}

/** Answers with an icon, each of which is drawn once. */
function iconHandler(): Route['handler'] {
  const icons = new Map<number, Promise<Buffer>>();
  return async ({ params: { name } }, ctx) => {
    const edge = ICON_EDGES.find((each) => name === `${each}.png`);
    if (edge === undefined) throw new NotFound('UNKNOWN_ID', 'There is no icon of this name.');
    const drawing = icons.get(edge) ?? drawIcon(edge);
    icons.set(edge, drawing);
    ctx.set({ 'Content-Type': 'image/png', 'Cache-Control': `max-age=${ICON_AGE}` });
    ctx.status = 200;
    ctx.body = await drawing;
  };
}

const HEADERS = ['ETag', 'Cache-Control', 'Content-Security-Policy', 'Referrer-Policy'] as const;

/** What the rows have in common. */
const PAGE = {
  answers: {
    200: {
      description: 'The page.',
      type: 'text/html',
      schema: text('One file, with all that it needs.'),
      headers: HEADERS,
    },
    304: { description: 'The client has it already.', headers: HEADERS },
  },
  refusals: { 404: 'It was not built.' },
} as const;

export function pageRoutes({ remotePage, docsPage }: Pick<HttpDeps, 'remotePage' | 'docsPage'>): Route[] {
  return [
    api.get('/', 'getRemote', 'Get the web remote', {
      ...PAGE,
      handler: pageHandler(remotePage),
    }),
    routesOf('/docs', { tag: 'System' }).get('', 'getDocs', 'Get the interactive API documentation', {
      ...PAGE,
      handler: pageHandler(docsPage),
    }),
    api.get('/manifest.webmanifest', 'getManifest', 'Get the web app manifest of the remote', {
      description: 'A Web Application Manifest of the W3C.',
      answers: {
        200: {
          description: 'The manifest.',
          type: MANIFEST_TYPE,
          schema: ManifestSchema,
          headers: ['Cache-Control'],
        },
      },
      handler(_input, ctx) {
        ctx.set({ 'Content-Type': MANIFEST_TYPE, 'Cache-Control': 'no-cache' });
        ctx.status = 200;
        ctx.body = JSON.stringify(MANIFEST);
      },
    }),
    api.get('/icons/{name}', 'getIcon', 'Get a home screen icon of the remote', {
      segments: { name: `${ICON_EDGES.map((edge) => `\`${edge}.png\``).join(', ')}: by its edge in pixels.` },
      answers: {
        200: {
          description: 'The icon.',
          type: 'image/*',
          schema: { type: 'string', format: 'binary', description: 'Its bytes.' },
          headers: ['Cache-Control'],
        },
      },
      refusals: { 404: 'There is no icon of this name.' },
      handler: iconHandler(),
    }),
  ];
}
