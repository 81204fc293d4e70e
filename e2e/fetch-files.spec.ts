import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { checkEverywhere } from './check-everywhere.ts'
import { openDrive } from './open-drive.ts'
import { expect, signInQuickly, test } from './story.ts'
import { openNew } from './upload-tray.ts'

const BYTES = Buffer.alloc(6_000_000, 'awan')

/** A site of somebody else: one file comes when it is told to, another only at the second time. */
async function openSite() {
  const waiting: ServerResponse[] = []
  let isThere = false
  const server = createServer((request, response) => {
    if (request.url === '/slow.bin') {
      response.writeHead(200, { 'content-length': BYTES.length, etag: '"one"' })
      response.write(BYTES.subarray(0, 5_000_000))
      waiting.push(response)
    } else if (request.url === '/note.txt' || isThere) response.end('hello')
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    finish() {
      for (const response of waiting) response.end(BYTES.subarray(5_000_000))
    },
    publish() {
      isThere = true
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

test.describe('where the server may call this machine', () => {
  test.use({ settings: { AWAN_FETCH: 'private' } })

  test('files are added from links, with progress, a retry of what failed, and undo', async ({
    page,
    person,
    server,
  }) => {
    await using site = await openSite()
    const drive = await openDrive(server, person)
    await drive.files.createFolder({ name: 'Trips' })
    await signInQuickly(page, server, person)
    await page.goto('/files')
    await page.getByRole('row', { name: 'Trips' }).dblclick()
    await expect(page.getByRole('heading', { name: 'Trips' })).toBeVisible()
    await openNew(page, 'From a link…')
    const dialog = page.getByRole('dialog', { name: 'Add files from links' })
    await expect(dialog).toContainText('The files go to: Trips')
    const field = dialog.getByRole('textbox', { name: 'Addresses' })
    await field.fill(`http://${site.host}/note.txt\nexample.org\n`)
    await expect(dialog).toContainText('Line 2 is not a complete address')
    await checkEverywhere(page, 'fetch-dialog')
    const address = (path: string) => `http://${site.host}${path}`
    await field.fill(['/slow.bin', '/note.txt', '/late.txt'].map(address).join('\n'))
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog).toBeHidden()

    const tray = page.getByRole('region', { name: 'Tasks' })
    await expect(tray).toContainText('Adding 3 files from links')
    await expect(tray).toContainText('5 MB')
    await expect(tray).toContainText('/s')
    site.finish()
    await expect(tray).toContainText('The file does not exist there.')
    await expect(tray).toContainText(site.host)
    await checkEverywhere(page, 'fetch-failed')
    await expect(page.getByText('2 files added to Trips')).toBeVisible()
    await expect(page.getByRole('row', { name: 'slow.bin' })).toBeVisible()

    site.publish()
    await tray.getByRole('button', { name: 'Try again: Adding 3 files from links' }).click()
    await expect(page.getByRole('row', { name: 'late.txt' })).toBeVisible()
    const note = page.getByRole('listitem').filter({ hasText: '1 file added to Trips' })
    await note.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('row', { name: 'late.txt' })).toBeHidden()
    await expect(page.getByRole('row', { name: 'note.txt' })).toBeVisible()
  })

  test('an address that the server may not call is refused beside its line', async ({
    page,
    person,
    server,
  }) => {
    await signInQuickly(page, server, person)
    await page.goto('/files')
    await openNew(page, 'From a link…')
    const dialog = page.getByRole('dialog', { name: 'Add files from links' })
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog).toContainText('Type an address.')
    await dialog.getByRole('textbox', { name: 'Addresses' }).fill('https://example.org:22/')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog).toContainText('Line 1 has a port that cannot be used.')
  })
})

test.describe('where it is switched off', () => {
  test.use({ settings: { AWAN_FETCH: 'off' } })

  test('the New menu does not offer links', async ({ page, person, server }) => {
    await signInQuickly(page, server, person)
    await page.goto('/files')
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await expect(page.getByRole('menuitem', { name: 'Upload folder' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'From a link…' })).toBeHidden()
  })
})
