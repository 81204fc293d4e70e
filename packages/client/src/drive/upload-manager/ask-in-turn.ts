import type { Batch, ConflictAnswer, NameConflict } from './batch.ts'

/**
 * Asks about taken names one at a time: an answer for all is there before the next question, which then
 * is not asked.
 */
export interface AskInTurn {
  ask(batch: Batch, conflict: NameConflict): Promise<ConflictAnswer['rule'] | 'fail'>
}

export function createAskInTurn(): AskInTurn {
  let turn: Promise<unknown> = Promise.resolve()

  async function answer(batch: Batch, conflict: NameConflict) {
    if (typeof batch.conflict !== 'function') return 'fail'
    if (batch.answer !== undefined) return batch.answer
    const { rule, forAll } = await batch.conflict(conflict)
    if (forAll) batch.answer = rule
    return rule
  }

  return {
    ask(batch, conflict) {
      const answered = turn.then(() => answer(batch, conflict))
      turn = answered.catch(() => undefined)
      return answered
    },
  }
}
