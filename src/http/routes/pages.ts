/**
 * The pages: the phone remote at `/` and the documentation, each one file with its script and style inside; the texts, the
 * second script, the manifest and the icons of the remote.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from 'koa';
import { NotFound } from '../../errors.js';
import { drawIcon } from '../icon.js';
import { ICON_EDGES, MANIFEST, ManifestSchema } from '../manifest.js';
import type { HttpDeps } from '../deps.js';
import { namedAddresses } from '../wire/discovery.js';
import { type Route, routesOf } from '../route.js';
import { text } from '../schema.js';

const api = routesOf('', { tag: 'Remote' });

const MANIFEST_TYPE = 'application/manifest+json';
/** Seconds for which a browser keeps an icon. */
const ICON_AGE = 86_400;

/** Ends of the names of what the build compressed beside a file, by content coding, the smallest first. */
const ENDINGS = { br: '.br', gzip: '.gz', identity: '' } as const;
type Coding = keyof typeof ENDINGS;
const CODINGS = Object.keys(ENDINGS) as Coding[];

/** The sources of a Content-Security-Policy (W3C CSP level 3) that let in these very texts and no others. */
function sourcesOf(html: string, element: 'script' | 'style'): string {
  const texts = [...html.matchAll(new RegExp(`<${element}[^>]*>([\\s\\S]*?)</${element}>`, 'g'))];
  const hashes = texts.map(([, inside = '']) => `'sha256-${createHash('sha256').update(inside).digest('base64')}'`);
  return hashes.length > 0 ? hashes.join(' ') : "'none'";
}

/** Nothing from outside, nothing but our own scripts and style, and no page around it. */
function policyOf(html: string): string {
  return [
    "default-src 'none'",
    `script-src ${html.includes('"/scripts/') ? "'self' " : ''}${sourcesOf(html, 'script')}`,
    `style-src ${sourcesOf(html, 'style')}`,
    "connect-src 'self'",
    "manifest-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const HTML = (html: Buffer) => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policyOf(html.toString()),
  'Referrer-Policy': 'no-referrer',
});

/** A file of the build. Each of its codings is read once, when a client first takes it. */
class BuiltFile {
  readonly #bodies = new Map<Coding, Promise<Buffer>>();
  #about: Promise<{ readonly headers: Record<string, string>; readonly tag: string }> | undefined;

  constructor(
    readonly path: string,
    readonly headersOf: (content: Buffer) => Record<string, string>,
  ) {}

  async answer(ctx: Context): Promise<void> {
    const coding = CODINGS.find((each) => ctx.acceptsEncodings(each) === each) ?? 'identity';
    this.#about ??= this.#describe().catch((error: unknown) => {
      this.#about = undefined; // the next request tries again
      throw error;
    });
    const { headers, tag } = await this.#about;
    ctx.set({
      ...headers,
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Encoding',
      // What is compressed is another representation (RFC 9110 section 8.8.3.3).
      ETag: coding === 'identity' ? tag : tag.replace(/"$/, `-${coding}"`),
    });
    ctx.status = 200;
    ctx.body = await this.#body(coding);
    if (ctx.fresh) ctx.status = 304;
    else if (coding !== 'identity') ctx.set('Content-Encoding', coding);
  }

  async #describe() {
    const content = await readFile(this.path);
    return {
      headers: this.headersOf(content),
      tag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
    };
  }

  #body(coding: Coding): Promise<Buffer> {
    const reading = this.#bodies.get(coding) ?? readFile(`${this.path}${ENDINGS[coding]}`);
    this.#bodies.set(coding, reading);
    reading.catch(() => this.#bodies.delete(coding));
    return reading;
  }
}

function pageHandler(path: string | undefined): Route['handler'] {
  const page = path === undefined ? undefined : new BuiltFile(path, HTML);
  return (_input, ctx) => {
    if (page === undefined) throw new NotFound('NO_PAGE', 'The page was not built.');
    return page.answer(ctx);
  };
}

/**
 * The remote. In the hotspot, it may look for the box under its name: so it finds out when the phone is back in the home
 * network, and the box too.
 */
function remoteHandler({ remotePage, hotspot, discovery }: PageDeps): Route['handler'] {
  const answer = pageHandler(remotePage);
  return async (input, ctx) => {
    await answer(input, ctx);
    // A page that looks from the address in the hotspot is of another origin.
    if (hotspot.wasOnLately) ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
    if (hotspot.address === undefined) return;
    const names = namedAddresses(await discovery.read());
    const policy = ctx.response.get('Content-Security-Policy');
    ctx.set(
      'Content-Security-Policy',
      policy.replace("connect-src 'self'", ["connect-src 'self'", ...names].join(' ')),
    );
  };
}

/** Answers with the files of a folder of the build whose names have this ending. */
function folderHandler(folder: string | undefined, ending: string, type: string, unknown: string): Route['handler'] {
  const files = new Map<string, BuiltFile>();
  return async ({ params: { name = '' } }, ctx) => {
    if (files.size === 0 && folder !== undefined) {
      for (const each of (await readdir(folder)).filter((found) => found.endsWith(ending)))
        files.set(each, new BuiltFile(join(folder, each), () => ({ 'Content-Type': type })));
    }
    const file = files.get(name);
    if (file === undefined) throw new NotFound('UNKNOWN_ID', unknown);
    await file.answer(ctx);
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

type PageDeps = Pick<HttpDeps, 'remotePage' | 'remoteLocales' | 'remoteScripts' | 'docsPage' | 'hotspot' | 'discovery'>;

export function pageRoutes(deps: PageDeps): Route[] {
  const { remoteLocales, remoteScripts, docsPage } = deps;
  return [
    api.get('/', 'getRemote', 'Get the web remote', {
      ...PAGE,
      handler: remoteHandler(deps),
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
    api.get('/locales/{name}', 'getLocale', 'Get the texts of the remote in a language', {
      segments: { name: '`de.json`, `fr.json`, …: by the code of the language. English is in the page itself.' },
      answers: {
        200: {
          description: 'The texts by name; plurals are ICU messages.',
          type: 'application/json',
          schema: { type: 'object', additionalProperties: { type: 'string' } },
          headers: ['ETag', 'Cache-Control'],
        },
        304: { description: 'The client has them already.', headers: ['ETag', 'Cache-Control'] },
      },
      refusals: { 404: 'There are none in this language.' },
      handler: folderHandler(remoteLocales, '.json', 'application/json', 'The remote has no texts in this language.'),
    }),
    api.get('/scripts/{name}', 'getScript', 'Get a script that the web remote loads later', {
      segments: { name: 'By a hash of its content, as the page has it.' },
      answers: {
        200: {
          description: 'The script.',
          type: 'text/javascript',
          schema: text('A module of JavaScript.'),
          headers: ['ETag', 'Cache-Control'],
        },
        304: { description: 'The client has it already.', headers: ['ETag', 'Cache-Control'] },
      },
      refusals: { 404: 'It is of another version of the page.' },
      handler: folderHandler(
        remoteScripts,
        '.js',
        'text/javascript; charset=utf-8',
        'This is not a script of the page as it is now. Load the page again.',
      ),
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
