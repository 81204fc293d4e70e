import { createHash } from 'node:crypto'
import { ServiceError } from '@awan/protocol/errors'
import type { Database, Writer } from '../../db/database.ts'
import type { TrustedDeviceRow } from '../../db/tables.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, createSecret, type Random } from '../../kernel/id.ts'
import type { EventLog } from '../events/events.ts'
import { deviceIdOf, type Sessions } from '../sessions/sessions.ts'
import {
  deleteExpiredTrustedDevices,
  deleteTrustedDevice,
  deleteTrustedDevices,
  insertTrustedDevice,
  keepLastTrustedDevices,
  selectTrustedDevices,
  useTrustedDevice,
} from './trusted-devices.store.ts'

export { countTrustedDevices, selectTrustedDevicesForExport } from './trusted-devices.store.ts'

const TRUST_MS = 30 * 24 * 3600 * 1000
/** More than anybody has; the list shows all of them. */
const MAX_TRUSTED = 100

/**
 * Devices that skip the second step. The device id alone proves nothing, for it is sent with every
 * call: trust is a secret of its own, good on that device, for that person, for 30 days.
 */
export interface TrustedDevices {
  /** The secret, told once; undefined for a caller that has no device id to bind it to. */
  trust(writer: Writer, sub: string, caller: Caller): Promise<string | undefined>
  isTrusted(sub: string, token: string, caller: Caller): Promise<boolean>
  /** Each with what it last said that it is. */
  list(user: SignedIn): Promise<(TrustedDeviceRow & { userAgent: string | undefined })[]>
  revoke(id: string, user: SignedIn, caller: Caller): Promise<void>
  revokeAll(user: SignedIn, caller: Caller): Promise<void>
  removeExpired(): Promise<void>
}

/** With the password and the second step the trust that was given by them goes too. */
export async function forgetTrustedDevices(writer: Writer, sub: string): Promise<number> {
  return deleteTrustedDevices(writer, sub)
}

export function createTrustedDevices({
  db,
  clock,
  random,
  sessions,
  events,
}: {
  db: Database
  clock: Clock
  random: Random
  sessions: Pick<Sessions, 'userAgentsOf'>
  events: EventLog
}): TrustedDevices {
  return {
    async trust(writer, sub, caller) {
      const deviceId = deviceIdOf(caller)
      if (deviceId === undefined) return undefined
      const token = createSecret(random)
      const nowMs = clock.now()
      const id = createId(random, nowMs)
      await deleteTrustedDevice(writer, sub, { deviceId })
      // The least lately used ones make way.
      await keepLastTrustedDevices(writer, sub, MAX_TRUSTED - 1)
      await insertTrustedDevice(writer, {
        id,
        sub,
        device_id: deviceId,
        token_hash: hashToken(token),
        name: caller.deviceName?.slice(0, 128) ?? null,
        created_at: nowMs,
        last_used_at: nowMs,
        expires_at: nowMs + TRUST_MS,
      })
      await events.record(writer, {
        type: 'account.device_trusted',
        sub,
        caller,
        data: { trusted_device_id: id },
      })
      return token
    },

    async isTrusted(sub, token, caller) {
      const deviceId = deviceIdOf(caller)
      if (deviceId === undefined) return false
      const tokenHash = hashToken(token)
      const nowMs = clock.now()
      return db.write((writer) => useTrustedDevice(writer, { sub, deviceId, tokenHash, nowMs }))
    },

    list: ({ sub }) =>
      db.read(async (reader) => {
        const rows = await selectTrustedDevices(reader, sub, clock.now())
        const deviceIds = rows.map(({ device_id }) => device_id)
        const userAgents = await sessions.userAgentsOf(reader, sub, deviceIds)
        return rows.map((row) => ({ ...row, userAgent: userAgents.get(row.device_id) }))
      }),

    async revoke(id, { sub }, caller) {
      await db.write(async (writer) => {
        if (!(await deleteTrustedDevice(writer, sub, { id }))) {
          throw new ServiceError('not_found', { description: 'no such trusted device' })
        }
        const data = { trusted_device_id: id }
        await events.record(writer, { type: 'account.device_trust_revoked', sub, caller, data })
      })
    },

    async revokeAll({ sub }, caller) {
      await db.write(async (writer) => {
        const devices = await deleteTrustedDevices(writer, sub)
        if (devices === 0) return
        const data = { devices }
        await events.record(writer, { type: 'account.device_trust_revoked', sub, caller, data })
      })
    },

    async removeExpired() {
      await db.write((writer) => deleteExpiredTrustedDevices(writer, clock.now()))
    },
  }
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
