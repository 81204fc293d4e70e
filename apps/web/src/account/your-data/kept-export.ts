const KEY = 'awan.export'

/** Which copy a person asked for last on this device; the server lets nobody else have it. */
export function readKeptExport(sub: string): string | undefined {
  try {
    return localStorage.getItem(`${KEY}.${sub}`) ?? undefined
  } catch {
    // Without storage a copy is known as long as the page is open.
    return undefined
  }
}

export function keepExport(sub: string, taskId: string | undefined): void {
  try {
    if (taskId === undefined) localStorage.removeItem(`${KEY}.${sub}`)
    else localStorage.setItem(`${KEY}.${sub}`, taskId)
  } catch {
    // As above.
  }
}
