/** A visit to a third party that has begun in this tab and not come back yet. */
export interface PendingVisit {
  providerId: string
  providerName: string
  state: string
  codeVerifier: string
  /** Where to go after it. */
  from?: string
}

const STORAGE_KEY = 'awan.visit'

/** In the storage of this tab alone: no other page, and no address, ever holds the verifier. */
export function keepVisit(visit: PendingVisit): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(visit))
}

/** Gives it once, and only for the state that it was begun with. */
export function takeVisit(state: string | null): PendingVisit | undefined {
  const text = sessionStorage.getItem(STORAGE_KEY)
  sessionStorage.removeItem(STORAGE_KEY)
  try {
    const visit: unknown = JSON.parse(text ?? 'null')
    return isVisit(visit) && visit.state === state ? visit : undefined
  } catch {
    return undefined
  }
}

function isVisit(value: unknown): value is PendingVisit {
  const visit = (value ?? {}) as Record<string, unknown>
  return ['providerId', 'providerName', 'state', 'codeVerifier'].every(
    (name) => typeof visit[name] === 'string' && visit[name] !== '',
  )
}
