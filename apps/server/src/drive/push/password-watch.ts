import { isServiceError } from '@awan/protocol/errors'
import type { Guards } from '../../http/guards.ts'

/** Ends what was opened by an app password soon after the password has ended, whichever process ended it. */
export interface PasswordWatch {
  /** Gives what ends the watch. */
  add(appPasswordId: string, ended: () => void): () => void
}

export function createPasswordWatch(
  { findValidPasswords }: Pick<Guards, 'findValidPasswords'>,
  { everyMs, onProblem }: { everyMs: number; onProblem?: ((problem: unknown) => void) | undefined },
): PasswordWatch {
  const watched = new Map<string, Set<() => void>>()
  let timer: NodeJS.Timeout | undefined
  let isLooking = false

  /** One question for all of them. */
  async function look(): Promise<void> {
    const ids = [...watched.keys()]
    const valid = await findValidPasswords?.(ids).catch((problem: unknown) => {
      // A database that is away for a moment says nothing about the passwords.
      if (isServiceError(problem, 'unavailable')) return new Set(ids)
      onProblem?.(problem)
      return undefined
    })
    for (const id of ids) {
      if (valid?.has(id)) continue
      for (const ended of [...(watched.get(id) ?? [])]) ended()
    }
  }

  function lookOnce(): void {
    if (isLooking) return
    isLooking = true
    void look().finally(() => {
      isLooking = false
    })
  }

  return {
    add(id, ended) {
      const all = watched.get(id) ?? new Set()
      watched.set(id, all.add(ended))
      timer ??= setInterval(lookOnce, everyMs).unref()
      return () => {
        all.delete(ended)
        if (all.size === 0 && watched.get(id) === all) watched.delete(id)
        if (watched.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}
