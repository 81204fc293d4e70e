import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { markRefreshTokenSeen } from './tokens.store.ts'

/**
 * Keeps that the answer with a refresh token has arrived: the access token beside it was used. One
 * small write for each pair and process, and none for all the calls after it.
 */
export interface SeenTokens {
  mark(refreshHash: string): Promise<void>
}

export function createSeenTokens({ db, clock }: { db: Database; clock: Clock }): SeenTokens {
  const marked = new Set<string>()
  return {
    async mark(refreshHash) {
      if (marked.has(refreshHash)) return
      await db.write((writer) => markRefreshTokenSeen(writer, refreshHash, clock.now()))
      const [oldest] = marked.size < MAX_REMEMBERED ? [] : marked
      if (oldest !== undefined) marked.delete(oldest)
      marked.add(refreshHash)
    },
  }
}

const MAX_REMEMBERED = 20_000
