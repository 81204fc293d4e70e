import { createHash } from 'node:crypto'
import type { DeviceState } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import type { Database, Reader, Writer } from '../../db/database.ts'
import type { DeviceCodeRow } from '../../db/tables.ts'
import { ACCOUNT_SCOPE, type Caller, type SignedIn } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createSecret, type Random } from '../../kernel/id.ts'
import { type Client, type Clients, resolveScope } from '../apps/clients.ts'
import { recordGrant } from '../apps/grants.ts'
import { isWithin, parseScope } from '../apps/scopes.ts'
import type { EventLog } from '../events/events.ts'
import type { Notices } from '../notices/notices.ts'
import { findUser } from '../users/users.ts'
import {
  decideDeviceCode,
  deleteDeviceCodesExpiredBefore,
  insertDeviceCode,
  selectByUserCode,
} from './device-code.store.ts'
import { createUserCode, readUserCode } from './user-code.ts'

export { deleteDeviceCodesOf } from './device-code.store.ts'

/** Long enough to find the phone and sign in there; short, since a code can be talked out of people. */
export const DEVICE_CODE_TTL_MS = 10 * 60_000
export const POLL_INTERVAL_MS = 5_000

/** Where a code was asked for, for the person who is asked to approve it. */
interface DeviceFacts {
  meta: Record<string, string>
  address: string
  deviceName?: string | undefined
  userAgent?: string | undefined
}

export interface StartedDevice {
  deviceCode: string
  userCode: string
}

export interface WaitingDevice extends DeviceFacts {
  client: Client
  scope: string
  expiresAt: number
}

export interface DeviceDecision {
  userCode: string
  clientId: string | undefined
  /** Less than the device asked for. */
  scope: string | undefined
  state: DeviceState
}

export interface DeviceCodes {
  start(
    request: { client: Client; scope: string | undefined; meta: Record<string, string> },
    caller: Caller,
  ): Promise<StartedDevice>
  inspect(userCode: string): Promise<WaitingDevice>
  /** `requireSudo` throws unless the person has just proved who they are: a full session needs it. */
  decide(
    decision: DeviceDecision,
    user: SignedIn,
    caller: Caller,
    requireSudo: () => Promise<void>,
  ): Promise<void>
}

export interface DeviceCodesParts {
  db: Database
  clock: Clock
  random: Random
  clients: Clients
  events: EventLog
  notices: Notices
}

export function createDeviceCodes(parts: DeviceCodesParts): DeviceCodes {
  const { db, clock, random, clients, events, notices } = parts

  /** Unknown, expired, decided: one answer, so that guessing tells nothing. */
  async function findWaiting(
    reader: Reader,
    userCode: string,
  ): Promise<{ row: DeviceCodeRow; client: Client }> {
    const row = await selectByUserCode(reader, readUserCode(userCode))
    const isWaiting = row?.state === 'WAITING_CONNECT' || row?.state === 'WAITING_CONSENT'
    const client =
      row && isWaiting && row.expires_at > clock.now()
        ? await clients.find(reader, row.client_id)
        : undefined
    if (!row || !client) throw notWaiting()
    return { row, client }
  }

  async function record(
    writer: Writer,
    type: 'account.device_authorized' | 'account.device_refused',
    { user, caller, client }: { user: SignedIn; caller: Caller; client: Client },
  ): Promise<void> {
    const data = { app_id: client.id, app_name: client.name }
    await events.record(writer, { type, sub: user.sub, caller, data })
  }

  return {
    async start({ client, scope, meta }, caller) {
      const facts: DeviceFacts = {
        meta,
        address: caller.address,
        deviceName: caller.deviceName,
        userAgent: caller.userAgent,
      }
      const granted = resolveScope(client, scope)
      const deviceCode = createSecret(random)
      const userCode = await db.write(async (writer) => {
        const nowMs = clock.now()
        for (;;) {
          const userCode = createUserCode(random)
          const isFree = await insertDeviceCode(writer, {
            hash: hashDeviceCode(deviceCode),
            user_code: userCode,
            client_id: client.id,
            scope: granted,
            meta: JSON.stringify(facts),
            state: 'WAITING_CONNECT',
            sub: null,
            source_session_id: null,
            interval_ms: POLL_INTERVAL_MS,
            polled_at: null,
            created_at: nowMs,
            expires_at: nowMs + DEVICE_CODE_TTL_MS,
            used_at: null,
          })
          if (isFree) return userCode
        }
      })
      return { deviceCode, userCode }
    },

    async inspect(userCode) {
      const { row, client } = await db.read((reader) => findWaiting(reader, userCode))
      const facts = JSON.parse(row.meta) as DeviceFacts
      return { ...facts, client, scope: row.scope, expiresAt: row.expires_at }
    },

    async decide({ userCode, clientId, scope, state }, user, caller, requireSudo) {
      const isApproved = state === 'ACCOMPLISHED'
      const { row, client } = await db.read((reader) => findWaiting(reader, userCode))
      // Some clients name the device's app here, others themselves.
      if (clientId !== undefined && ![row.client_id, user.clientId].includes(clientId)) {
        throw notWaiting()
      }
      const granted = scope === undefined ? row.scope : parseScope(scope).join(' ')
      if (!isWithin(parseScope(granted), parseScope(row.scope))) {
        throw new ServiceError('invalid_scope', {
          description: 'scope is more than the device requested',
        })
      }
      // With it the device can do all that its owner can.
      if (isApproved && parseScope(granted).includes(ACCOUNT_SCOPE)) await requireSudo()
      await db.write(async (writer) => {
        const decision = {
          state,
          scope: granted,
          sub: isApproved ? user.sub : null,
          source_session_id: isApproved ? user.sessionId : null,
        }
        if (!(await decideDeviceCode(writer, row.hash, decision))) {
          throw notWaiting()
        }
        if (isApproved) {
          const isNew = await recordGrant(writer, {
            sub: user.sub,
            client,
            scope: granted,
            nowMs: clock.now(),
          })
          const owner = isNew ? await findUser(writer, user.sub) : undefined
          if (owner) await notices.queue(writer, 'appAuthorized', owner, caller)
          await record(writer, 'account.device_authorized', { user, caller, client })
        } else if (state === 'ACCESS_DENIED') {
          await record(writer, 'account.device_refused', { user, caller, client })
        }
      })
    },
  }
}

/** An expired code still says so to its device for an hour. */
export async function removeOldDeviceCodes(db: Database, clock: Clock): Promise<void> {
  await db.write((writer) => deleteDeviceCodesExpiredBefore(writer, clock.now() - HOUR_MS))
}

const HOUR_MS = 3_600_000

export function hashDeviceCode(deviceCode: string): string {
  return createHash('sha256').update(deviceCode).digest('base64url')
}

function notWaiting(): ServiceError {
  return new ServiceError('not_found', { description: 'no device waits with this user_code' })
}
