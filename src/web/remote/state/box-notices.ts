/** Unread notices of the daemon, such as a restored backup; fetched at each connection. */
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
    // A failure waits for the next connection.
    if (connected.value) load().catch(() => undefined);
  });
}

/** Marks a notice as read. Never rejects. */
export async function acknowledge(id: string): Promise<void> {
  if (await done(box.DELETE('/system/notices/{id}', { params: { path: { id } } }))) {
    boxNotices.value = boxNotices.value.filter((notice) => notice.id !== id);
  }
}
