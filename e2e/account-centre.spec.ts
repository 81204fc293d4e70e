import type { Page } from '@playwright/test'
import {
  test as base,
  createPerson,
  expect,
  newPerson,
  type Person,
  signInQuickly,
} from './story.ts'

const phone = { width: 390, height: 844 }
const dialog = (page: Page) => page.getByRole('dialog')

/** Confirms with the password that it is really the person. */
async function confirm(page: Page, { password }: Person): Promise<void> {
  await dialog(page).getByLabel('Password', { exact: true }).fill(password)
  await dialog(page).getByRole('button', { name: 'Confirm' }).click()
}

/** The first account of a server rules it, and may not leave: these stories are about a later one. */
const test = base.extend({
  person: async ({ server }, use) => {
    await createPerson(server)
    await use(await createPerson(server))
  },
})

test('a person edits their name, username, birthday, time zone and picture', async ({
  page,
  server,
  person,
}) => {
  test.slow()
  await signInQuickly(page, server, person)
  await page.goto('/account/profile')
  // One's own address is not masked.
  await expect(page.getByText(person.email)).toBeVisible()
  const field = (name: string) => dialog(page).getByLabel(name, { exact: true })
  const edit = async (what: string, fill: () => Promise<unknown>) => {
    await page.getByRole('button', { name: `Edit: ${what}` }).click()
    await fill()
    await page.getByRole('button', { name: 'Save' }).click()
  }
  await edit('Name', () => field('Name').fill(' '))
  await expect(page.getByText('Type your name.')).toBeVisible()
  await field('Name').fill('Rani S.')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText('Rani S.')).toBeVisible()

  const other = await createPerson(server)
  const username = `rani${Date.now()}`
  await edit('Username', () => field('Username').fill('two words'))
  await expect(page.getByText('This cannot be a username.')).toBeVisible()
  await field('Username').fill(username)
  await page.keyboard.press('Enter')
  await expect(page.getByText(username)).toBeVisible()
  await edit('Birthday', () => field('Birthday').fill('1990-02-28'))
  await expect(page.getByText('28 February 1990')).toBeVisible()
  await edit('Time zone', () => field('Time zone').selectOption('Asia/Jakarta'))
  await expect(page.getByText('Asia / Jakarta')).toBeVisible()
  await edit('Gender', () => field('Gender').selectOption('Female'))
  await edit('Language of mails', () => field('Language of mails').selectOption('Bahasa Indonesia'))
  await expect(page.getByText('Bahasa Indonesia')).toBeVisible()

  await page.setInputFiles('input[type=file]', {
    name: 'notes.txt',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture'),
  })
  await expect(page.getByText('This file is not a picture that can be read here.')).toBeVisible()
  await page.setInputFiles('input[type=file]', {
    name: 'wide.png',
    mimeType: 'image/png',
    buffer: await page.screenshot(),
  })
  const picture = page.locator('main img')
  await expect(picture).toHaveAttribute('src', /^\/v1\/pictures\//)
  const shown = await picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
  })
  expect(shown).toEqual([256, 256])
  await page.reload()
  await expect(picture).toBeVisible()
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(picture).toBeHidden()

  await test.step('a username that another person has is refused', async () => {
    await signInQuickly(page, server, other)
    await page.goto('/account/profile')
    await edit('Username', () => field('Username').fill(username.toUpperCase()))
    await expect(page.getByText('Somebody else has this username.')).toBeVisible()
    await expect(field('Username')).toHaveValue(username.toUpperCase())
  })
})

test('a person adds and removes contacts, but cannot remove the last way to sign in', async ({
  page,
  server,
  person,
}) => {
  await signInQuickly(page, server, person)
  await page.goto('/account/profile')
  await page.getByRole('button', { name: 'Add a phone number' }).click()
  await confirm(page, person)
  await page.getByLabel('New phone number').fill('+62 812 3456 789')
  await page.getByRole('button', { name: 'Send a code' }).click()
  await page.getByLabel('Six-digit code').waitFor()
  await page.getByLabel('Six-digit code').fill(await server.codeFor('+628123456789'))
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText('+628123456789')).toBeVisible()

  // The same proof is still good: nobody is asked twice within five minutes.
  const next = newPerson().email
  await page.getByRole('button', { name: 'Change your e-mail' }).click()
  await page.getByLabel('New e-mail').fill('no address')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This does not look like an e-mail address.')).toBeVisible()
  await page.getByLabel('New e-mail').fill(next)
  await page.keyboard.press('Enter')
  await page.getByLabel('Six-digit code').waitFor()
  await page.getByRole('button', { name: 'Use another one' }).click()
  await expect(page.getByLabel('New e-mail')).toHaveValue(next)
  await page.getByRole('button', { name: 'Close' }).click()

  for (const kind of ['e-mail', 'phone number']) {
    await page.getByRole('button', { name: `Remove your ${kind}` }).click()
    await dialog(page).getByRole('button', { name: 'Remove', exact: true }).click()
    if (kind === 'e-mail') await expect(dialog(page)).toBeHidden()
  }
  await expect(page.getByText('This is your last way to sign in.')).toBeVisible()
})

