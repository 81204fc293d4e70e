import { createAccountCentre } from '@awan/client/account-centre'
import type { AwanServer } from './awan-server.ts'
import { checkEverywhere } from './check-everywhere.ts'
import { openClient, openDrive } from './open-drive.ts'
import { expect, type Person, signInQuickly, test } from './story.ts'

const LOCK =
  '<lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype><owner>Ana</owner></lockinfo>'

/** A program that opens the files of somebody by WebDAV. */
async function openProgram(server: AwanServer, person: Person) {
  const client = await openClient(server, person)
  const { sudo_token } = await client.user.sudo({ password: person.password })
  const { appPasswords } = createAccountCentre(client)
  const made = await appPasswords.create({ name: 'Laptop', sudo_token })
  const login = Buffer.from(`${made.login_name}:${made.password}`).toString('base64')
  return async (method: string, path: string, more: { body?: string; token?: string } = {}) => {
    const answer = await fetch(`${server.url}/dav/${path}`, {
      method,
      headers: {
        authorization: `Basic ${login}`,
        ...(more.token !== undefined && { 'lock-token': more.token }),
      },
      ...(more.body !== undefined && { body: more.body }),
    })
    expect(answer.ok, `${method} ${path}: ${await answer.text()}`).toBe(true)
    return answer
  }
}

test('a file that a program has open is marked in lists with who holds it, until it is closed', async ({
  page,
  person,
  server,
}) => {
  const dav = await openProgram(server, person)
  await dav('PUT', 'budget.xlsx', { body: 'numbers' })
  await dav('PUT', 'notes.txt', { body: 'words' })
  const token = (await dav('LOCK', 'budget.xlsx', { body: LOCK })).headers.get('lock-token') ?? ''
  await signInQuickly(page, server, person)
  await page.goto('/files')
  const mark = page
    .getByRole('row', { name: /^budget\.xlsx/ })
    .getByRole('img', { name: /^Locked by Rani Setia until / })
  await expect(mark).toBeVisible()
  await expect(page.getByRole('img', { name: /^Locked by/ })).toHaveCount(1)
  await checkEverywhere(page, 'locked-file')

  await page.getByRole('button', { name: 'Grid' }).click()
  await expect(page.getByRole('img', { name: /^Locked by/ })).toBeVisible()
  await page.getByRole('button', { name: 'List' }).click()
  await page.goto('/recent')
  await expect(mark).toBeVisible()

  await dav('UNLOCK', 'budget.xlsx', { token })
  await page.goto('/files')
  await expect(page.getByRole('row', { name: /^budget\.xlsx/ })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Locked by/ })).toHaveCount(0)
})

test('what programs leave for themselves is in no list, and stays where the programs look for it', async ({
  page,
  person,
  server,
}) => {
  const dav = await openProgram(server, person)
  const drive = await openDrive(server, person)
  const left = ['._sea.jpg', '.DS_Store', 'Thumbs.db', '~$letter.docx']
  await dav('MKCOL', 'Trips')
  for (const name of [...left, 'sea.txt', 'letter.docx'])
    await dav('PUT', `Trips/${encodeURIComponent(name)}`, { body: 'sea' })
  await signInQuickly(page, server, person)
  const { files } = await drive.files.list()
  await page.goto(`/files/${files[0]?.id}`)
  const rows = page
    .getByRole('grid')
    .getByRole('row')
    .filter({ hasNot: page.getByRole('columnheader') })
  await expect(page.getByRole('row', { name: /^sea\.txt/ })).toBeVisible()
  await expect(rows).toHaveCount(2)
  // All that is there, is what is seen.
  await page.getByRole('row', { name: /^sea\.txt/ }).click()
  await page.keyboard.press('Control+a')
  await expect(page.getByText('2 selected', { exact: true })).toBeVisible()

  await page.goto('/recent')
  await expect(page.getByRole('row', { name: /^sea\.txt/ })).toBeVisible()
  await expect(rows).toHaveCount(2)
  await page.goto('/search?q=sea')
  await expect(page.getByRole('row', { name: /^sea\.txt/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /_sea/ })).toHaveCount(0)
  for (const name of left) await dav('GET', `Trips/${encodeURIComponent(name)}`)
})
