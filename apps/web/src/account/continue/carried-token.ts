let carried: string | undefined

/** Takes the sign-in token of a link out of the address; it is kept in memory until the page has been left. */
export function readCarriedToken(hash: string): boolean {
  if (hash === '') return false
  carried = hash
  return true
}

export function takeCarriedToken(): string | undefined {
  const taken = carried
  carried = undefined
  return taken
}