test('a contact of another account either stays there or is moved here, as the person chooses', async ({
  page,
  server,
  person,
}) => {
  test.slow()
  const other = await createPerson(server)
  const { sub } = await signInQuickly(page, server, person)
  await page.goto('/account/profile')
  const reach = async () => {
    // One code a minute goes to a mailbox.
    await server.advance(61_000)
    await page.getByRole('button', { name: 'Send a code' }).click()
    await page.getByLabel('Six-digit code').waitFor()
    await page.getByLabel('Six-digit code').fill(await server.codeFor(other.email))
    await expect(dialog(page)).toContainText('Another account has it')
  }
  await page.getByRole('button', { name: 'Change your e-mail' }).click()
  await confirm(page, person)
  await page.getByLabel('New e-mail').fill(other.email)
  await reach()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('New e-mail')).toHaveValue(other.email)

  await reach()
  await page.getByRole('radio', { name: 'Move it here', exact: false }).first().click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog(page)).toBeHidden()
  const signedIn = await signInQuickly(page, server, { ...person, email: other.email })
  expect(signedIn.sub).toBe(sub)
})

test('changing the password rejects weak ones and signs other devices out', async ({
  page,
  server,
  person,
  browser,
}) => {
  const elsewhere = await browser.newPage({ baseURL: server.url })
  await signInQuickly(elsewhere, server, person)
  await signInQuickly(page, server, person)
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabel('New password').fill('short')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Use at least 8 characters.')).toBeVisible()
  await page.getByLabel('New password').fill('password1')
  await dialog(page).getByRole('button', { name: 'Change password' }).click()
  await confirm(page, person)
  await expect(page.getByText('This is among the first that anybody would try.')).toBeVisible()
  await expect(page.getByLabel('New password')).toHaveValue('password1')
  await page.getByLabel('New password').fill('nine lamps along a wet road')
  await dialog(page).getByRole('button', { name: 'Change password' }).click()
  await expect(dialog(page)).toBeHidden()

  await elsewhere.goto('/files')
  await expect(elsewhere).toHaveURL(/\/signin/)
  await elsewhere.close()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sign-in and security' })).toBeVisible()
})

test('on a phone the account pages are a list, and language and theme change at once', async ({
  page,
  server,
  person,
}) => {
  test.slow()
  await page.setViewportSize(phone)
  await signInQuickly(page, server, person)
  await page.goto('/account')
  await page.getByRole('link', { name: 'Language and look' }).click()
  await expect(page.getByRole('heading', { name: 'Language and look' })).toBeFocused()
  await page.getByRole('radio', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('radio', { name: '한국어' }).click()
  await expect(page.getByRole('heading', { name: '언어와 화면' })).toBeVisible()
  await page.getByRole('radio', { name: 'English' }).click()
  await page.getByRole('radio', { name: 'System' }).click()
  await expect(page.getByRole('heading', { name: 'Language and look' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'System' })).toBeChecked()
  await page.setViewportSize(phone)
  await page.getByRole('link', { name: 'Account' }).first().click()
  await expect(page.getByRole('heading', { name: 'Account' })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page).toHaveURL(/\/account\/profile$/)
})

test('an account is deleted by keyboard alone, after the page shows the losses and the name is typed', async ({
  page,
  server,
  person,
}) => {
  test.slow()
  await signInQuickly(page, server, person)
  await page.goto('/account/data')
  await page.getByRole('link', { name: 'Delete account' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Delete your account' })).toBeFocused()
  await expect(page.getByText('Signed-in devices')).toBeVisible()
  await expect(page.getByText(/For \d+ days the account only waits/)).toBeVisible()

  const name = page.getByLabel(`Type your name to confirm: ${person.name}`)
  await page.getByRole('link', { name: 'Make a copy of your data first' }).focus()
  await page.keyboard.press('Tab')
  await expect(name).toBeFocused()
  await page.keyboard.type('Somebody')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This is not the same name.')).toBeVisible()
  await name.press('ControlOrMeta+a')
  await page.keyboard.type(person.name.toLowerCase())
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Your account will be deleted' })).toBeVisible()
  await expect(page.getByText(/Until \d+ \w+ \d{4} you can restore it/)).toBeVisible()
  await page.goto('/files')
  await expect(page).toHaveURL(/\/signin/)
})
