/** The frame of a screen (title, back button, actions, scroll position), and buttons. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { say } from '../state/language.js';
import { isWide } from '../state/browser/layout.js';
import { back, leavingToRestore, SHELVES } from '../state/route.js';
import { Icon, type IconName } from './icon.js';

/** Milliseconds in which a screen may grow to the height at which it was left. */
const PATIENCE = 5000;
/** Whoever acts meanwhile wants to be elsewhere. */
const ACTS = ['wheel', 'pointerdown', 'keydown'] as const;

/**
 * Brings a screen back to where it was left, as soon as it is high enough, and the focus to the link that was followed.
 * @param heading has the focus until then @returns gives up
 */
function restore(heading: HTMLElement | null): () => void {
  const { top, shelves, link } = leavingToRestore();
  const until = performance.now() + PATIENCE;
  let frame = 0;
  const stop = (): void => {
    cancelAnimationFrame(frame);
    for (const type of ACTS) removeEventListener(type, stop, true);
  };
  const attempt = (): void => {
    scrollTo(0, top);
    for (const [at, shelf] of document.querySelectorAll(SHELVES).entries()) shelf.scrollLeft = shelves[at] ?? 0;
    const isThere = Math.abs(scrollY - top) <= 1;
    const links = link === undefined ? [] : [...document.querySelectorAll<HTMLElement>('main a')];
    const followed = links.find((each) => each.getAttribute('href') === link);
    if (isThere && followed && document.activeElement === heading) followed.focus({ preventScroll: true });
    if ((isThere && (!link || followed)) || performance.now() > until) stop();
    else frame = requestAnimationFrame(attempt);
  };
  for (const type of ACTS) addEventListener(type, stop, true);
  attempt();
  return stop;
}

interface PageProps {
  readonly title: string;
  /** The screen above this one, for a visit that began here; none for the screens of the tabs. */
  readonly above?: readonly string[];
  readonly actions?: ComponentChildren;
  /** Sticky content below the title. */
  readonly head?: ComponentChildren;
  readonly backIcon?: IconName;
  readonly children: ComponentChildren;
}

export function Page({ title, above, actions, head, backIcon = 'back', children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);

  useLayoutEffect(() => {
    // A screen reader reads the title, and Tab goes on from there; a field that has taken the focus keeps it.
    const { activeElement: focused, body } = document;
    if (focused === body || focused?.closest('.sidebar')) heading.current?.focus({ preventScroll: true });
    return restore(heading.current);
  }, []);

  return (
    <>
      <header class="head">
        <div class="line bar">
          {above && <IconButton icon={backIcon} label={say('nav.back')} onClick={() => back(...above)} />}
          <h1 id="title" ref={heading} tabIndex={-1} dir="auto">
            {title}
          </h1>
          {actions}
        </div>
        {head}
      </header>
      <main>{children}</main>
    </>
  );
}

/** The name of an icon for a mouse that rests on it; a finger does not rest. */
function tip(label: string): string | undefined {
  return isWide.value ? label : undefined;
}

interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: (event: MouseEvent) => void;
  readonly class?: string;
  /** State of a toggle button, which takes the accent colour while it is on. */
  readonly pressed?: boolean;
  readonly filled?: boolean;
  readonly disabled?: boolean;
  /** Whether something that it leads to is under way. */
  readonly isBusy?: boolean;
  /** Whether keyboards pass over it, because there is another way. */
  readonly isAside?: boolean;
}

export function IconButton(props: IconButtonProps) {
  const {
    icon,
    label,
    onClick,
    class: name = '',
    pressed,
    filled,
    disabled = false,
    isAside = false,
    isBusy = false,
  } = props;
  return (
    <button
      type="button"
      class={`icon-button ${name}${pressed === true ? ' on' : ''}`}
      aria-label={label}
      title={tip(label)}
      aria-pressed={pressed}
      disabled={disabled}
      tabIndex={isAside ? -1 : undefined}
      onClick={onClick}
    >
      {isBusy ? <span class="spinner" aria-hidden="true" /> : <Icon name={icon} filled={filled} />}
    </button>
  );
}

interface ButtonProps {
  readonly label: string;
  readonly act: () => void;
  /** Whether it is the primary button. */
  readonly main?: boolean;
  readonly icon?: IconName;
  /** Whether it takes the focus when its sheet opens. */
  readonly first?: boolean;
  /** A shortcut that does the same. */
  readonly keys?: string;
}

export function Button({ label, act, main = false, icon, first = false, keys }: ButtonProps) {
  return (
    <button
      type="button"
      class={main ? 'main-button' : 'text-button'}
      data-first={first ? '' : undefined}
      aria-keyshortcuts={keys}
      onClick={act}
    >
      {icon && <Icon name={icon} />}
      {label}
    </button>
  );
}

/** A link that looks like an icon button. */
export function IconLink({
  icon,
  label,
  href,
}: {
  readonly icon: IconName;
  readonly label: string;
  readonly href: string;
}) {
  return (
    <a class="icon-button" href={href} aria-label={label} title={tip(label)}>
      <Icon name={icon} />
    </a>
  );
}
