import { createHash } from 'node:crypto'
import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { ProviderStateRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createSecret, type Random } from '../../kernel/id.ts'
import type { Seal } from '../../kernel/seal.ts'
import {
  deleteExpiredStates,
  insertState,
  reopenState,
  type StateClaim,
  spendState,
} from './provider-states.store.ts'

const TTL_MS = 10 * 60 * 1000

/** Who started a visit: only the same client, device and redirect URI may finish it. */
export type VisitClient = Pick<
  ProviderStateRow,
  'provider_id' | 'client_id' | 'device_id' | 'redirect_uri'
>

export interface BegunVisit {
  /** Sent to the provider, which returns it to the page. */
  state: string
  nonce: string
  codeChallenge: string
}

export interface ReturnedVisit {
  nonce: string
  begunAt: number
  codeVerifier: string
  /** For a provider that asks us to try again later. */
  reopen(): Promise<void>
}

/**
 * Visits to providers. Each is identified by a one-time value that only its starter has: the verifier
 * of the caller's own PKCE challenge, or else the state that we made for it.
 */
export interface ProviderStates {
  begin(
    client: VisitClient,
    sent: { state: string; codeChallenge: string | undefined },
    purpose?: string,
  ): Promise<BegunVisit>
  /** Throws `expired_token` unless this client started it for this purpose and it has not ended. */
  finish(
    client: VisitClient,
    sent: { state: string | undefined; codeVerifier: string | undefined },
    purpose?: string,
  ): Promise<ReturnedVisit>
  removeExpired(): Promise<void>
}

export function createProviderStates({
  db,
  clock,
  random,
  seal,
}: {
  db: Database
  clock: Clock
  random: Random
  seal: Seal
}): ProviderStates {
  return {
    async begin(client, { state, codeChallenge }, purpose = '') {
      const nonce = createSecret(random)
      const own = codeChallenge === undefined ? createOwn(random) : undefined
      const hash = own ? hashState(own.state, purpose) : hashChallenge(codeChallenge ?? '', purpose)
      const row: ProviderStateRow = {
        ...client,
        hash,
        nonce,
        code_verifier: own ? seal.close(own.codeVerifier, hash) : null,
        expires_at: clock.now() + TTL_MS,
        used_at: null,
      }
      if (!(await db.write((writer) => insertState(writer, row)))) {
        throw new ServiceError('invalid_request', {
          description: 'this code_challenge was used before; make a new one',
        })
      }
      return {
        // With a challenge the caller's state travels as it is; without, ours goes before it.
        state: own ? `${own.state}.${state}` : state,
        nonce,
        codeChallenge: codeChallenge ?? toChallenge(own?.codeVerifier ?? ''),
      }
    },

    async finish(client, { state, codeVerifier }, purpose = '') {
      const hash =
        codeVerifier === undefined
          ? hashState(state?.split('.', 1)[0] ?? '', purpose)
          : hashChallenge(toChallenge(codeVerifier), purpose)
      const claim: StateClaim = { ...client, hash }
      const row = await db.write((writer) => spendState(writer, claim, clock.now()))
      const verifier = row?.code_verifier ? seal.open(row.code_verifier, hash) : codeVerifier
      if (!row || verifier === undefined) {
        throw new ServiceError('expired_token', {
          description: 'this visit to the provider was not started here, or has ended; start again',
        })
      }
      return {
        nonce: row.nonce,
        begunAt: row.expires_at - TTL_MS,
        codeVerifier: verifier,
        reopen: () => db.write((writer) => reopenState(writer, hash)),
      }
    },

    removeExpired: () => db.write((writer) => deleteExpiredStates(writer, clock.now())),
  }
}

function createOwn(random: Random): { state: string; codeVerifier: string } {
  return { state: createSecret(random), codeVerifier: createSecret(random) }
}

/** The purpose is part of the key: a visit that was begun for one is not found for another. */
function hashState(state: string, purpose: string): string {
  return createHash('sha256').update(`${purpose}state:${state}`).digest('base64url')
}

function hashChallenge(challenge: string, purpose: string): string {
  return createHash('sha256').update(`${purpose}challenge:${challenge}`).digest('base64url')
}

/** RFC 7636, S256. */
function toChallenge(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}
