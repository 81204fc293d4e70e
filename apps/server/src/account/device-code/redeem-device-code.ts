import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import type { Database, Writer } from '../../db/database.ts'
import type { DeviceCodeRow, UserRow } from '../../db/tables.ts'
import type { Caller } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Client } from '../apps/clients.ts'
import { touchGrant } from '../apps/grants.ts'
import type { OpenGrant } from '../sign-in/open-grant.ts'
import type { Grant } from '../tokens/grant-token.ts'
import { findUser, lockUser } from '../users/users.ts'
import { lockDeviceCode, markDeviceCodeUsed, recordPoll } from './device-code.store.ts'
import { hashDeviceCode } from './device-code.ts'

export type RedeemDeviceCode = (
  proof: { deviceCode: string; client: Client },
  caller: Caller,
) => Promise<Grant>

export interface RedeemDeviceCodeParts {
  db: Database
  clock: Clock
  openGrant: OpenGrant
}

/** RFC 8628, 3.5: what `slow_down` adds, for good. */
const SLOWER_MS = 5_000
/** A poll that the network brought a little early is no hurry. */
const TOLERANCE_MS = 500

export function createRedeemDeviceCode(parts: RedeemDeviceCodeParts): RedeemDeviceCode {
  const { db, clock, openGrant } = parts

  /** The approved row, or the error to throw once this poll is counted. */
  async function poll(
    writer: Writer,
    { deviceCode, client }: { deviceCode: string; client: Client },
  ): Promise<DeviceCodeRow | ServiceError> {
    const row = await lockDeviceCode(writer, hashDeviceCode(deviceCode))
    if (row?.client_id !== client.id || row.used_at !== null) return refuse()
    const nowMs = clock.now()
    if (row.expires_at <= nowMs) {
      return new ServiceError('expired_token', { description: 'the device code has expired' })
    }
    const isTooFast =
      row.polled_at !== null && nowMs - row.polled_at < row.interval_ms - TOLERANCE_MS
    const intervalMs = row.interval_ms + (isTooFast ? SLOWER_MS : 0)
    await recordPoll(writer, row.hash, { polled_at: nowMs, interval_ms: intervalMs })
    if (isTooFast) {
      return new ServiceError('slow_down', {
        description: `poll again in ${intervalMs / 1000} seconds`,
      })
    }
    if (row.state === 'ACCOMPLISHED') return row
    if (row.state === 'ACCESS_DENIED') {
      return new ServiceError('access_denied', { description: 'the person refused', status: 400 })
    }
    return new ServiceError('authorization_pending', {
      description: 'the person has not decided yet',
      details: [{ '@type': ERROR_INFO, reason: row.state, state: row.state }],
    })
  }

  return async (proof, caller) => {
    const row = await db.write((writer) => poll(writer, proof))
    if (row instanceof ServiceError) throw row
    const sub = row.sub ?? ''
    const user = await db.read((reader) => findUser(reader, sub))
    if (!user) throw refuse()
    return openGrant(
      {
        user,
        client: proof.client,
        scope: row.scope,
        method: 'device',
        sourceSessionId: row.source_session_id,
        async hold(writer) {
          const current = await lockUser(writer, sub)
          const isFirst = await markDeviceCodeUsed(writer, row.hash, clock.now())
          return isFirst && !isOlderThanPassword(row, current) ? current : undefined
        },
        refuse,
        also: (writer) => touchGrant(writer, { sub, client_id: row.client_id }, clock.now()),
      },
      caller,
    )
  }
}

/** A new password ends all that was agreed to under the old one. */
function isOlderThanPassword(row: DeviceCodeRow, user: UserRow | undefined): boolean {
  return (user?.password_updated_at ?? 0) > row.created_at
}

function refuse(): ServiceError {
  return new ServiceError('invalid_grant', {
    description: 'the device code is wrong or used, or it was given to another app',
  })
}
