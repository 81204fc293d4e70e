import type { Page } from '@playwright/test'
import type { AwanServer } from './awan-server.ts'
import { test as base, expect, type Person, signInQuickly } from './story.ts'

/** The first person of a server is its administrator, and signed in when the story begins. */
export const test = base.extend<{ administrator: { access_token: string; sub: string } }>({
  administrator: [
    async ({ page, server, person }, use) => use(await signInQuickly(page, server, person)),
    { auto: true },
  ],
})

/** Presses the button of a dialog and proves, the first time, who is there. */
export async function confirm(page: Page, button: string, { password }: Person): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
  await prove(page, password)
}

export async function prove(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Confirm it is you')).toBeHidden()
}

/** `in`, or the name of the error that keeps somebody out. */
export async function trySignIn(server: AwanServer, { email, password }: Person): Promise<string> {
  const answer = await fetch(`${server.url}/v1/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, client_id: 'awan-web' }),
  })
  return answer.ok ? 'in' : ((await answer.json()) as { error: string }).error
}
