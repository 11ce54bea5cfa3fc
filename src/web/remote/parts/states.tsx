/** What a screen shows without content: loading, failed, empty. */
import type { ComponentChildren } from 'preact';
import { reasonOf } from '../state/box.js';
import { say } from '../state/language.js';
import type { Resource } from '../state/resource.js';
import { Icon, type IconName } from './icon.js';
import { Button } from './page.js';

export function Loading({ text = say('state.loading') }: { readonly text?: string }) {
  return (
    <p class="state" role="status">
      <span class="spinner" aria-hidden="true" />
      {text}
    </p>
  );
}

export function Failed({ error, again }: { readonly error: unknown; readonly again: () => void }) {
  return (
    <div class="state" role="alert">
      <p>{say('state.failed')}</p>
      <p class="faint">{reasonOf(error)}</p>
      <Button label={say('state.retry')} act={again} />
    </div>
  );
}

export type EmptyProps = Readonly<{ icon: IconName; text: string; hint?: string; children?: ComponentChildren }>;

export function Empty({ icon, text, hint, children }: EmptyProps) {
  return (
    <div class="state">
      <Icon name={icon} />
      <p>{text}</p>
      {hint && <p class="faint">{hint}</p>}
      {children}
    </div>
  );
}

type LoadedProps<Value> = Readonly<{ of: Resource<Value>; children: (value: Value) => ComponentChildren }>;

/** Renders the value of a resource, or its state until then. */
export function Loaded<Value>({ of: { value, error, again }, children }: LoadedProps<Value>) {
  if (value !== undefined) return <>{children(value)}</>;
  return error === undefined ? <Loading /> : <Failed error={error} again={again} />;
}
