/** What was searched for lately: kept on this phone. */
import { signal } from '@preact/signals';
import { store, stored, unstore } from '../../state/browser/stored.js';

const STORED = 'recent searches';
const KEPT = 12;

/** The newest first. */
export const recentSearches = signal<readonly string[]>(read());

/** A text as it is compared: without case and accents. */
export function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

function read(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(stored(STORED) ?? '');
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string').slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

function keep(searches: readonly string[]): void {
  recentSearches.value = searches;
  if (searches.length === 0) unstore(STORED);
  else store(STORED, JSON.stringify(searches));
}

/** Remembers a search that led somewhere; the same one is remembered once. */
export function rememberSearch(question: string): void {
  if (question === '' || question === recentSearches.peek()[0]) return;
  keep([question, ...others(question)].slice(0, KEPT));
}

export function forgetSearch(question: string): void {
  keep(others(question));
}

export function forgetSearches(): void {
  keep([]);
}

const others = (question: string) => recentSearches.peek().filter((each) => plain(each) !== plain(question));
