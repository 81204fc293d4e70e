import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import type { Database, Reader, Writer } from '../../db/database.ts'
import { networkOf } from '../../kernel/network.ts'
import type { Risk, RiskyCall } from '../captcha/risk.ts'
import type { Limiter } from '../limits/limits.ts'
import type { Sessions } from '../sessions/sessions.ts'

const WINDOW_MS = 3600 * 1000
/** Tries without a captcha, by what they have in common. */
const free = { account: 3, device: 5, address: 20 }
/** An address that fails this often in an hour is no person; others are not touched by it. */
const MAX_BY_ADDRESS = 300
/** Beyond this no more passwords are looked at, for as long as the window lasts. */
const MAX_GUESSES = 100
const MAX_WORK = 16

/**
 * Counts tries to sign in that did not succeed. They make the next try dearer, and beyond a bound no
 * password is looked at any more.
 *
 * A device on which the person was signed in before has a count of its own, that nobody else can add
 * to: its id is nowhere to be read. All others share one. So whoever tries from many addresses shuts
 * out strangers, themselves among them, and not the owner, who has their own devices, and for new
 * ones codes and passkeys, which are not guessed.
 */
export interface SignInAttempts extends Risk {
  /** ACC-25: throws `invalid_status` when too many passwords were tried; codes are not asked this. */
  requireOpen(call: RiskyCall): Promise<void>
  succeeded(writer: Writer, call: RiskyCall): Promise<void>
  /** This one attempt was no failure; what was counted before stays. */
  takeBack(writer: Writer, call: RiskyCall): Promise<void>
  /** Somebody asked for an account that does not exist: as much writing as for one that does. */
  missed(writer: Writer, call: RiskyCall): Promise<void>
}

export function createSignInAttempts({
  db,
  limiter,
  sessions,
}: {
  db: Database
  limiter: Limiter
  sessions: Pick<Sessions, 'knowsVisitor'>
}): SignInAttempts {
  const addressKey = ({ caller }: RiskyCall) => `signin:address:${networkOf(caller.address)}`
  const knownKey = ({ contact, caller }: RiskyCall) =>
    limiter.keyOf('signin:known', `${contact} ${caller.deviceId}`)

  function strangeKeys({ contact, caller }: RiskyCall) {
    return {
      account: limiter.keyOf('signin:account', contact),
      device: caller.deviceId && limiter.keyOf('signin:device', caller.deviceId),
    }
  }

  async function keysOf(reader: Reader, call: RiskyCall) {
    const isKnown = await sessions.knowsVisitor(reader, call.contact, call.caller)
    const keys = isKnown ? { account: knownKey(call), device: undefined } : strangeKeys(call)
    return { isKnown, address: addressKey(call), ...keys }
  }

  /** Which count this attempt is in: by now its device may have become a known one. */
  async function wasKnown(reader: Reader, call: RiskyCall): Promise<boolean> {
    const key = knownKey(call)
    return (await limiter.read(reader, [key]))(key) > 0
  }

  return {
    async assess(call) {
      return db.read(async (reader) => {
        const { account, device, address } = await keysOf(reader, call)
        const points = await limiter.read(reader, [account, address, ...(device ? [device] : [])])
        return workFor({
          account: points(account),
          device: device ? points(device) : 0,
          address: points(address),
        })
      })
    },

    async attempt(call) {
      // Always account, address, device: whoever shares keys waits for the other, and never both.
      const count = async (writer: Writer) => {
        const { isKnown, account, address, device } = await keysOf(writer, call)
        return {
          isKnown,
          account: await limiter.count(writer, account, WINDOW_MS),
          address: await limiter.count(writer, address, WINDOW_MS),
          device: device ? await limiter.count(writer, device, WINDOW_MS) : 0,
        }
      }
      const tries = await db.write(count, { durable: false })
      if (tries.address > MAX_BY_ADDRESS && !tries.isKnown) {
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

    async requireOpen(call) {
      const isOpen = await db.read(async (reader) => {
        const { account } = await keysOf(reader, call)
        return (await limiter.read(reader, [account]))(account) <= MAX_GUESSES
      })
      if (!isOpen) throw locked()
    },

    /**
     * Neither a person's success nor an address's takes away what others have failed. An address is
     * forgiven one try: its owner may have failed for others' accounts.
     */
    async succeeded(writer, call) {
      await limiter.uncount(writer, addressKey(call))
      if (await wasKnown(writer, call)) {
        await limiter.forget(writer, [knownKey(call)])
        return
      }
      const { account, device } = strangeKeys(call)
      await limiter.uncount(writer, account)
      if (device) await limiter.forget(writer, [device])
    },

    async takeBack(writer, call) {
      await limiter.uncount(writer, addressKey(call))
      if (await wasKnown(writer, call)) {
        await limiter.uncount(writer, knownKey(call))
        return
      }
      const { account, device } = strangeKeys(call)
      await limiter.uncount(writer, account)
      if (device) await limiter.uncount(writer, device)
    },

    /** Its own count, that nothing reads: another point for the address would bring the captcha sooner. */
    async missed(writer, call) {
      await limiter.count(writer, limiter.keyOf('signin:missed', call.contact), WINDOW_MS)
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

function locked(): ServiceError {
  return new ServiceError('invalid_status', {
    description: 'too many passwords were tried; use a known device, a code or a passkey, or wait',
    details: [
      {
        '@type': ERROR_INFO,
        reason: 'too_many_guesses',
        domain: 'limits',
        metadata: { retry_after: String(WINDOW_MS / 1000) },
      },
    ],
  })
}
