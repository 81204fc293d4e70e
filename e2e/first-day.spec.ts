import { readFile } from 'node:fs/promises'
import { createPerson, expect, newPerson, noise, test } from './story.ts'

test('a person signs up, makes a folder, uploads and downloads a file, signs out and signs in again', async ({
  page,
  server,
}) => {
  await createPerson(server)
  const person = newPerson()

  await test.step('sign up with e-mail and code', async () => {
    await page.goto('/')
    await expect(page).toHaveURL(/\/signin/)
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('E-mail or phone').fill(person.email)
    await page.getByRole('button', { name: 'Send a code' }).click()
    await expect(page.getByText(`What it would send to ${person.email}`)).toBeVisible()

    await page.getByLabel('Six-digit code').fill(await wrongCode(server, person.email))
    await expect(page.getByText('Verification code is incorrect')).toBeVisible()
    await page.getByLabel('Six-digit code').fill(await server.codeFor(person.email))
    await expect(page.getByRole('heading', { name: 'Almost there' })).toBeVisible()

    await page.getByLabel('Name').fill(person.name)
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText('Use at least 8 characters.')).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await expect(page.getByText('Strong')).toBeVisible()
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page).toHaveURL(/\/files$/)
    await expect(page.getByRole('heading', { name: 'Your files will live here' })).toBeVisible()
  })

  await test.step('make a folder and open it', async () => {
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await page.getByRole('menuitem', { name: 'New folder' }).click()
    await page.getByLabel('Folder name').fill('Trips')
    await page.getByRole('button', { name: 'Create folder' }).click()
    await page.getByRole('row', { name: /Trips/ }).dblclick()
    await expect(page.getByRole('heading', { name: 'Trips' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'This folder is empty' })).toBeVisible()
  })

  const film = noise(9 * 1024 * 1024 + 137)
  await test.step('upload a file of three blocks', async () => {
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload files' }).click()
    await (await choosing).setFiles({
      name: 'ridge walk 산책.mp4',
      mimeType: 'video/mp4',
      buffer: film,
    })
    await expect(page.getByRole('heading', { name: '1 file uploaded' })).toBeVisible()
    await expect(page.getByRole('row', { name: /ridge walk 산책\.mp4.*9\.4 MB/ })).toBeVisible()
    await expect(page.getByText('9.4 MB of 100 MB')).toBeVisible()
  })

  const downloadAndCompare = async () => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('row', { name: /ridge walk/ }).click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Download' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('ridge walk 산책.mp4')
    const bytes = await readFile(await download.path())
    expect(bytes.equals(film)).toBe(true)
  }
  await test.step('download it and get the same bytes', downloadAndCompare)

  await test.step('go back to the top folder and forward again', async () => {
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'My files' })).toBeVisible()
    await page.goForward()
    await expect(page.getByRole('heading', { name: 'Trips' })).toBeVisible()
  })
  const folderUrl = page.url()

  await test.step('sign out', async () => {
    await page.getByRole('button', { name: /Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/signin$/)
    await page.goto(folderUrl)
    await expect(page).toHaveURL(/\/signin\?from=/)
  })

  await test.step('sign in again and return to the folder that was asked for', async () => {
    await page.getByLabel('E-mail, phone or username').fill(person.email)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Wrong account number or password')).toBeVisible()
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not the password')
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(folderUrl)
    await downloadAndCompare()
  })
})

async function wrongCode(
  server: { codeFor(to: string): Promise<string> },
  email: string,
): Promise<string> {
  return (await server.codeFor(email)) === '000000' ? '111111' : '000000'
}
