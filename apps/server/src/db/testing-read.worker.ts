import { ServiceError } from '@awan/protocol/errors'
import type { Reader } from './database.ts'

export type TestRead = 'names' | 'refuse' | 'break' | 'die'

/** What tests have a thread do. */
export async function read(reader: Reader, input: TestRead): Promise<Uint8Array<ArrayBuffer>> {
  if (input === 'refuse') throw new ServiceError('not_found', { description: 'by a rule' })
  if (input === 'break') throw new Error('out of order')
  if (input === 'die') process.exit(1)
  const rows = await reader.selectFrom('secrets').select('name').orderBy('name').execute()
  return new TextEncoder().encode(rows.map(({ name }) => name).join())
}
