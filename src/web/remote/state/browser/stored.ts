/** What this browser keeps beyond the page. A browser may be told to keep nothing, or be full: then nothing is kept. */

function attempt<Result, Other>(act: () => Result, otherwise: Other): Result | Other {
  try {
    return act();
  } catch {
    return otherwise;
  }
}

export const stored = (name: string) => attempt(() => localStorage.getItem(name), null);
export const storedNames = () => attempt(() => Object.keys(localStorage), []);
export const store = (name: string, value: string) => attempt(() => localStorage.setItem(name, value), undefined);
export const unstore = (name: string) => attempt(() => localStorage.removeItem(name), undefined);
