import type { Page } from '@playwright/test'
import { checkEverywhere } from './check-everywhere.ts'
import { openClient } from './open-drive.ts'
import { expect, signInQuickly, test } from './story.ts'

test('an empty drive leads to the steps for each program, and an app password with its QR code, shown once', async ({
  page,
  server,
  person,
}) => {
  test.slow()
  await signInQuickly(page, server, person)
  await page.goto('/files')
  await page.getByRole('link', { name: 'Connect a device' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a device' })
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  // A program that is let in by the browser needs no password of ours.
  await expect(dialog).toContainText(`Type ${server.url} as the server address.`)
  await expect(dialog).toContainText('It needs no app password')
  await expect(dialog.getByRole('button', { name: 'Create an app password' })).toBeHidden()

  const program = dialog.getByLabel('Program')
  const { sub: login_name } = await (await openClient(server, person)).user.me()
  const host = new URL(server.url).host
  for (const [name, line] of [
    ['ownCloud app', `Type ${server.url} as the server address.`],
    ['Finder (macOS)', `Type ${server.url}/dav/ as the server address.`],
    ['Explorer (Windows)', `Type ${server.url}/dav/ as the folder`],
    [
      'Linux (GNOME, KDE)',
      `Type dav://${host}/dav/ into its address bar, or webdav://${host}/dav/`,
    ],
    ['rclone', `url=${server.url}/remote.php/dav/files/${login_name}/ vendor=nextcloud`],
    ['Nextcloud app on a phone', 'scan its QR code'],
  ] as const) {
    await program.selectOption(name)
    await expect(dialog.getByRole('listitem')).toHaveCount(3)
    await expect(dialog).toContainText(line)
  }
  await checkEverywhere(page, 'the steps for a program')
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeHidden()

  // By keys alone.
  await dialog.getByRole('button', { name: 'Create an app password' }).focus()
  await page.keyboard.press('Enter')
  const proof = page.getByRole('dialog', { name: 'Confirm it is you' })
  await proof.getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  const section = dialog.getByRole('region', { name: 'App password' })
  await expect(section).toBeFocused()
  const secret = (await section.getByText(/^awan_[a-z2-7]{52}$/).textContent()) ?? ''
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await checkEverywhere(page, 'the steps with an app password')

  const authorization = `Basic ${Buffer.from(`${login_name}:${secret}`).toString('base64')}`
  const opened = await fetch(`${server.url}/remote.php/dav/files/${login_name}/`, {
    method: 'PROPFIND',
    headers: { authorization, depth: '0' },
  })
  expect(opened.status).toBe(207)

  // Another program has the same password, without a code that it could not read.
  await program.selectOption('Finder (macOS)')
  await expect(section).toContainText(secret)
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeHidden()
  expect(await whatIsKept(page)).not.toContain(secret)
  expect(page.url()).not.toContain('awan_')
  await dialog.getByRole('button', { name: 'I have kept it' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/account\/apps$/)
  await expect(page.getByText(/^awan_/)).toHaveCount(0)
  const list = page.getByRole('region', { name: 'App passwords' })
  await expect(list.getByText('Nextcloud app on a phone', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Connect a device' }).click()
  await expect(dialog).toBeVisible()
  await expect(dialog.getByText(/^awan_/)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Connect a device' })).toBeFocused()
})

/** Everything that the browser keeps for the page. */
function whatIsKept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }, history.state]
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      for (const store of db.objectStoreNames) {
        kept.push(
          await new Promise((resolve, reject) => {
            const reading = db.transaction(store).objectStore(store).getAll()
            reading.onsuccess = () => resolve(reading.result)
            reading.onerror = () => reject(reading.error)
          }),
        )
      }
      db.close()
    }
    return JSON.stringify(kept)
  })
}
