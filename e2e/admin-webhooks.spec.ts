import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { prove, test } from './administration.ts'
import { createPerson, expect } from './story.ts'

test('an administrator adds a webhook, tests it, resends a failed delivery and turns it off', async ({
  page,
  server,
  person,
}) => {
  const heard: { type: string; signature: string }[] = []
  let status = 500
  const receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { type } = JSON.parse(body) as { type: string }
    heard.push({ type, signature: String(request.headers['webhook-signature']) })
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo

  await page.goto('/admin/webhooks')
  await page.getByRole('link', { name: 'Add webhook' }).click()
  await page.getByLabel('Address').fill('http://example.org/')
  await page.getByLabel('All events').uncheck()
  await page.getByLabel('account.signed_up').check()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await prove(page, person.password)
  await expect(page.getByText('Events cannot be sent there.', { exact: false })).toBeVisible()
  await page.getByLabel('Address').fill(`http://127.0.0.1:${port}/hook`)
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await expect(page.getByRole('dialog').getByRole('code')).toHaveText(/^whsec_/)
  await page.getByRole('button', { name: 'I have kept it' }).click()

  await page.getByRole('button', { name: 'Send a test' }).click()
  const deliveries = page.getByRole('group').filter({ hasText: 'webhook.test' })
  await expect(deliveries).toContainText('Tried again later')
  status = 204
  await deliveries.getByText('webhook.test').first().click()
  await deliveries.getByRole('button', { name: 'Send again' }).click()
  await expect(deliveries).toContainText('Delivered')
  expect(heard.map(({ type }) => type)).toEqual(['webhook.test', 'webhook.test'])
  expect(heard[1]?.signature).toMatch(/^v1,/)

  await createPerson(server)
  await expect.poll(() => heard.map(({ type }) => type)).toContain('account.signed_up')
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send a test' })).toBeHidden()
  receiver.closeAllConnections()
  receiver.close()
})
