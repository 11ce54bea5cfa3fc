/** The guide above the operations, made from `guide.md`: each section is folded, and filled when it is first opened. */
import { el, folded, prose } from './elements.js';
import GUIDE from './guide.md';

/** The address in the examples; the page shows its own instead, so that they can be pasted. */
const EXAMPLE_ADDRESS = 'http://tonearm.local';

/** Paragraphs and code blocks: the only Markdown that the guide uses, beside headings and backquotes. */
function blocksOf(markdown: string): HTMLElement[] {
  return markdown.split(/^```\w+\n([\s\S]*?)\n```$/m).flatMap((part, at) => {
    if (at % 2 === 1) return [el('pre', { tabindex: '0' }, part.replaceAll(EXAMPLE_ADDRESS, location.origin))];
    const paragraphs = part.split(/\n{2,}/).map((text) => text.trim());
    return paragraphs.filter((text) => text !== '').map((text) => prose('p', text));
  });
}

function sectionView(markdown: string): HTMLElement {
  const [, title = '', body = ''] = /^(.*)\n([\s\S]*)$/.exec(markdown) ?? [];
  return folded(el('summary', {}, el('b', {}, title)), {}, () => blocksOf(body));
}

/** The guide: title, introduction, sections. */
export function guideView(): HTMLElement[] {
  const [head = '', ...sections] = GUIDE.split(/^## /m);
  const [, title = '', introduction = ''] = /^# (.*)\n([\s\S]*)$/.exec(head) ?? [];
  return [el('h2', {}, title), ...blocksOf(introduction), ...sections.map(sectionView)];
}
