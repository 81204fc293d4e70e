/** The sign-in token of the last link that was opened in this page; each has a number of its own. */
interface Carried {
  token: string
  number: number
}

let carried: Carried | undefined
let links = 0
const listeners = new Set<() => void>()

/** Takes the token out of the address; it is kept in memory until the page has been left. */
export function readCarriedToken(hash: string): boolean {
  if (hash === '') return false
  links += 1
  keep({ token: hash, number: links })
  return true
}

export function forgetCarriedToken(): void {
  keep(undefined)
}

export function carriedToken(): Carried | undefined {
  return carried
}

/** A second link may be opened in the same page. */
export function subscribeToCarried(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function keep(next: Carried | undefined): void {
  carried = next
  for (const listener of listeners) listener()
}
