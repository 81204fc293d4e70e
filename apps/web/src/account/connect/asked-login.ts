const KEY = 'awan.connect'

let held: string | undefined

/**
 * Takes the token of a program that asks out of the address. It is kept for the tab: its person may have to sign in first, in the
 * page of a third party too.
 */
export function keepAskedLogin(token: string): void {
  held = token
  try {
    sessionStorage.setItem(KEY, token)
  } catch {
    // A browser that stores nothing has it until the page is left.
  }
}

export function askedLogin(): string {
  try {
    return held ?? sessionStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

/** After the decision. */
export function forgetAskedLogin(): void {
  keepAskedLogin('')
}
