/**
 * Of all pages of a browser one listens, and tells the others: a browser opens six connections to a
 * server at most, and each page that listened for itself would keep one. When that page closes, the
 * next one takes its place. Where there are no locks (a page without TLS) each listens for itself.
 */
export async function listenForAll(
  name: string,
  listen: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const locks = navigator.locks as LockManager | undefined
  if (locks === undefined) return listen(signal)
  try {
    await locks.request(name, { signal }, () => listen(signal))
  } catch (error) {
    if (signal.aborted) return
    throw error
  }
}
