/** Removes entries from the queue by touch. */
import type { Page } from 'playwright-core';

/** By the menu of the row: two touches. */
export async function removeFromQueue(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `More about ${title}` }).tap();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Remove ${title}` })
    .tap();
}
