/**
 * A list of which only what is seen is in the document: a hundred thousand rows of one height, fetched in pieces as they
 * come near. The scroll bar is that of the whole list; what has not come yet is an empty row of the same height. The
 * scrolling element is the page itself, so that the phone's bars come and go as on any page.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Rows } from '../state/pages.js';
import { rowHeight } from '../state/text-size.js';
import { Empty, type EmptyProps, Failed, Loading } from './states.js';

/** Rows above and below what is seen. */
const MARGIN = 8;

interface VirtualListProps<Row> {
  readonly rows: Rows<Row>;
  /** CSS pixels; `rowHeight()` when nothing is said. */
  readonly rowHeight?: number;
  /** Side by side; 1 when nothing is said. */
  readonly columns?: number;
  readonly label: string;
  readonly row: (row: Row, index: number) => ComponentChildren;
  /** What names a row while it wanders; its place when nothing is said. */
  readonly keyOf?: (row: Row) => string | number;
  /** CSS pixels by which a row is drawn beside its place. */
  readonly shift?: (index: number) => number;
  /** A row that stays drawn wherever the page is scrolled to: a finger holds it. */
  readonly held?: number | undefined;
  /** What is said when there is nothing. */
  readonly empty: EmptyProps;
}

export function VirtualList<Row>(props: VirtualListProps<Row>) {
  const { rows, rowHeight: height = rowHeight(), columns = 1, label, row, keyOf, shift, held, empty } = props;
  const list = useRef<HTMLUListElement>(null);
  const [range, setRange] = useState({ first: 0, last: 0 });
  const [, setVersion] = useState(0);

  useEffect(() => {
    const changed = (): void => setVersion((version) => version + 1);
    // What came between the first drawing and this was told to nobody.
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
  // In their order: an element that is moved in the document loses its pointer.
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

/** How many columns of at least `width` CSS pixels the page has room for; it follows the page's width. */
export function useColumns(width: number): { readonly columns: number; readonly columnWidth: number } {
  const measure = () => Math.min(document.documentElement.clientWidth, 960) - 32 + 12;
  const [room, setRoom] = useState(measure);
  useResize(() => setRoom(measure()));
  const columns = Math.max(2, Math.floor(room / width));
  return { columns, columnWidth: room / columns };
}
