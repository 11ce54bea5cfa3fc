/** Writes a page that shows all pictures of a folder, a row for each screen, for a person to look through. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Picture {
  readonly screen: string;
  /** Path below the folder. */
  readonly path: string;
  readonly caption: string;
}

const STYLE = `body { font: 14px system-ui, sans-serif; margin: 1rem; background: #888 }
  div { display: flex; gap: .6rem; overflow-x: auto; align-items: end } figure { margin: 0 } img { height: 300px }`;

export async function writeContactSheet(folder: string, pictures: readonly Picture[]): Promise<void> {
  const screens = [...new Set(pictures.map(({ screen }) => screen))];
  const figure = ({ path, caption }: Picture): string =>
    `<figure><a href="${path}"><img loading="lazy" src="${path}" alt=""></a><figcaption>${caption}</figcaption></figure>`;
  const rows = screens.map((screen) => {
    const figures = pictures.filter((picture) => picture.screen === screen).map(figure);
    return `<h2>${screen}</h2>\n<div>${figures.join('\n')}</div>`;
  });
  const head = `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${STYLE}</style>`;
  await writeFile(join(folder, 'index.html'), [head, ...rows, ''].join('\n'));
}
