/**
 * A list with only its visible rows in the document: a hundred thousand rows of one height, fetched in pieces. A row that
 * is not loaded yet is empty. The page itself scrolls, so that the bars of the phone come and go; a list may as well be in a
 * pane that scrolls. The row with the focus stays in the document wherever the list is scrolled to.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Rows } from '../../state/pages.js';
import { contentWidth } from '../../state/browser/layout.js';
import { rowHeight } from '../../state/browser/text-size.js';
import { Empty, type EmptyProps, Failed, Loading } from '../states.js';

/** Rows above and below the visible ones. */
const MARGIN = 8;

interface VirtualListProps<Row> {
  readonly rows: Rows<Row>;
  /** CSS pixels; `rowHeight()` when left out. */
  readonly rowHeight?: number;
  /** Rows side by side; 1 when left out. */
  readonly columns?: number;
  readonly label: string;
  readonly row: (row: Row, index: number) => ComponentChildren;
  /** Key of a row that moves; its index when left out. */
  readonly keyOf?: (row: Row) => string | number;
  /** Offset of a row in CSS pixels. */
  readonly shift?: (index: number) => number;
  /** CSS pixels that the list is higher than its rows, because some are moved down. */
  readonly extra?: number;
  /** Index of a dragged row, which stays drawn wherever the page is scrolled to. */
  readonly held?: number | undefined;
  readonly empty: EmptyProps;
}

export function VirtualList<Row>(props: VirtualListProps<Row>) {
  const {
    rows,
    rowHeight: height = rowHeight(),
    columns = 1,
    label,
    row,
    keyOf,
    shift,
    extra = 0,
    held,
    empty,
  } = props;
  const list = useRef<HTMLUListElement>(null);
  /** Index of the row with the focus. */
  const focused = useRef<number | undefined>(undefined);
  const [range, setRange] = useState({ first: 0, last: 0 });
  const [, setVersion] = useState(0);

  useEffect(() => {
    const changed = (): void => setVersion((version) => version + 1);
    // Rows may have come before this subscription.
    changed();
    return rows.subscribe(changed);
  }, [rows]);

  useLayoutEffect(() => {
    let frame = 0;
    const measure = (): void => {
      frame = 0;
      const top = -(list.current?.getBoundingClientRect().top ?? 0);
      const seen = Math.floor(top / height) - MARGIN;
      const first = Math.max(0, seen) * columns;
      const last = Math.min(rows.total, (seen + Math.ceil(innerHeight / height) + 2 * MARGIN) * columns);
      setRange((before) => (before.first === first && before.last === last ? before : { first, last }));
      if (last > first) rows.need(first, last);
    };
    const later = (): void => {
      frame ||= requestAnimationFrame(measure);
    };
    measure();
    // Scroll events of a pane do not bubble.
    const everywhere = { passive: true, capture: true };
    addEventListener('scroll', later, everywhere);
    addEventListener('resize', later);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', later, everywhere);
      removeEventListener('resize', later);
    };
  }, [rows, rows.total, height, columns]);

  if (rows.total === 0) {
    if (rows.error !== undefined) return <Failed error={rows.error} again={() => rows.retry()} />;
    return rows.isLoaded ? <Empty {...empty} /> : <Loading />;
  }
  const shown: ComponentChildren[] = [];
  const last = Math.min(range.last, rows.total);
  const indices = Array.from({ length: Math.max(0, last - range.first) }, (_, at) => range.first + at);
  for (const kept of new Set([held, focused.current])) {
    if (kept !== undefined && kept < rows.total && !(kept >= range.first && kept < last)) indices.push(kept);
  }
  // An element that is moved in the document loses its pointer and its focus.
  for (const index of indices.sort((one, other) => one - other)) {
    const value = rows.at(index);
    const y = Math.floor(index / columns) * height + (shift?.(index) ?? 0);
    shown.push(
      <li
        key={value === undefined || keyOf === undefined ? `at ${index}` : keyOf(value)}
        style={{
          transform: `translateY(${y}px)`,
          height: `${height}px`,
          width: `${100 / columns}%`,
          insetInlineStart: `${((index % columns) * 100) / columns}%`,
        }}
        aria-setsize={rows.total}
        aria-posinset={index + 1}
        aria-busy={value === undefined ? 'true' : undefined}
      >
        {value === undefined ? null : row(value, index)}
      </li>,
    );
  }
  return (
    <ul
      ref={list}
      class={columns > 1 ? 'virtual grid' : 'virtual'}
      aria-label={label}
      style={{ height: `${Math.ceil(rows.total / columns) * height + extra}px` }}
      onFocusIn={({ target }) => {
        const number = (target as Element).closest('[aria-posinset]')?.getAttribute('aria-posinset');
        focused.current = number == null ? undefined : Number(number) - 1;
      }}
      onFocusOut={() => (focused.current = undefined)}
    >
      {shown}
    </ul>
  );
}

/** Acts whenever the page has another size. */
export function useResize(act: () => void): void {
  useEffect(() => {
    addEventListener('resize', act);
    return () => removeEventListener('resize', act);
  }, []);
}

/** Columns of at least `width` CSS pixels for which a screen has room. */
export function columnsOf(width: number): { readonly columns: number; readonly columnWidth: number } {
  // The cells at the sides reach into the margins.
  const room = contentWidth.value + 12;
  const columns = Math.max(2, Math.floor(room / width));
  return { columns, columnWidth: room / columns };
}
