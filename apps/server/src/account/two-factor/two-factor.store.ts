import type { Reader, Writer } from '../../db/database.ts'
import { createPreparedQuery } from '../../db/prepared-query.ts'
import type { TwoFactorRow } from '../../db/tables.ts'

export async function selectTwoFactors(reader: Reader, sub: string): Promise<TwoFactorRow[]> {
  return reader.run(twoFactorsQuery, { sub })
}

/** Empty for everybody who has not turned the second step on: one point read of each sign-in. */
export const twoFactorsQuery = createPreparedQuery('two_factors', ['sub'], (reader, { sub }) =>
  reader
    .selectFrom('two_factors')
    .select(['sub', 'method', 'secret', 'confirmed_at', 'last_step', 'created_at'])
    .where('sub', '=', sub),
)

/** A new authenticator takes the place of the old one; any other method stays as it is. */
export async function upsertTwoFactor(writer: Writer, row: TwoFactorRow): Promise<void> {
  const { sub: _, method: __, ...rest } = row
  await writer
    .insertInto('two_factors')
    .values(row)
    .onConflict((conflict) => conflict.columns(['sub', 'method']).doUpdateSet(rest))
    .execute()
}

/** True for exactly one of all callers that bring the code of this step or of one before it. */
export async function takeTotpStep(writer: Writer, sub: string, step: number): Promise<boolean> {
  const taken = await writer
    .updateTable('two_factors')
    .set({ last_step: step })
    .where('sub', '=', sub)
    .where('method', '=', 'TOTP')
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .returning('sub')
    .executeTakeFirst()
  return taken !== undefined
}

export async function deleteTwoFactor(
  writer: Writer,
  sub: string,
  method: TwoFactorRow['method'],
): Promise<boolean> {
  const deleted = await writer
    .deleteFrom('two_factors')
    .where('sub', '=', sub)
    .where('method', '=', method)
    .returning('sub')
    .executeTakeFirst()
  return deleted !== undefined
}

export async function deleteTwoFactors(writer: Writer, sub: string): Promise<number> {
  const deleted = await writer
    .deleteFrom('two_factors')
    .where('sub', '=', sub)
    .returning('method')
    .execute()
  return deleted.length
}

export function selectTwoFactorsForExport(reader: Reader, sub: string) {
  return reader
    .selectFrom('two_factors')
    .select(['method', 'confirmed_at', 'created_at'])
    .where('sub', '=', sub)
    .orderBy('method')
    .execute()
}

/** By name. */
export async function selectConfirmedMethods(
  reader: Reader,
  sub: string,
): Promise<TwoFactorRow['method'][]> {
  const rows = await reader
    .selectFrom('two_factors')
    .select('method')
    .where('sub', '=', sub)
    .where('confirmed_at', 'is not', null)
    .orderBy('method')
    .execute()
  return rows.map(({ method }) => method)
}
