import type { BreachedPasswords } from './breached-passwords.ts'

/**
 * The passwords that leak most often, some fifty thousand, shipped with us so that they are refused
 * without asking anybody. The list is read when the first password is chosen and then kept.
 */
export function createLeakedList(): BreachedPasswords {
  return {
    async includes(password) {
      list ??= loadList()
      return (await list).has(password.normalize('NFKC').toLowerCase())
    },
  }
}

/** It never changes, so that all who ask in a process share one. */
let list: Promise<ReadonlySet<string>> | undefined

async function loadList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map((password) => String(password).toLowerCase()))
}
