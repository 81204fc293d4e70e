import { prepare } from './account-calls.ts'
import { expect, test } from './story.ts'

test('[ACC-30] a captcha is solved by the device, or by the person where the device cannot', async ({
  page,
  person,
  server,
}) => {
  for (let tries = 0; tries < 4; tries++) {
    const wrong = prepare(server, { ...person, password: `wrong ${tries}` })
    await expect(wrong).rejects.toThrow(tries < 3 ? 'invalid_account' : 'captcha_required')
  }
  await page.goto('/signin')
  await page.getByLabel('E-mail, phone or username').fill(person.email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  const password = page.getByLabel('Password', { exact: true })
  const submit = page.getByRole('button', { name: 'Sign in', exact: true })
  await password.fill(person.password)

  await test.step('the captcha shows a picture to read or a sound to hear', async () => {
    // A kind of work that this device does not know.
    await page.route('**/v1/shield/captcha/init', async (route) => {
      const answer = await route.fetch()
      const json = await answer.json()
      if (json.challenge) json.challenge.parameters.algorithm = 'SOMETHING-NEW'
      await route.fulfill({ response: answer, json })
    })
    await submit.click()
    const dialog = page.getByRole('dialog', { name: 'One small check' })
    await expect(dialog.getByRole('img')).toBeVisible()
    await dialog.getByLabel('Characters').fill('no')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('That does not match.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Listen instead' }).click()
    const sound = dialog.locator('audio')
    await expect(sound).toHaveAttribute('src', /^blob:/)
    await expect
      .poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration))
      .toBeGreaterThan(1)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(password).toHaveValue(person.password)
    await page.unroute('**/v1/shield/captcha/init')
  })

  await test.step('the device solves a proof of work without asking the person', async () => {
    const earned = page.waitForResponse('**/v1/shield/captcha/init')
    await submit.click()
    await earned
    await expect(page).toHaveURL(/\/files$/)
  })
})
