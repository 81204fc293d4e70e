import { expect, ME, TOKEN, test } from './client-story.ts'
import { CREDENTIALS_KEY, createClient, type Tab } from './tab.ts'

test('[STO-4] without browser storage and locks, a session lasts until the page is reloaded, with one warning', async ({
  host,
  openTab,
  network,
  person,
  warnings,
}) => {
  const tab = await openTab({ url: host.sandboxedUrl })
  expect(await tab.page.evaluate(() => origin)).toBe('null')
  expect(await tab.signIn(person)).toBe('ok')
  expect(await tab.me()).toBe('ok')
  expect(await tab.status()).toBe('signed-in')
  expect(await tab.run((client) => client.signOut({ tokenTypeHint: 'access_token' }))).toBe('ok')
  expect(await tab.me()).toBe('ok')
  expect(network.calls(TOKEN)).toHaveLength(1)
  expect(new Set(network.calls(ME).map(({ headers }) => headers['x-device-id'])).size).toBe(1)
  expectOneWarning(warnings)

  await tab.page.reload()
  await createClient(tab.page, { origins: [network.origin] })
  expect(await tab.status()).toBe('signed-out')
  expect(await tab.me()).toBe('unauthenticated')
  expectOneWarning(warnings)
})

test('with full browser storage, a session is kept in memory only, with one warning', async ({
  openTab,
  network,
  person,
  warnings,
}) => {
  const tab = await openTab()
  await fillStorage(tab)
  expect(await tab.signIn(person)).toBe('ok')
  expect(await tab.me()).toBe('ok')
  expect(await tab.status()).toBe('signed-in')
  expect(await tab.stored()).toBeNull()
  expect(await tab.signOut()).toBe('ok')
  expect(await tab.status()).toBe('signed-out')
  expect(await tab.me()).toBe('unauthenticated')
  expect(network.calls(TOKEN)).toHaveLength(0)
  expectOneWarning(warnings)
})

test('a refresh with full storage does not leave the used token for other tabs to send', async ({
  openSignedIn,
  network,
  warnings,
}) => {
  const [first, second] = await openSignedIn(2)
  await first.expire()
  const spent = await first.stored()
  await fillStorage(first)
  expect(await first.me()).toBe('ok')
  expect(await first.stored()).not.toEqual(spent)
  await second?.me()
  expect(network.calls(TOKEN)).toHaveLength(1)
  expect(await first.me()).toBe('ok')
  expectOneWarning(warnings)
})

test('clearing the storage signs every tab out, and a new sign-in works', async ({
  openSignedIn,
  person,
}) => {
  const tabs = await openSignedIn(2)
  await tabs[0].page.evaluate(() => localStorage.clear())
  await expect.poll(() => tabs[1]?.status()).toBe('signed-out')
  expect(await tabs[0].me()).toBe('unauthenticated')
  expect(await tabs[0].status()).toBe('signed-out')
  expect(await tabs[0].signIn(person)).toBe('ok')
  await expect.poll(() => tabs[1]?.status()).toBe('signed-in')
})

test('garbage in the stored credentials counts as signed out, crashes nothing, and a new sign-in works', async ({
  openTab,
  person,
}) => {
  const tab = await openTab()
  for (const garbage of GARBAGE) {
    await tab.page.evaluate(
      ({ key, garbage }) => {
        for (const one of [key, `${key}@x`, ...Object.keys(localStorage)]) {
          localStorage.setItem(one, garbage)
        }
      },
      { key: CREDENTIALS_KEY, garbage },
    )
    expect(await tab.me(), garbage).toBe('unauthenticated')
    expect(await tab.signOut(), garbage).toBe('ok')
    await tab.page.reload()
    await createClient(tab.page, { origins: [] })
    expect(await tab.status(), garbage).toBe('signed-out')
  }
  const polluted = await tab.page.evaluate(() => 'sub' in {} || 'access_token' in {})
  expect(polluted).toBe(false)

  const again = await openTab()
  expect(await again.signIn(person)).toBe('ok')
  expect(await again.me()).toBe('ok')
})

const GARBAGE = [
  '',
  '{',
  'null',
  '[]',
  '42',
  '"text"',
  '\u0000\uD800',
  '{"__proto__":{"access_token":"a","sub":"b","expires_at":"2099-01-01"}}',
  '{"access_token":{},"sub":[],"expires_at":{}}',
  '{"access_token":"a","sub":"b","expires_at":"soon"}',
  '['.repeat(10_000),
]

/** Leaves room for less than any credentials need. */
async function fillStorage({ page }: Tab): Promise<void> {
  await page.evaluate(() => {
    let text = 'x'.repeat(4 * 1024 * 1024)
    for (let count = 0; text.length > 0; count++) {
      try {
        localStorage.setItem(`filler-${count}`, text)
      } catch {
        text = text.slice(0, text.length / 2)
      }
    }
  })
}

function expectOneWarning(warnings: string[]): void {
  expect(warnings).toEqual([expect.stringContaining('storage cannot be used')])
  warnings.length = 0
}
