import type { BrowserContext, Page, Request } from '@playwright/test'
import { expect, signIn, test } from './story.ts'

const DAY_MS = 86_400_000

function isReport(request: Request): boolean {
  return request.method() === 'POST' && request.url().endsWith('/risk?cmd=report')
}

function isSignIn(request: Request): boolean {
  return request.method() === 'POST' && request.url().endsWith('/v1/auth/signin')
}

/** What the page keeps of its identity. */
function readStored(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('device_sign'))
}

async function readCookie(context: BrowserContext): Promise<string | undefined> {
  const cookies = await context.cookies()
  const cookie = cookies.find(({ name }) => name === 'device_sign')
  return cookie && decodeURIComponent(cookie.value)
}

async function readSign(page: Page): Promise<string | undefined> {
  return JSON.parse((await readStored(page)) ?? '{}').sign
}

/** Opens the page and waits until it has reported its device and has another sign than before; gives it. */
async function openAndReport(page: Page, before?: string): Promise<string> {
  const answered = page.waitForResponse((response) => isReport(response.request()))
  await page.goto('/signin')
  expect((await answered).status()).toBe(200)
  await expect.poll(() => readSign(page)).not.toBe(before)
  return (await readSign(page)) ?? ''
}

test('[DEV-3] [DEV-5] [DEV-7] [DEV-8] the web app reports its device, stores the sign, sends it with the next calls and renews it after 7 days', async ({
  page,
  context,
  person,
  server,
}) => {
  const asked: Request[] = []
  page.on('request', (request) => asked.push(request))
  const reports = () => asked.filter(isReport)

  const sign =
    await test.step('the script is loaded from the own origin, then the report is sent', async () => {
      const sign = await openAndReport(page)
      const calls = asked.filter((request) => new URL(request.url()).pathname === '/risk')
      expect(calls.map((request) => request.resourceType())).toEqual(['script', 'fetch'])
      expect(calls[0]?.url()).toMatch(new RegExp(`^${server.url}/risk\\?cmd=algorithm&t=\\d+$`))
      const deviceId = await page.evaluate(() => localStorage.getItem('device_id'))
      expect(sign).toMatch(new RegExp(`^wdi10\\.${deviceId}[0-9a-f]{32}$`))
      expect(calls[1]?.postDataJSON()).toEqual({
        xl_fp_raw: expect.stringMatching(/^[\w+/]+=*$/),
        xl_fp: expect.stringMatching(/^[0-9a-f]{32}$/),
        xl_fp_sign: expect.stringMatching(/^\w+\.\w+\.[0-9a-f]{16}$/),
        version: 2,
      })
      // The first screen did not wait for it.
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      return sign
    })

  await test.step('storage and cookie hold the same identity, and a lost copy comes back without a report', async () => {
    expect(await readCookie(context)).toBe(await readStored(page))
    await context.clearCookies({ name: 'device_sign' })
    await page.clock.setFixedTime(Date.now() + 6 * DAY_MS)
    await page.goto('/signin')
    await expect.poll(() => readCookie(context)).toBe(await readStored(page))
    expect(reports()).toHaveLength(1)
  })

  const renewed = await test.step('after 7 days the device gets a new sign', async () => {
    await server.advance(8 * DAY_MS)
    await page.clock.setFixedTime(Date.now() + 8 * DAY_MS)
    const renewed = await openAndReport(page, sign)
    expect(reports()).toHaveLength(2)
    expect(reports()[1]?.postDataJSON()).toMatchObject({ deviceid: sign })
    expect(renewed.slice(0, 38)).toBe(sign.slice(0, 38))
    expect(renewed).not.toBe(sign)
    expect(await readCookie(context)).toBe(await readStored(page))
    return renewed
  })

  await test.step('the sign is sent with the next calls, and nothing asks for a captcha', async () => {
    await signIn(page, person)
    expect(asked.find(isSignIn)?.headers()).toMatchObject({ 'x-device-sign': renewed })
    expect(asked.filter((request) => request.url().includes('/captcha/'))).toEqual([])
  })
})

test('a forged device sign asks for the captcha at the first sign-in, and is replaced after it', async ({
  page,
  person,
}) => {
  await openAndReport(page)
  const forged = await page.evaluate(() => {
    const { sign, createdAtMs } = JSON.parse(localStorage.getItem('device_sign') ?? '')
    const forged = sign.slice(0, 46) + '0'.repeat(24)
    const text = JSON.stringify({ sign: forged, createdAtMs: createdAtMs + 1 })
    localStorage.setItem('device_sign', text)
    // biome-ignore lint/suspicious/noDocumentCookie: where the page keeps it
    document.cookie = `device_sign=${encodeURIComponent(text)}`
    return forged
  })
  const attempt = page.waitForRequest(isSignIn)
  const captcha = page.waitForRequest('**/v1/shield/captcha/init')
  await signIn(page, person)
  expect((await attempt).headers()['x-device-sign']).toBe(forged)
  expect((await (await attempt).response())?.status()).toBe(400)
  await captcha
  await page.goto('/files')
  await expect.poll(() => readSign(page)).toMatch(/^wdi10\.[0-9a-f]{64}$/)
  expect(await readSign(page)).not.toBe(forged)
})

test('a page whose device script is blocked works, and scripts of another origin are refused', async ({
  page,
  person,
  server,
  complaints,
}) => {
  await page.route('**/risk?*', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/risk?'))
  await page.goto('/signin')
  await failed
  await signIn(page, person)
  expect(await readStored(page)).toBeNull()
  expect(complaints).toEqual([])

  const elsewhere = `${server.url.replace('127.0.0.1', 'localhost')}/risk?cmd=algorithm`
  const directive = await page.evaluate((src) => {
    const refused = new Promise<string>((resolve) =>
      document.addEventListener('securitypolicyviolation', (event) =>
        resolve(event.effectiveDirective),
      ),
    )
    document.head.append(Object.assign(document.createElement('script'), { src }))
    return refused
  }, elsewhere)
  expect(directive).toBe('script-src-elem')
  // The browser says so on the console, once.
  await expect.poll(() => complaints.splice(0)).toEqual([expect.stringContaining('script-src')])
})
