/** The frame of a screen (title, back button, actions, scroll position), and buttons. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { say } from '../state/language.js';
import { back, scrollToRestore } from '../state/route.js';
import { Icon, type IconName } from './icon.js';

/** Frames in which a screen may grow to the height at which it was left. */
const ATTEMPTS = 30;

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
    const top = scrollToRestore();
    let left = ATTEMPTS;
    let frame = 0;
    const attempt = (): void => {
      scrollTo(0, top);
      if (Math.abs(scrollY - top) > 1 && left-- > 0) frame = requestAnimationFrame(attempt);
    };
    attempt();
    // A screen reader reads the title; a field that has taken the focus keeps it.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, []);

  return (
    <>
      <header class="head">
        <div class="line bar">
          {above && <IconButton icon={backIcon} label={say('nav.back')} onClick={() => back(...above)} />}
          <h1 ref={heading} tabIndex={-1}>
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

interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: (event: MouseEvent) => void;
  readonly class?: string;
  /** State of a toggle button, which takes the accent colour while it is on. */
  readonly pressed?: boolean;
  readonly filled?: boolean;
  readonly disabled?: boolean;
}

export function IconButton(props: IconButtonProps) {
  const { icon, label, onClick, class: name = '', pressed, filled, disabled = false } = props;
  return (
    <button
      type="button"
      class={`icon-button ${name}${pressed === true ? ' on' : ''}`}
      aria-label={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} filled={filled} />
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
    <a class="icon-button" href={href} aria-label={label}>
      <Icon name={icon} />
    </a>
  );
}
