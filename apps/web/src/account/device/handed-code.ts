import { readUserCode } from './user-code.ts'

const KEY = 'awan.user-code'

/** Keeps the code of a scanned address for this tab, over a sign-in too, and out of the address. */
export function keepHandedCode(code: unknown): void {
  try {
    sessionStorage.setItem(KEY, readUserCode(String(code)))
  } catch {
    // Without storage the code is typed.
  }
}

export function readHandedCode(): string {
  try {
    return sessionStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

export function forgetHandedCode(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // There was none.
  }
}
