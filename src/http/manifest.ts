/**
 * The manifest of the remote (W3C Web Application Manifest): its name and picture on the home screen of a phone, and the
 * ways that a long press on it offers. Over plain HTTP browsers take the name and the colours from it, and no more.
 */

import { listOf, record, text } from './schema.js';

const BACK = '#161514';

/** A record, as on the page itself. */
const PICTURE =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E" +
  `%3Crect width='32' height='32' fill='%23${BACK.slice(1)}'/%3E%3Ccircle cx='16' cy='16' r='12' fill='%23333'/%3E` +
  "%3Ccircle cx='16' cy='16' r='4' fill='%23e8a33d'/%3E%3C/svg%3E";

/** Edges of the icons in pixels: those of a manifest, and that of iOS, whose page names it. */
export const ICON_EDGES = [180, 192, 512] as const;

function icon(edge: (typeof ICON_EDGES)[number]) {
  return { src: `/icons/${edge}.png`, type: 'image/png', sizes: `${edge}x${edge}`, purpose: 'any maskable' } as const;
}

function shortcut(name: string, screen: string) {
  return { name, url: `/#/${screen}` };
}

export const MANIFEST = {
  name: 'Tonearm',
  short_name: 'Tonearm',
  description: 'What plays, and what could.',
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: BACK,
  theme_color: BACK,
  icons: [{ src: PICTURE, type: 'image/svg+xml', sizes: 'any', purpose: 'any' }, icon(192), icon(512)],
  shortcuts: [
    shortcut('Now playing', 'now'),
    shortcut('Queue', 'queue'),
    shortcut('Library', 'library'),
    shortcut('Search', 'search'),
  ],
} as const;

const IconSchema = record('', {
  src: text('Its address.'),
  type: text('Its media type.'),
  sizes: text('In pixels, or `any`.'),
  purpose: text('What it may be used for.'),
});

export const ManifestSchema = record('', {
  name: text('Name of the application.'),
  short_name: text('The same where there is little room.'),
  description: text('What it is for.'),
  id: text('Names it among others of this origin.'),
  start_url: text('Where it begins.'),
  scope: text('The addresses that belong to it.'),
  display: text('How much of the browser is seen around it.'),
  background_color: text('Before it is drawn.'),
  theme_color: text('Of the bars around it.'),
  icons: listOf(IconSchema, 'Its pictures.'),
  shortcuts: listOf(record('', { name: text('Name.'), url: text('Where it leads.') }), 'Ways into it.'),
} satisfies Record<keyof typeof MANIFEST, unknown>);
