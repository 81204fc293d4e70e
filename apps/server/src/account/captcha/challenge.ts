import { hkdfSync } from 'node:crypto'
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/sha'
import { z } from 'zod'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'

/** Hashes that one unit of work takes, on average. */
const HASHES_PER_WORK = 50_000
const TTL_MS = 5 * 60 * 1000

export interface SolvedChallenge {
  id: string
  work: number
  expiresAt: number
}

export interface Challenges {
  create(subject: string, work: number): Promise<Challenge>
  /** Undefined for what is not ours, not solved, expired or made for another subject. */
  verify(solution: string, subject: string): Promise<SolvedChallenge | undefined>
}

/**
 * Proof of work in altcha's format: find the counter whose SHA-256 with salt and nonce begins as the
 * challenge says. The counter is drawn from a range, so that nobody waits for ever. The expiry is kept
 * in the signed data and judged by our own clock.
 */
export function createChallenges({
  codeKey,
  clock,
  random,
}: {
  codeKey: Buffer
  clock: Clock
  random: Random
}): Challenges {
  const secret = Buffer.from(hkdfSync('sha256', codeKey, '', 'awan captcha challenge', 32))
  const hmacSignatureSecret = secret.toString('base64url')
  return {
    async create(subject, work) {
      const range = work * HASHES_PER_WORK
      return createChallenge({
        algorithm: 'SHA-256',
        cost: 1,
        counter: Math.floor(range / 2) + random.integer(range),
        deriveKey,
        data: {
          id: createId(random, clock.now()),
          subject,
          work,
          expires_at: clock.now() + TTL_MS,
        },
        hmacSignatureSecret,
      })
    },

    async verify(solution, subject) {
      const payload = parseSolution(solution)
      if (!payload) return undefined
      const { verified } = await verifySolution({ ...payload, deriveKey, hmacSignatureSecret })
      if (!verified) return undefined
      // The signature holds, so this is what we wrote ourselves.
      const {
        id,
        work,
        subject: madeFor,
        expires_at: expiresAt,
      } = payload.challenge.parameters.data
      if (madeFor !== subject || expiresAt <= clock.now()) return undefined
      return { id, work, expiresAt }
    },
  }
}

const payloadSchema = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal('SHA-256'),
      nonce: z.string(),
      salt: z.string(),
      cost: z.literal(1),
      keyLength: z.number(),
      keyPrefix: z.string(),
      data: z.object({
        id: z.string(),
        subject: z.string(),
        work: z.number(),
        expires_at: z.number(),
      }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

function parseSolution(solution: string): z.output<typeof payloadSchema> | undefined {
  try {
    const parsed = payloadSchema.safeParse(
      JSON.parse(Buffer.from(solution, 'base64').toString('utf8')),
    )
    return parsed.success ? parsed.data : undefined
  } catch {
    // Not base64 of JSON: no solution.
    return undefined
  }
}
