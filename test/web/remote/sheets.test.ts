import t from 'tap';
import {
  closeSheet,
  dismissSheet,
  dismissSheets,
  openSheet,
  type Sheet,
  sheets,
  withdrawSheet,
} from '../../../src/web/remote/state/sheets.js';

/** Opens one for each title; who was dismissed stands in `dismissed`. */
function open(...titles: readonly string[]) {
  dismissSheets();
  const dismissed: string[] = [];
  const all = titles.map((title): Sheet => ({ title, body: () => null, dismissed: () => dismissed.push(title) }));
  for (const each of all) openSheet(each);
  return { all, dismissed };
}

const shown = () => sheets.value.map(({ title }) => title);

t.test('one that rises over another gives it back, whether it is answered or not', async (t) => {
  const { dismissed } = open('menu', 'pairing', 'PIN');
  t.strictSame(shown(), ['menu', 'pairing', 'PIN']);
  closeSheet();
  t.strictSame(shown(), ['menu', 'pairing']);
  t.strictSame(dismissed, [], 'an answer is no dismissal');
  dismissSheet();
  t.strictSame(shown(), ['menu']);
  t.strictSame(dismissed, ['pairing']);
  closeSheet();
  closeSheet();
  dismissSheet();
  t.strictSame(shown(), []);
  t.strictSame(dismissed, ['pairing'], 'where nothing is open nothing happens');
});

t.test('a prompt whose time is over goes away wherever it lies, and nobody is told', async (t) => {
  for (const at of [0, 1, 2]) {
    const { all, dismissed } = open('a', 'b', 'c');
    const gone = all[at]!;
    const left = all.filter((each) => each !== gone).map(({ title }) => title);
    withdrawSheet(gone);
    t.strictSame(shown(), left);
    const before = sheets.value;
    withdrawSheet(gone);
    t.equal(sheets.value, before, 'and is not missed a second time');
    t.strictSame(dismissed, []);
  }
});

t.test('another place dismisses all, the uppermost first, and each once', async (t) => {
  const { dismissed } = open('a', 'b', 'c');
  dismissSheets();
  dismissSheets();
  t.strictSame(shown(), []);
  t.strictSame(dismissed, ['c', 'b', 'a']);
});

t.test('who is dismissed may open another, which stays', async (t) => {
  open();
  openSheet({ title: 'first', body: () => null, dismissed: () => openSheet({ title: 'second', body: () => null }) });
  dismissSheet();
  t.strictSame(shown(), ['second']);
  open();
  openSheet({ title: 'first', body: () => null, dismissed: () => openSheet({ title: 'third', body: () => null }) });
  dismissSheets();
  t.strictSame(shown(), ['third']);
});
