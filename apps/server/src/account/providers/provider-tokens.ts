import { createHash } from 'node:crypto'
import { ServiceError } from '@awan/protocol/errors'
import type { Database, Reader, Writer } from '../../db/database.ts'
import type { ProviderTokenRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createSecret, type Random } from '../../kernel/id.ts'
import {
  deleteExpiredProviderTokens,
  insertProviderToken,
  selectProviderToken,
  spendProviderToken,
  updateProfile,
} from './provider-tokens.store.ts'
import { toShownProfile } from './shown-profile.ts'
import type { ProviderProfile } from './third-parties/third-party.ts'

const TTL_MS = 10 * 60 * 1000

/** An account at a third party whose owner is calling: proven there, ten minutes ago at most. */
export interface ProvenAccount {
  providerId: string
  userId: string
  profile: Omit<ProviderProfile, 'userId'>
  expiresAt: number
}

export interface GrantedProviderToken {
  token: string
  expiresIn: number
  providerId: string
  profile: ProvenAccount['profile']
}

/** The result of a visit to a provider: a one-time secret that represents the account there. */
export interface ProviderTokens {
  grant(providerId: string, profile: ProviderProfile): Promise<GrantedProviderToken>
  /** Fills in what the third party told the caller alone; nothing that it told us is replaced. */
  complete(token: string, told: Omit<ProviderProfile, 'userId'>): Promise<GrantedProviderToken>
  /** Looks only. Throws `expired_token`. */
  inspect(reader: Reader, token: string): Promise<ProvenAccount>
  /** Uses it up. Throws `expired_token` for one that is unknown, over or was used before. */
  redeem(writer: Writer, token: string): Promise<ProvenAccount>
  removeExpired(): Promise<void>
}

export function createProviderTokens({
  db,
  clock,
  random,
}: {
  db: Database
  clock: Clock
  random: Random
}): ProviderTokens {
  async function inspect(reader: Reader, token: string): Promise<ProvenAccount> {
    return toAccount(await selectProviderToken(reader, hashOf(token), clock.now()))
  }

  const toGranted = (token: string, account: ProvenAccount): GrantedProviderToken => ({
    token,
    expiresIn: Math.floor((account.expiresAt - clock.now()) / 1000),
    providerId: account.providerId,
    profile: account.profile,
  })

  return {
    inspect,

    async grant(providerId, { userId, ...told }) {
      const token = createSecret(random)
      const profile = toShownProfile(told)
      const expiresAt = clock.now() + TTL_MS
      await db.write((writer) =>
        insertProviderToken(writer, {
          hash: hashOf(token),
          provider_id: providerId,
          provider_user_id: userId,
          profile: JSON.stringify(profile),
          expires_at: expiresAt,
          used_at: null,
        }),
      )
      return toGranted(token, { providerId, userId, profile, expiresAt })
    },

    async complete(token, told) {
      const account = await db.write(async (writer) => {
        const known = await inspect(writer, token)
        const profile = { ...toShownProfile(told), ...known.profile }
        await updateProfile(writer, hashOf(token), JSON.stringify(profile))
        return { ...known, profile }
      })
      return toGranted(token, account)
    },

    async redeem(writer, token) {
      return toAccount(await spendProviderToken(writer, hashOf(token), clock.now()))
    },

    removeExpired: () => db.write((writer) => deleteExpiredProviderTokens(writer, clock.now())),
  }
}

function toAccount(row: ProviderTokenRow | undefined): ProvenAccount {
  if (!row) {
    throw new ServiceError('expired_token', {
      description: 'provider_token is expired or was used; sign in at the provider again',
    })
  }
  return {
    providerId: row.provider_id,
    userId: row.provider_user_id,
    profile: JSON.parse(row.profile) as ProvenAccount['profile'],
    expiresAt: row.expires_at,
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
