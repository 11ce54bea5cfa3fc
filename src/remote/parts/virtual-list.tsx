/**
 * A list of which only what is seen is in the document: a hundred thousand rows of one height, fetched in pages as they
 * come near. The scroll bar is that of the whole list; what has not come yet is an empty row of the same height.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Pages } from '../state/pages.js';

/** Rows above and below what is seen. */
const MARGIN = 8;

interface VirtualListProps<Row> {
  readonly pages: Pages<Row>;
  /** CSS pixels. */
  readonly rowHeight: number;
  readonly label: string;
  readonly row: (row: Row, index: number) => ComponentChildren;
  /** First row that is seen, told while it is scrolled. */
  readonly onTop?: (index: number) => void;
}

/** The scrolling element is the screen itself, so that the phone's bars come and go as on any page. */
export function VirtualList<Row>({ pages, rowHeight, label, row, onTop }: VirtualListProps<Row>) {
  const list = useRef<HTMLUListElement>(null);
  const [range, setRange] = useState({ first: 0, last: 0 });
  const [, setVersion] = useState(0);

  useEffect(() => pages.subscribe(() => setVersion((version) => version + 1)), [pages]);

  useLayoutEffect(() => {
    let frame = 0;
    const measure = (): void => {
      frame = 0;
      const top = -(list.current?.getBoundingClientRect().top ?? 0);
      const seen = Math.max(0, Math.floor(top / rowHeight));
      const rows = Math.ceil(innerHeight / rowHeight);
      const first = Math.max(0, seen - MARGIN);
      const last = Math.min(pages.total, seen + rows + MARGIN);
      setRange((before) => (before.first === first && before.last === last ? before : { first, last }));
      pages.need(first, last);
      onTop?.(seen);
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
  }, [pages, pages.total, rowHeight, onTop]);

  const rows: ComponentChildren[] = [];
  for (let index = range.first; index < Math.min(range.last, pages.total); index++) {
    const value = pages.at(index);
    rows.push(
      <li
        key={index}
        class="row"
        style={{ transform: `translateY(${index * rowHeight}px)`, height: `${rowHeight}px` }}
        aria-setsize={pages.total}
        aria-posinset={index + 1}
        aria-busy={value === undefined}
      >
        {value === undefined ? null : row(value, index)}
      </li>,
    );
  }
  return (
    <ul ref={list} class="virtual" aria-label={label} style={{ height: `${pages.total * rowHeight}px` }}>
      {rows}
    </ul>
  );
}
