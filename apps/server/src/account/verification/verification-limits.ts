import type { Database } from '../../db/database.ts'
import type { Caller } from '../../http/route.ts'
import { countedNetworks } from '../../kernel/network.ts'
import type { Channel } from '../../notify/notifier.ts'
import type { Risk } from '../captcha/risk.ts'
import type { KeyLimit, Limiter } from '../limits/limits.ts'

/**
 * How many codes the server sends in an hour, in total: to strangers, as many again to whoever has given the first proof,
 * and as many again to people who are signed in or on a device of theirs, so that those who use theirs up, be it with
 * accounts made for it, stop none of the others.
 */
export type CodesPerHour = Record<Channel, number>

export const defaultCodesPerHour: CodesPerHour = { email: 3000, sms: 300 }

/** How many codes are sent: enough for a clumsy person, too few to fill a mailbox. */
export const sendLimits = {
  pause: { points: 1, perSeconds: 60 },
  contact: { points: 10, perSeconds: 3600 },
  contactPerDay: {
    // Each bears five guesses: six digits are not found by patience either.
    stranger: { points: 20, perSeconds: 24 * 3600 },
    // No less than the hours of a day allow: it is counted so that every asker causes the same work.
    'first-proof': { points: 240, perSeconds: 24 * 3600 },
    owner: { points: 240, perSeconds: 24 * 3600 },
  },
  device: { points: 30, perSeconds: 3600 },
  // A text message costs its sender money; strangers have been paid for asking for many.
  address: {
    email: { points: 100, perSeconds: 3600 },
    sms: { points: 30, perSeconds: 3600 },
  },
} as const

/** From here on each further code from one address costs its sender some work. */
const FREE_SENDS = 10
const MAX_WORK = 16

/** What is known of who asks for a code to a contact: each has counts that the others cannot use up. */
export type CodeAsker = 'owner' | 'first-proof' | 'stranger'

export interface SendKeys {
  pauses: CountedKey[]
  contact: string
  contactPerDay: KeyLimit
  device: string | undefined
  addresses: CountedKey[]
  all: string
}

/** The network of the caller, or the site above it, with how many times the limits of one network it has. */
interface CountedKey {
  key: string
  times: number
}

/** By whom and to whom a code is counted; none of them holds a contact. */
export function sendKeys(
  limiter: Limiter,
  send: { contact: string; channel: Channel; caller: Caller; asker: CodeAsker },
): SendKeys {
  const { contact, channel, caller, asker } = send
  const isStranger = asker === 'stranger'
  // Strangers who use a contact up leave its owner, once known to be it, a count and a pause of their own.
  const pausing = isStranger ? countedNetworks(caller.address) : [{ name: asker, times: 1 }]
  return {
    pauses: pausing.map(({ name, times }) => ({
      key: limiter.keyOf('verification:pause', `${contact} ${name}`),
      times,
    })),
    contact: limiter.keyOf(`verification:${asker}`, contact),
    contactPerDay: {
      key: limiter.keyOf(`verification:${asker}:day`, contact),
      limit: sendLimits.contactPerDay[asker],
    },
    device: caller.deviceId && limiter.keyOf('verification:device', caller.deviceId),
    addresses: addressKeys(caller, channel),
    all: isStranger ? allKey(channel) : `${allKey(channel)}:${asker}`,
  }
}

/** Takes a point from each, or none: a caller who has reached one limit does not use up the others. */
export async function takeSendPoints(
  limiter: Limiter,
  keys: SendKeys,
  { channel, codesPerHour }: { channel: Channel; codesPerHour: CodesPerHour },
): Promise<void> {
  await limiter.takePoints([
    ...keys.pauses.map((pause) => timesLimit(pause, sendLimits.pause)),
    { key: keys.contact, limit: sendLimits.contact },
    keys.contactPerDay,
    ...(keys.device ? [{ key: keys.device, limit: sendLimits.device }] : []),
    ...keys.addresses.map((address) => timesLimit(address, sendLimits.address[channel])),
    { key: keys.all, limit: { points: codesPerHour[channel], perSeconds: 3600 } },
  ])
}

/** Work rises with what one address has sent, and for all when strangers near their bound. */
export function createVerificationRisk({
  db,
  limiter,
  codesPerHour,
}: {
  db: Database
  limiter: Limiter
  codesPerHour: CodesPerHour
}): Risk {
  const assess: Risk['assess'] = async ({ contact, caller }) => {
    const channel = contact.startsWith('phone:') ? 'sms' : 'email'
    const addresses = addressKeys(caller, channel)
    const all = allKey(channel)
    const points = await db.read((reader) =>
      limiter.read(reader, [...addresses.map(({ key }) => key), all]),
    )
    const excesses = addresses.map(({ key, times }) =>
      Math.floor((points(key) - FREE_SENDS * times) / (10 * times)),
    )
    // Half of the bound is free; each tenth of it beyond doubles the work.
    const share = points(all) / codesPerHour[channel]
    const steps = Math.max(...excesses, Math.floor((share - 0.5) * 10 + 1e-9))
    return steps < 0 ? 0 : Math.min(2 ** steps, MAX_WORK)
  }
  // The sending itself is what counts here, and it is counted where it happens.
  return { assess, attempt: assess }
}

function timesLimit(
  { key, times }: CountedKey,
  { points, perSeconds }: KeyLimit['limit'],
): KeyLimit {
  return { key, limit: { points: points * times, perSeconds } }
}

function addressKeys({ address }: Caller, channel: Channel): CountedKey[] {
  return countedNetworks(address).map(({ name, times }) => ({
    key: `verification:address:${channel}:${name}`,
    times,
  }))
}

function allKey(channel: Channel): string {
  return `verification:all:${channel}`
}
