import { ServiceError } from '@awan/protocol/errors'
import type { Limiter, Risk, RiskyCall } from '../../account/index.ts'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../../http/route.ts'
import { countedNetworks } from '../../kernel/network.ts'
import { hashLinkToken } from './link-token.ts'

const WINDOW_MS = 3600 * 1000
/** Wrong passwords that need no captcha. */
const free = { link: 10, address: 5 }
/** An address that guesses this often in an hour is no person; others are not touched by it. */
const MAX_BY_ADDRESS = 60
const MAX_WORK = 16

/**
 * Counts wrong passwords of links: by link, whoever guesses, and by address, whatever is guessed. Beyond a
 * few, each try needs a proof of work that doubles, so that nobody can lock others out of a link.
 */
export interface PasswordGuesses extends Risk {
  /** Before a password is looked at, so that guesses made at the same moment cannot hide in each other. */
  count(token: string, caller: Pick<Caller, 'address'>): Promise<void>
  /** It was right: no guess. */
  takeBack(token: string, caller: Pick<Caller, 'address'>): Promise<void>
}

export function createPasswordGuesses({
  db,
  limiter,
}: {
  db: Database
  limiter: Limiter
}): PasswordGuesses {
  function keysOf(link: string, { address }: Pick<Caller, 'address'>): GuessKey[] {
    return [
      { key: `link:guesses:${link}`, times: 1, free: free.link },
      ...countedNetworks(address).map(({ name, times }) => ({
        key: `link:address:${name}`,
        times,
        free: free.address,
        isAddress: true,
      })),
    ]
  }

  async function assess({ contact, caller }: RiskyCall): Promise<number> {
    if (contact === '') return 0
    const keys = keysOf(contact, caller)
    const points = await db.read((reader) => limiter.read(reader, listOf(keys)))
    const excess = keys.map((each) => Math.floor(points(each.key) / each.times) - each.free)
    const most = Math.max(...excess)
    return most < 0 ? 0 : Math.min(2 ** most, MAX_WORK)
  }

  return {
    subjectOf,
    assess,
    // Only a wrong password counts: whoever opens a link without one guesses nothing.
    attempt: assess,

    async count(token, caller) {
      const keys = keysOf(hashLinkToken(token), caller)
      const points = await db.write(
        (writer) => limiter.countEach(writer, listOf(keys), WINDOW_MS),
        {
          durable: false,
        },
      )
      if (
        !keys.some(({ key, times, isAddress }) => isAddress && points(key) > MAX_BY_ADDRESS * times)
      )
        return
      throw new ServiceError('resource_exhausted', {
        description: 'too many wrong passwords from this address; try again in an hour',
      })
    },

    async takeBack(token, caller) {
      const keys = keysOf(hashLinkToken(token), caller)
      await db.write((writer) => limiter.uncount(writer, ...listOf(keys)), { durable: false })
    },
  }
}

interface GuessKey {
  key: string
  times: number
  free: number
  isAddress?: boolean
}

function listOf(keys: readonly GuessKey[]): string[] {
  return keys.map(({ key }) => key)
}

/** Without a password nothing is guessed; a captcha that is asked for names the link alone. */
function subjectOf(payload: unknown): string {
  const { token } = (payload ?? {}) as Record<string, unknown>
  return typeof token === 'string' ? hashLinkToken(token) : ''
}
