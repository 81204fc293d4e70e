import type { Batch, ConflictAnswer, NameConflict } from './batch.ts'

/**
 * Asks about taken names one at a time: an answer for all is there before the next question, which then
 * is not asked.
 */
export interface AskInTurn {
  /** What the question is about is found out when it is its turn. */
  ask(batch: Batch, describe: () => Promise<NameConflict>): Promise<ConflictAnswer['rule'] | 'fail'>
}

export function createAskInTurn(): AskInTurn {
  let turn: Promise<unknown> = Promise.resolve()

  async function answer(batch: Batch, describe: () => Promise<NameConflict>) {
    if (typeof batch.conflict !== 'function') return 'fail'
    if (batch.answer !== undefined) return batch.answer
    const { rule, forAll } = await batch.conflict(await describe())
    if (forAll) batch.answer = rule
    return rule
  }

  return {
    ask(batch, describe) {
      const answered = turn.then(() => answer(batch, describe))
      turn = answered.catch(() => undefined)
      return answered
    },
  }
}
