import { useSyncExternalStore } from 'react'
import { useClient } from './ClientProvider.tsx'
import { type KeptPerson, readPeople } from './kept-people.ts'

export interface KeptAccount extends Partial<KeptPerson> {
  sub: string
  isAnonymous: boolean
  isCurrent: boolean
}

/** Every account that this browser keeps, the current one first. */
export function useKeptAccounts(): readonly KeptAccount[] {
  const client = useClient()
  const accounts = useSyncExternalStore(
    (listener) => client.session.subscribe(listener),
    () => client.accounts.list(),
  )
  const people = readPeople(client)
  return accounts
    .map((account) => ({ ...account, ...people[account.sub] }))
    .sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
}
