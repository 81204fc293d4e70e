import type { Browser, Page } from '@playwright/test'
import { checkEverywhere } from './check-everywhere.ts'
import { test } from './public-server.ts'
import { expect, signInQuickly } from './story.ts'

// A camera that shows a moving picture, and may be used.
test.use({
  permissions: ['camera'],
  launchOptions: async ({ launchOptions }, use) => {
    const fakes = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...fakes] })
  },
})

/** A page of another browser, as that of a television is. */
async function openElsewhere(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'en-GB' })
  return context.newPage()
}

async function readCode(page: Page): Promise<string> {
  const code = page.getByText(/^[A-Z]{4}-[A-Z]{4}$/)
  return (await code.textContent()) ?? ''
}

test('a person approves the code of a television on a phone, and the television is signed in', async ({
  page,
  browser,
  baseURL,
  server,
  person,
}) => {
  test.slow()
  const tv = await openElsewhere(browser, baseURL)
  await tv.goto('/link')
  await expect(tv.getByRole('img', { name: /QR code that leads to .*\/device/ })).toBeVisible()
  await expect(tv.getByText(/A new code comes in/)).toBeVisible()
  const code = await readCode(tv)

  await signInQuickly(page, server, person)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/device')
  await expect(page.getByLabel('Code of the device')).toBeFocused()
  // As a person copies it: in small letters, with its dash.
  await page.getByLabel('Code of the device').fill(code.toLowerCase())
  await expect(page.getByRole('heading', { name: 'Sign in on this device?' })).toBeFocused()
  await expect(page.getByText(`it shows ${code}`)).toBeVisible()
  await expect(page.getByText('Device, as it calls itself')).toBeVisible()
  await expect(page.getByText('Chrome on Windows')).toBeVisible()
  await expect(page.getByText('127.0.0.1')).toBeVisible()
  await expect(page.getByText('Use your files')).toBeVisible()
  await expect(page.getByText('until you take it back in your account.')).toBeVisible()
  await expect(tv.getByText('Now approve on the other device')).toBeVisible()

  await page.getByRole('button', { name: 'Approve' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it is you' })
  await proof.getByRole('button', { name: 'Close' }).click()
  await expect(tv.getByText('Now approve on the other device')).toBeVisible()
  await page.getByRole('button', { name: 'Approve' }).click()
  await proof.getByLabel('Password', { exact: true }).fill(person.password)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'The device is connected' })).toBeVisible()
  await expect(tv).toHaveURL(/\/files$/)
  await expect(tv.getByRole('button', { name: `Your account: ${person.name}` })).toBeVisible()
  await tv.context().close()
})

test('the code of a link is removed from the address bar, and must be typed before anything can be approved', async ({
  page,
  browser,
  baseURL,
  person,
}) => {
  const tv = await openElsewhere(browser, baseURL)
  await tv.goto('/link')
  const code = await readCode(tv)

  const seen: string[] = []
  page.on('framenavigated', (frame) => seen.push(frame.url()))
  const looks: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/device/info')) looks.push(request.url())
  })
  const address = `${baseURL}/device?user_code=${code}`
  await page.goto(address)
  await expect(page).toHaveURL(/\/signin\?from=%2Fdevice$/)
  await page.getByLabel('E-mail, phone or username').fill(person.email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const field = page.getByLabel('Code of the device')
  await expect(field).toHaveValue('')
  await expect(page.getByText('If somebody sent you a code or a link, stop here.')).toBeVisible()
  await expect(page).toHaveURL(/\/device$/)
  expect(seen.filter((url) => url.includes(code) && url !== address)).toEqual([])
  expect(looks).toEqual([])
  await field.fill(code)
  await expect(page.getByRole('heading', { name: 'Sign in on this device?' })).toBeVisible()

  await page.getByRole('button', { name: 'Refuse' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing was connected' })).toBeVisible()
  // A second look would have left the buttons without anything to decide on.
  expect(looks).toHaveLength(1)
  await expect(tv.getByRole('heading', { name: 'The other device said no' })).toBeVisible()
  await tv.getByRole('button', { name: 'Show a new code' }).click()
  await expect(tv.getByText(/^[A-Z]{4}-[A-Z]{4}$/)).not.toHaveText(code)
  await tv.context().close()
})

test('a wrong device code shows an error and stays in the field, and too many tries are stopped', async ({
  page,
  server,
  person,
}) => {
  await signInQuickly(page, server, person)
  await page.goto('/device')
  const field = page.getByLabel('Code of the device')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Type all eight letters.')).toBeVisible()
  await field.fill('BCDFGHJK')
  await expect(page.getByText('No device waits with this code.')).toBeVisible()
  await expect(field).toHaveValue('BCDFGHJK')
  await checkEverywhere(page, 'a wrong code')

  await page.getByLabel('Language').selectOption('한국어')
  await expect(page.getByText('이 코드로 기다리는 기기가 없습니다.')).toBeVisible()
  await expect(page.getByLabel('기기 코드')).toHaveValue('BCDFGHJK')

  await expect(async () => {
    await page.getByRole('button', { name: '계속' }).click()
    await expect(page.getByText('시도가 너무 많습니다')).toBeVisible({ timeout: 100 })
  }).toPass({ intervals: [10] })
})

test('a device code that expires while it is reviewed cannot be approved, and the television shows a new one', async ({
  page,
  browser,
  baseURL,
  server,
  person,
}) => {
  const tv = await openElsewhere(browser, baseURL)
  await tv.clock.install()
  await tv.goto('/link')
  const code = await readCode(tv)
  await signInQuickly(page, server, person)
  await page.clock.install()
  await page.goto('/device')
  await page.getByLabel('Code of the device').fill(code)
  await page.getByRole('heading', { name: 'Sign in on this device?' }).waitFor()
  await page.clock.fastForward('10:01')
  await expect(page.getByText('This code is no longer valid.')).toBeVisible()
  await tv.clock.fastForward('10:01')
  await expect(tv.getByText(/^[A-Z]{4}-[A-Z]{4}$/)).not.toHaveText(code)
  await tv.context().close()
})

test('a person scans the device code instead of typing it', async ({
  page,
  browser,
  baseURL,
  server,
  person,
}) => {
  const tv = await openElsewhere(browser, baseURL)
  await tv.goto('/link')
  const code = await readCode(tv)
  await tv.context().close()
  await signInQuickly(page, server, person)
  // Chromium on Linux has no detector of its own: this one sees a stranger's code, then ours.
  await page.addInitScript((address) => {
    const views = ['https://example.org/menu', address]
    Object.assign(globalThis, {
      BarcodeDetector: class {
        async detect(video: HTMLVideoElement) {
          return video.videoWidth > 0 ? [{ rawValue: views.shift() }] : []
        }
      },
    })
  }, `${server.url}/device?user_code=${code}`)
  await page.goto('/device')
  await page.getByRole('button', { name: 'Scan a code' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in on this device?' })).toBeVisible()
  await expect(page.getByText(`it shows ${code}`)).toBeVisible()
})
