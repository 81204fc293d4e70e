import { ServiceError } from '@awan/protocol/errors'
import type { Account } from '../account/index.ts'
import type { UserRow } from '../db/tables.ts'

export async function requirePerson({ people }: Account, typed: string): Promise<UserRow> {
  const person = await people.find(typed)
  if (person) return person
  throw new ServiceError('not_found', { description: `there is nobody called "${typed}"` })
}
