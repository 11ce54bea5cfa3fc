/** Light or dark: as the system of this phone says, or as it was chosen on this page. Kept by this browser. */
import { store, stored, unstore } from './stored.js';

/** Name by which this browser keeps the choice. */
const KEPT = 'appearance';
const CHOICES = ['light', 'dark'] as const;
const SCHEME = /\(prefers-color-scheme: (light|dark)\)/;

export type Appearance = (typeof CHOICES)[number] | 'system';

export function appearance(): Appearance {
  const kept = stored(KEPT);
  return CHOICES.find((each) => each === kept) ?? 'system';
}

export function chooseAppearance(wanted: Appearance): void {
  if (wanted === 'system') unstore(KEPT);
  else store(KEPT, wanted);
  // The rules below lose what they were written for, so they are read anew from the page.
  location.reload();
}

/** Applies the kept choice: rules for one scheme hold always or never, instead of by the system. */
export function startAppearance(): void {
  const wanted = appearance();
  if (wanted === 'system') return;
  const decided = (media: string) =>
    media.replace(SCHEME, (_whole, scheme: string) => (scheme === wanted ? 'all' : 'not all'));
  document.documentElement.style.colorScheme = wanted;
  for (const sheet of document.styleSheets)
    for (const rule of sheet.cssRules)
      if (rule instanceof CSSMediaRule) rule.media.mediaText = decided(rule.media.mediaText);
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.media = decided(meta.media);
}
