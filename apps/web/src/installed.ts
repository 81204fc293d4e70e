import type { AwanClient } from '@awan/client'
import { forgetAnswers } from './drive/offline/kept-answers.ts'
import { forgetPeople } from './session/kept-people.ts'
import { reportDevice } from './session/report-device.ts'
import type { Shell } from './session/shell.ts'
import { signedInSub } from './session/signed-in-sub.ts'

/** What comes after everything else: the first visit does not wait for it. */
export function settleIn(client: AwanClient, shell: Shell | undefined): void {
  void forgetLeft(client)
  void reportDevice(client, shell)
  // A native app brings its own page.
  if (shell === undefined && import.meta.env.PROD) void keepPage()
}

/** Lets Awan open without a network, and be installed. */
async function keepPage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  // A browser that keeps nothing, as in a private window, refuses: the page works all the same.
  const registration = await navigator.serviceWorker
    .register('/sw.js', { updateViaCache: 'none' })
    .catch(() => undefined)
  if (!registration) return
  const { active } = await navigator.serviceWorker.ready
  const urls = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)
  active?.postMessage({ type: 'keep', urls })
}

/** Whoever has signed out leaves nothing behind: neither how they are shown nor what they listed. */
export async function forgetLeft(client: AwanClient): Promise<void> {
  forgetPeople(client)
  const subs = client.accounts.list().map(({ sub }) => sub)
  const current = signedInSub(client)
  await forgetAnswers(current === undefined ? subs : [...subs, current])
}
