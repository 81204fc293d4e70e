import type { ActionQuestions, TakenChoice } from './action-parts.ts'
import type { Failure } from './run-batch.ts'

/** What to do with files whose names are taken: asked one by one, until one answer is for all. */
export async function askTaken(
  { askTaken }: Pick<ActionQuestions, 'askTaken'>,
  taken: readonly Failure[],
  folder: string | undefined,
): Promise<Record<TakenChoice, string[]>> {
  const chosen: Record<TakenChoice, string[]> = { rename: [], replace: [], skip: [] }
  let forAll: TakenChoice | undefined
  for (const [index, { id, name = '' }] of taken.entries()) {
    if (forAll === undefined) {
      const otherCount = taken.length - index - 1
      const { choice, isForAll } = await askTaken({ name, folder, otherCount })
      chosen[choice].push(id)
      if (isForAll) forAll = choice
    } else chosen[forAll].push(id)
  }
  return chosen
}
