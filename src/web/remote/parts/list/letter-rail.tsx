/** The letters at the edge of a long list: a finger along them scrolls the list; for keyboards they are a slider. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { say } from '../../state/language.js';
import { useResize } from './virtual-list.js';

/** A letter, and the index of the first row under it. */
type Letter = Readonly<{ letter: string; offset: number }>;
/** @param onGo shows the row at an index */
type LetterRailProps = Readonly<{ letters: readonly Letter[]; onGo: (index: number) => void }>;

/** Least height of a letter in CSS pixels. */
const LEAST = 15;

export function LetterRail({ letters, onGo }: LetterRailProps) {
  const rail = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const [isHeld, setHeld] = useState(false);
  const [height, setHeight] = useState(0);

  const measure = (): void => setHeight(rail.current?.clientHeight ?? 0);
  useEffect(measure, []);
  useResize(measure);

  const goTo = (index: number): void => {
    const to = Math.max(0, Math.min(letters.length - 1, index));
    setAt(to);
    const found = letters[to];
    if (found) onGo(found.offset);
  };
  const goAlong = ({ clientY }: PointerEvent): void => {
    const box = rail.current?.getBoundingClientRect();
    if (box) goTo(Math.floor(((clientY - box.top) / box.height) * letters.length));
  };
  const steps: Readonly<Record<string, number>> = {
    ArrowUp: at - 1,
    ArrowLeft: at - 1,
    ArrowDown: at + 1,
    ArrowRight: at + 1,
    Home: 0,
    End: letters.length - 1,
  };
  // Without room for all of them only every second, third … one is written.
  const every = Math.max(1, Math.ceil((letters.length * LEAST) / Math.max(LEAST, height)));
  const current = letters[at]?.letter ?? '';
  return (
    <>
      {isHeld && (
        <p class="letter" aria-hidden="true">
          {current}
        </p>
      )}
      <div
        ref={rail}
        class="rail"
        role="slider"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={say('library.letters')}
        aria-valuemin={0}
        aria-valuemax={letters.length - 1}
        aria-valuenow={at}
        aria-valuetext={current}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setHeld(true);
          goAlong(event);
        }}
        onPointerMove={(event) => {
          if (isHeld) goAlong(event);
        }}
        onPointerUp={() => setHeld(false)}
        onPointerCancel={() => setHeld(false)}
        onKeyDown={(event) => {
          const to = steps[event.key];
          if (to === undefined) return;
          event.preventDefault();
          goTo(to);
        }}
      >
        {letters.map(({ letter }, index) => (
          <span key={letter} aria-hidden="true">
            {index % every === 0 ? letter : ''}
          </span>
        ))}
      </div>
    </>
  );
}
