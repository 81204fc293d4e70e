import { expect, makeFolders, signInQuickly, test } from './story.ts'

const TABS = 5
const STEP_MS = 20_000
const STEPS = 30

test.describe('with the shortest access tokens', () => {
  test.use({ settings: { AWAN_ACCESS_TOKEN_TTL: '60s' } })

  test('five tabs stay signed in for ten minutes', async ({ page, context, server, person }) => {
    test.slow()
    await makeFolders(server, person, ['Letters'])
    await context.clock.install()
    let refreshes = 0
    context.on('request', (request) => {
      if (new URL(request.url()).pathname === '/v1/auth/token') refreshes += 1
    })
    await signInQuickly(page, server, person)
    const tabs = [page]
    while (tabs.length < TABS) tabs.push(await context.newPage())
    for (const tab of tabs) {
      await tab.goto('/files')
      await expect(tab.getByRole('row', { name: /Letters/ })).toBeVisible()
    }

    for (let step = 0; step < STEPS; step++) {
      await Promise.all([server.advance(STEP_MS), context.clock.fastForward(STEP_MS)])
      const [place, shown] =
        step % 2 === 0
          ? (['Trash', 'The trash is empty'] as const)
          : (['My files', 'Letters'] as const)
      await Promise.all(
        tabs.map(async (tab) => {
          await tab.getByRole('link', { name: place, exact: true }).click()
          await expect(tab.getByText(shown).first()).toBeVisible()
        }),
      )
    }
    for (const tab of tabs) await expect(tab).toHaveURL(/\/files$/)
    // A token lasts for about three steps, and one refresh serves all tabs.
    expect(refreshes).toBeGreaterThan(STEPS / 6)
    expect(refreshes).toBeLessThanOrEqual(STEPS)
  })
})
