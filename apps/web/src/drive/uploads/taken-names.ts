import type { ConflictAnswer, NameConflict } from '@awan/client/upload-manager'

/** What to do with a file whose name is taken. */
export type NameChoice = ConflictAnswer['rule']

/** One person is asked about one name at a time. */
export interface TakenNames {
  ask(conflict: NameConflict): Promise<ConflictAnswer>
  /** The name that is asked about now. */
  current(): NameConflict | undefined
  answer(choice: NameChoice, forAll: boolean): void
  /** Forgets what was answered for all, and whoever still waits is skipped. */
  reset(): void
}

export function createTakenNames(onChange: () => void): TakenNames {
  const waiting: { conflict: NameConflict; resolve: (answer: ConflictAnswer) => void }[] = []
  let forEvery: NameChoice | undefined

  return {
    ask(conflict) {
      // Said for all means for what was dropped a moment later too.
      if (forEvery !== undefined) return Promise.resolve({ rule: forEvery, forAll: true })
      const { promise, resolve } = Promise.withResolvers<ConflictAnswer>()
      waiting.push({ conflict, resolve })
      onChange()
      return promise
    },
    current: () => waiting[0]?.conflict,
    answer(choice, forAll) {
      if (forAll) forEvery = choice
      const answered = forAll ? waiting.splice(0) : waiting.splice(0, 1)
      for (const { resolve } of answered) resolve({ rule: choice, forAll })
      onChange()
    },
    reset() {
      forEvery = undefined
      for (const { resolve } of waiting.splice(0)) resolve({ rule: 'skip' })
      onChange()
    },
  }
}
