/** What happened to the box and nobody has read yet: asked for whenever the box is reached anew. */
import { effect, signal } from '@preact/signals';
import { bodyOf, box, done, quietBox, type Schemas } from './box.js';
import { connected } from './player.js';

export type BoxNotice = Schemas['Notices'][number];

export const boxNotices = signal<readonly BoxNotice[]>([]);

async function load(): Promise<void> {
  boxNotices.value = await bodyOf(quietBox.GET('/system/notices'));
}

export function followBoxNotices(): void {
  effect(() => {
    // What cannot be had now is asked for the next time.
    if (connected.value) load().catch(() => undefined);
  });
}

/** Somebody has read it. Never rejects. */
export async function acknowledge(id: string): Promise<void> {
  if (await done(box.DELETE('/system/notices/{id}', { params: { path: { id } } }))) {
    boxNotices.value = boxNotices.value.filter((notice) => notice.id !== id);
  }
}
