const LOOK_EVERY_MS = 3_600_000

/** Tells of a new version that waits, with what lets it take over. */
export function watchForUpdate(onWaiting: (takeOver: () => void) => void): () => void {
  const { serviceWorker } = navigator as Partial<Navigator>
  if (!serviceWorker) return () => undefined
  const stop = new AbortController()
  const { signal } = stop
  let timer: ReturnType<typeof setInterval> | undefined

  function tell(waiting: ServiceWorker) {
    onWaiting(() => {
      const reload = () => location.reload()
      serviceWorker?.addEventListener('controllerchange', reload, { once: true })
      waiting.postMessage({ type: 'take-over' })
    })
  }

  void serviceWorker.ready.then((registration) => {
    if (signal.aborted) return
    if (registration.waiting) tell(registration.waiting)
    registration.addEventListener(
      'updatefound',
      () => {
        const coming = registration.installing
        coming?.addEventListener('statechange', () => {
          // The very first one replaces nobody.
          if (coming.state === 'installed' && serviceWorker.controller) tell(coming)
        })
      },
      { signal },
    )
    // Without a network there is nothing new.
    timer = setInterval(() => void registration.update().catch(() => undefined), LOOK_EVERY_MS)
  })
  return () => {
    stop.abort()
    clearInterval(timer)
  }
}
