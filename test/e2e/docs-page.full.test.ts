import t from 'tap';

import { createHouse } from './daemon.js';
import { openPhone } from './browser.js';

t.test('the documentation lists, finds, explains and tries every operation, with nothing from outside', async (t) => {
  const house = await createHouse(t);
  const daemon = await house.start();
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/docs');
  const { paths } = (await daemon.get('/openapi.json')).body as { paths: Record<string, object> };
  const total = Object.values(paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0);
  await page.getByText(`${total} of ${total} operations`).waitFor();
  t.equal(await page.locator('#operations > section > details').count(), total);

  await page.getByText('First steps').click();
  await page.locator('#guide pre', { hasText: `BOX=${daemon.base}` }).waitFor();

  await page.getByLabel('Find an operation').fill('volume put');
  await page.getByText(`5 of ${total} operations`).waitFor();
  await page.getByLabel('Find an operation').fill('getVersion');
  await page.locator('#getVersion > summary').click();
  await page.getByRole('button', { name: 'Send GET' }).click();
  await page.getByText('200 OK, application/json').waitFor();
  t.match(await page.locator('#getVersion [role=status] pre').textContent(), '"version"');

  await page.getByLabel('Find an operation').fill('adjustVolume');
  const volume = page.locator('#operations details:visible').first();
  await volume.locator('summary').first().click();
  await volume.getByLabel('Body (application/json)').fill('{"steps": "loud"}');
  t.match(await volume.locator('form > pre').textContent(), '-X PUT');
  await volume.getByRole('button', { name: 'Send PUT' }).click();
  await volume.getByText('400 Bad Request, application/problem+json').waitFor();
  t.match(await volume.locator('[role=status] pre').textContent(), '/steps');

  await page.getByLabel('Find an operation').fill('GET /tracks/{id} getTrack');
  await page.locator('#getTrack > summary').click();
  await page.getByLabel('id (path)').fill('a/b');
  await page.locator('#getTrack').getByRole('button', { name: 'Send GET' }).click();
  await page.getByText('404 Not Found, application/problem+json').waitFor();

  await daemon.api.PUT('/system/pin', { body: { pin: '2468' } });
  await page.getByLabel('Find an operation').fill('getDiagnostics');
  await page.locator('#getDiagnostics > summary').click();
  await page.locator('#getDiagnostics').getByRole('button', { name: 'Send GET' }).click();
  await page.getByText('401 Unauthorized, application/problem+json').waitFor();
  await page.getByLabel('Tonearm-Pin (header)').fill('2468');
  await page.locator('#getDiagnostics').getByRole('button', { name: 'Send GET' }).click();
  await page.locator('#getDiagnostics').getByText('200 OK, application/json').waitFor();
  t.same(
    complaints.filter((complaint) => !/status of 40[014]/.test(complaint)),
    [],
  );
});

t.test('every operation can be unfolded', async (t) => {
  const house = await createHouse(t);
  const daemon = await house.start();
  const { page, complaints } = await openPhone(t, daemon.base, 'dark', '/docs');
  await page.getByText('operations').first().waitFor();
  await page.evaluate(
    `for (const each of document.querySelectorAll('#operations > section > details, #guide > details')) each.open = true`,
  );
  const folded =
    "[...document.querySelectorAll('#operations > section > details')].filter((each) => !each.querySelector('form button')).length";
  await daemon.until('all are unfolded', async () => (await page.evaluate<number>(folded)) === 0);
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  t.ok(width <= 390, `nothing is wider than a phone: ${width}`);
  t.same(complaints, []);
});
