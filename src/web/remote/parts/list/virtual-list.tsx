/**
 * A list with only its visible rows in the document: a hundred thousand rows of one height, fetched in pieces. A row that
 * is not loaded yet is empty. The page itself scrolls, so that the bars of the phone come and go.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Rows } from '../../state/pages.js';
import { rowHeight } from '../../state/text-size.js';
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
  /** Index of a dragged row, which stays drawn wherever the page is scrolled to. */
  readonly held?: number | undefined;
  readonly empty: EmptyProps;
}

export function VirtualList<Row>(props: VirtualListProps<Row>) {
  const { rows, rowHeight: height = rowHeight(), columns = 1, label, row, keyOf, shift, held, empty } = props;
  const list = useRef<HTMLUListElement>(null);
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
    addEventListener('scroll', later, { passive: true });
    addEventListener('resize', later);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', later);
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
  // Sorted: an element that is moved in the document loses its pointer.
  if (held !== undefined && held < range.first) indices.unshift(held);
  else if (held !== undefined && held >= last && held < rows.total) indices.push(held);
  for (const index of indices) {
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
      style={{ height: `${Math.ceil(rows.total / columns) * height}px` }}
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

/** Columns of at least `width` CSS pixels for which the page has room. */
export function useColumns(width: number): { readonly columns: number; readonly columnWidth: number } {
  const measure = () => Math.min(document.documentElement.clientWidth, 960) - 32 + 12;
  const [room, setRoom] = useState(measure);
  useResize(() => setRoom(measure()));
  const columns = Math.max(2, Math.floor(room / width));
  return { columns, columnWidth: room / columns };
}
