import type { AwanClient } from '@awan/client'
import type { Profile } from '@awan/protocol/account'

/** How a kept account is shown while it is not the current one; the contact is masked. */
export interface KeptPerson {
  name: string
  contact?: string
  picture?: string
}

const STORAGE_KEY = 'awan.people'

type Kept = Pick<AwanClient, 'runtime' | 'accounts'>

/**
 * Only the current account can be asked who it is, so that is written down for later; not when the
 * answer comes after they have signed out.
 */
export function keepPerson(client: Kept, me: Profile): void {
  if (!client.accounts.list().some(({ sub }) => sub === me.sub)) return
  const contact = me.email ?? me.phone_number
  const person: KeptPerson = {
    name: me.name,
    ...(contact !== undefined && { contact }),
    ...(me.picture !== undefined && { picture: me.picture }),
  }
  write(client, { ...readPeople(client), [me.sub]: person })
}

/** Who is signed out is forgotten here too. */
export function forgetPeople(client: Kept): void {
  const people = readPeople(client)
  const kept = new Set(client.accounts.list().map(({ sub }) => sub))
  const left = Object.entries(people).filter(([sub]) => kept.has(sub))
  if (left.length < Object.keys(people).length) write(client, Object.fromEntries(left))
}

export function readPeople({ runtime }: Kept): Readonly<Record<string, KeptPerson>> {
  try {
    const stored: unknown = JSON.parse(runtime.storage.get(STORAGE_KEY) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(Object.entries(stored).flatMap(toPerson))
  } catch {
    // What cannot be read is written anew at the next sign-in.
    return {}
  }
}

function write({ runtime }: Kept, people: Readonly<Record<string, KeptPerson>>): void {
  if (Object.keys(people).length === 0) runtime.storage.remove(STORAGE_KEY)
  else runtime.storage.set(STORAGE_KEY, JSON.stringify(people))
}

function toPerson([sub, stored]: [string, unknown]): [string, KeptPerson][] {
  if (typeof stored !== 'object' || stored === null) return []
  const { name, contact, picture } = stored as Record<string, unknown>
  if (typeof name !== 'string') return []
  const person: KeptPerson = {
    name,
    ...(typeof contact === 'string' && { contact }),
    ...(typeof picture === 'string' && { picture }),
  }
  return [[sub, person]]
}
