import { createPerson } from '../story.ts'
import { expect, TOKEN, test } from './client-story.ts'
import { CREDENTIALS_KEY, type Tab } from './tab.ts'

test('[STO-2] [STO-3] two accounts are kept side by side: every tab follows a switch, and each account keeps its session', async ({
  openTab,
  server,
  network,
  person,
}) => {
  const other = await createPerson(server)
  const first = await openTab({ keepAccounts: true })
  const second = await openTab({ keepAccounts: true })
  const both = [first, second]

  expect(await first.signIn(person)).toBe('ok')
  const mine = await currentSub(first)
  expect(await second.signIn(other)).toBe('ok')
  const theirs = await currentSub(second)
  await expect.poll(() => currentSub(first)).toBe(theirs)
  expect(await kept(first)).toEqual([mine, theirs].sort())

  await test.step('each session is renewed separately', async () => {
    await expireAll(first)
    expect(await Promise.all(both.map((tab) => tab.me()))).toEqual(['ok', 'ok'])
    expect(network.calls(TOKEN)).toHaveLength(1)
    await switchTo(first, mine)
    await expect.poll(() => currentSub(second)).toBe(mine)
    expect(await Promise.all(both.map((tab) => tab.me()))).toEqual(['ok', 'ok'])
    expect(network.calls(TOKEN)).toHaveLength(2)
  })

  await test.step('signing one account out leaves the other signed in', async () => {
    expect(await second.signOut()).toBe('ok')
    await expect.poll(() => kept(first)).toEqual([theirs])
    await switchTo(first, theirs)
    await expect.poll(() => currentSub(second)).toBe(theirs)
    expect(await Promise.all(both.map((tab) => tab.me()))).toEqual(['ok', 'ok'])
  })
})

function currentSub({ page }: Tab): Promise<string> {
  return page.evaluate(() => client.accounts.list().find(({ isCurrent }) => isCurrent)?.sub ?? '')
}

function kept({ page }: Tab): Promise<string[]> {
  return page.evaluate(() => client.accounts.list().map(({ sub }) => sub))
}

async function switchTo(tab: Tab, sub: string): Promise<void> {
  expect(await tab.run((client, to) => client.accounts.switchTo(to), sub)).toBe('ok')
}

async function expireAll({ page }: Tab): Promise<void> {
  await page.evaluate((prefix) => {
    for (const [key, text] of Object.entries(localStorage)) {
      if (!key.startsWith(prefix)) continue
      const expired = { ...JSON.parse(text), expires_at: '2020-01-01T00:00:00.000Z' }
      localStorage.setItem(key, JSON.stringify(expired))
    }
  }, CREDENTIALS_KEY)
}
