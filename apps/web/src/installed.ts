/**
 * Lets Awan open without a network, and be installed. It comes after everything else: the first visit
 * does not wait for it. In a native app the app itself brings the page.
 */
export async function keepPage(): Promise<void> {
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
