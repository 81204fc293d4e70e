import { ServiceError } from '@awan/protocol/errors'
import type { Database, Writer } from '../../db/database.ts'
import { networkOf } from '../../kernel/network.ts'
import type { Risk, RiskyCall } from '../captcha/risk.ts'
import type { Limiter } from '../limits/limits.ts'

const WINDOW_MS = 3600 * 1000
/** Tries without a captcha, by what they have in common. */
const free = { account: 3, device: 5, address: 20 }
/** An address that fails this often in an hour is no person; others are not touched by it. */
const MAX_BY_ADDRESS = 300
const MAX_WORK = 16

/**
 * Counts tries to sign in that did not succeed. They make the next try dearer, and no dearer than a
 * patient device can pay: however hard a stranger tries, the owner is never locked out.
 */
export interface SignInAttempts extends Risk {
  succeeded(writer: Writer, call: RiskyCall): Promise<void>
  /** Somebody asked for an account that does not exist. */
  missed(writer: Writer, call: RiskyCall): Promise<void>
}

export function createSignInAttempts({
  db,
  limiter,
}: {
  db: Database
  limiter: Limiter
}): SignInAttempts {
  function keysOf({ contact, caller }: RiskyCall) {
    return {
      account: limiter.keyOf('signin:account', contact),
      device: caller.deviceId && limiter.keyOf('signin:device', caller.deviceId),
      address: `signin:address:${networkOf(caller.address)}`,
    }
  }

  return {
    async assess(call) {
      const { account, device, address } = keysOf(call)
      const points = await db.read((reader) =>
        limiter.read(reader, [account, address, ...(device ? [device] : [])]),
      )
      return workFor({
        account: points(account),
        device: device ? points(device) : 0,
        address: points(address),
      })
    },

    async attempt(call) {
      const { account, device, address } = keysOf(call)
      // Always account, address, device: whoever shares keys waits for the other, and never both.
      const tries = await db.write(async (writer) => ({
        account: await limiter.count(writer, account, WINDOW_MS),
        address: await limiter.count(writer, address, WINDOW_MS),
        device: device ? await limiter.count(writer, device, WINDOW_MS) : 0,
      }))
      if (tries.address > MAX_BY_ADDRESS) {
        throw new ServiceError('resource_exhausted', {
          description: 'too many failed sign-ins from this address; try again in an hour',
        })
      }
      // The attempt that is being judged has not failed yet.
      return workFor({
        account: tries.account - 1,
        device: tries.device - 1,
        address: tries.address - 1,
      })
    },

    /** An address is forgiven one try and no more: its owner may have failed for others' accounts. */
    async succeeded(writer, call) {
      const { account, device, address } = keysOf(call)
      await limiter.forget(writer, [account])
      await limiter.uncount(writer, address)
      if (device) await limiter.forget(writer, [device])
    },

    async missed(writer, call) {
      await limiter.count(writer, keysOf(call).address, WINDOW_MS)
    },
  }
}

function workFor(failures: { account: number; device: number; address: number }): number {
  const excess = Math.max(
    failures.account - free.account,
    failures.device - free.device,
    Math.floor((failures.address - free.address) / 4),
  )
  return excess < 0 ? 0 : Math.min(2 ** excess, MAX_WORK)
}
