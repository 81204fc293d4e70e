import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import type { Database, Reader, Writer } from '../../db/database.ts'
import type { Caller } from '../../http/route.ts'
import { countedNetworks } from '../../kernel/network.ts'
import type { Risk, RiskyCall } from '../captcha/risk.ts'
import type { Limiter } from '../limits/limits.ts'
import type { Sessions } from '../sessions/sessions.ts'

const WINDOW_MS = 3600 * 1000
/** Tries without a captcha, by what they have in common. */
const free = { account: 3, device: 5, address: 20 }
/**
 * A device that brings a sign of ours pays later for what others fail at its address. Anybody can get a
 * sign, so it moves the limits and lifts none; and an account is guarded alike against all devices.
 */
const freeForProven = { account: 3, device: 10, address: 40 }
/** An address that fails this often in an hour is no person; others are not touched by it. */
const MAX_BY_ADDRESS = 300
/** Beyond this no more passwords are looked at, for as long as the window lasts. */
const MAX_GUESSES = 100
const MAX_WORK = 16

/**
 * Counts failed sign-ins. They make the next try more expensive, and beyond a limit no password is
 * checked any more.
 *
 * A device on which the person was signed in before has its own count, which nobody else can raise,
 * because its id is secret. All unknown devices share one count. So an attacker with many addresses
 * locks out unknown devices, their own included, but not the owner, who has known devices and, on
 * new ones, codes and passkeys, which cannot be guessed.
 */
export interface SignInAttempts extends Risk {
  /**
   * ACC-25: throws `invalid_status` when too many passwords were tried. Comes right before the password
   * is looked at: a call that is refused earlier, or brings a code, is no guess at it. The guard of the
   * call has counted the attempt before.
   */
  countGuess(call: RiskyCall): Promise<void>
  succeeded(writer: Writer, call: RiskyCall): Promise<void>
  /** This one attempt was no failure; what was counted before stays. */
  takeBack(writer: Writer, call: RiskyCall): Promise<void>
  /** Somebody asked for an account that does not exist: as much writing as for one that does. */
  missed(writer: Writer, call: RiskyCall): Promise<void>
  /** How many codes were refused for this contact within the hour, this one included. */
  countRefusedCode(writer: Writer, call: RiskyCall): Promise<number>
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
  /** What was counted for a call: by its end the device may have become a known one. */
  const counted = new WeakMap<Caller, Counted>()

  async function keysOf(reader: Reader, { contact, caller }: RiskyCall): Promise<CountedKeys> {
    const { deviceId } = caller
    const addresses = countedNetworks(caller.address).map(({ name, times }) => ({
      key: `signin:address:${name}`,
      times,
    }))
    if (await sessions.knowsVisitor(reader, contact, caller)) {
      const who = `${contact} ${deviceId}`
      const account = limiter.keyOf('signin:known', who)
      const guesses = limiter.keyOf('signin:guesses', who)
      return { isKnown: true, account, guesses, addresses, device: undefined }
    }
    return {
      isKnown: false,
      account: limiter.keyOf('signin:account', contact),
      guesses: limiter.keyOf('signin:guesses', contact),
      addresses,
      device: deviceId === undefined ? undefined : limiter.keyOf('signin:device', deviceId),
    }
  }

  async function takeBack(writer: Writer, { caller }: RiskyCall): Promise<void> {
    const attempt = counted.get(caller)
    if (!attempt) return
    const { keys, isGuess } = attempt
    await limiter.uncount(writer, ...listOf(keys), ...(isGuess ? [keys.guesses] : []))
  }

  return {
    async assess(call) {
      return db.read(async (reader) => {
        const keys = await keysOf(reader, call)
        return workFor(call, keys, await limiter.read(reader, listOf(keys)))
      })
    },

    async attempt(call) {
      const attempt = await db.write(
        async (writer) => {
          const keys = await keysOf(writer, call)
          const points = await limiter.countEach(writer, listOf(keys), WINDOW_MS)
          return { keys, points }
        },
        { durable: false },
      )
      counted.set(call.caller, { ...attempt, isGuess: false })
      const { keys, points } = attempt
      const isTooMany = keys.addresses.some(
        ({ key, times }) => points(key) > MAX_BY_ADDRESS * times,
      )
      if (isTooMany && !keys.isKnown) {
        throw new ServiceError('resource_exhausted', {
          description: 'too many failed sign-ins from this address; try again in an hour',
        })
      }
      // The attempt that is being judged has not failed yet.
      return workFor(call, keys, (key) => points(key) - 1)
    },

    withdraw: (call) => db.write((writer) => takeBack(writer, call), { durable: false }),

    async countGuess({ caller }) {
      const attempt = counted.get(caller)
      if (!attempt) throw new Error('An attempt is counted before its password is looked at')
      const { guesses } = attempt.keys
      const isOpen = await db.write(
        async (writer) => {
          if ((await limiter.count(writer, guesses, WINDOW_MS)) <= MAX_GUESSES) return true
          await limiter.uncount(writer, guesses)
          return false
        },
        { durable: false },
      )
      if (!isOpen) throw locked()
      attempt.isGuess = true
    },

    /**
     * Neither a person's success nor an address's takes away what others have failed. An address is
     * forgiven one try: its owner may have failed for others' accounts.
     */
    async succeeded(writer, { caller }) {
      const attempt = counted.get(caller)
      if (!attempt) return
      const { account, guesses, device, isKnown } = attempt.keys
      const addresses = attempt.keys.addresses.map(({ key }) => key)
      if (isKnown) {
        await limiter.uncount(writer, ...addresses)
        await limiter.forget(writer, [account, guesses])
        return
      }
      await limiter.uncount(writer, account, ...addresses, ...(attempt.isGuess ? [guesses] : []))
      if (device !== undefined) await limiter.forget(writer, [device])
    },

    takeBack,

    /** Its own count, that nothing reads: another point for the address would bring the captcha sooner. */
    async missed(writer, call) {
      await limiter.count(writer, limiter.keyOf('signin:missed', call.contact), WINDOW_MS)
    },

    countRefusedCode: (writer, { contact }) =>
      limiter.count(writer, limiter.keyOf('signin:refused-codes', contact), WINDOW_MS),
  }
}

interface CountedKeys {
  isKnown: boolean
  /** Attempts of all kinds: they make the next one more expensive. */
  account: string
  /** Those whose password was looked at. */
  guesses: string
  /** The network of the caller and the site above it, with how many times the limits of one network each has. */
  addresses: { key: string; times: number }[]
  device: string | undefined
}

interface Counted {
  keys: CountedKeys
  isGuess: boolean
}

/** Always in the order of the keys, so that two calls that share some cannot deadlock. */
function listOf({ account, addresses, device }: CountedKeys): string[] {
  const keys = [account, ...addresses.map(({ key }) => key)]
  return (device === undefined ? keys : [...keys, device]).toSorted()
}

function workFor(
  { caller }: RiskyCall,
  { account, addresses, device }: CountedKeys,
  failures: (key: string) => number,
): number {
  const tries = caller.device === 'proven' ? freeForProven : free
  const excess = Math.max(
    failures(account) - tries.account,
    device === undefined ? -1 : failures(device) - tries.device,
    ...addresses.map(({ key, times }) =>
      Math.floor((failures(key) - tries.address * times) / (4 * times)),
    ),
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
