/** Finds an element of a page by its role and its accessible name, in any engine. */

export interface Found {
  /** Middle of the element in CSS pixels of the window. */
  readonly x: number;
  readonly y: number;
  /** Why it cannot be pressed now; empty when it can. */
  readonly problem: string;
  /** Names of all elements with that role. */
  readonly names: readonly string[];
}

/**
 * Text of a function of role, name and part of the page, which resolves with a `Found`. An element that is not in the
 * window is scrolled to. Roles are those that the elements of the web remote have by themselves, or by their attribute.
 */
export const FIND = `async (role, name, within) => {
  const OWN = {
    button: 'button', link: 'a[href]', searchbox: 'input[type=search]', textbox: 'input[type=text]', list: 'ul',
    heading: 'h1, h2', slider: 'input[type=range]', dialog: 'dialog[open]',
  };
  const found = (problem, x = 0, y = 0) => ({ problem, x, y, names });
  const textOf = (element) => (element?.innerText ?? '').replace(/\\s+/g, ' ').trim();
  const nameOf = (element) =>
    element.getAttribute('aria-label') ??
    (element.getAttribute('aria-labelledby')?.split(' ').map((id) => textOf(document.getElementById(id))).join(' ') ||
      textOf(element.labels?.[0]) || textOf(element));
  const isCalled = (element) => {
    const own = nameOf(element);
    return name.endsWith('…') && own !== name ? own.startsWith(name.slice(0, -1)) : own === name;
  };
  const dialogs = [...document.querySelectorAll('dialog[open]')];
  const part = within === 'dialog' ? dialogs.at(-1) : document.querySelector(within);
  const selector = '[role=' + role + ']' + (OWN[role] ? ', :is(' + OWN[role] + '):not([role])' : '');
  const all = [...(part ?? document.createElement('p')).querySelectorAll(selector)];
  const names = all.map(nameOf);
  if (part == null) return found('there is no such part of the page');
  const element = all.find(isCalled);
  if (element === undefined) return found('there is none');
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const middle = () => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const hit = ([x, y]) => document.elementFromPoint(x, y);
  if (hit(middle()) === null || !element.contains(hit(middle()))) element.scrollIntoView({ block: 'center' });
  const before = middle();
  await frame();
  await frame();
  const [x, y] = middle();
  if (x !== before[0] || y !== before[1]) return found('it moves');
  const top = hit([x, y]);
  if (top === null) return found('it is outside of the window');
  if (!element.contains(top)) return found('it is below ' + top.outerHTML.slice(0, 200));
  return found('', x, y);
}`;
