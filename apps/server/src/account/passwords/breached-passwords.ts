import { createHash } from 'node:crypto'
import type { Log } from '../../kernel/log.ts'
import type { OutgoingRequests } from '../../kernel/outgoing/outgoing-requests.ts'

const TIMEOUT_MS = 2_000
const PREFIX_LENGTH = 5
/** A range has some 1,000 lines of 40 characters; more than this is no answer. */
const MAX_ANSWER_BYTES = 1_000_000

export interface BreachedPasswords {
  /** False when the service cannot say: nobody is kept from an account because a third party is down. */
  includes(password: string): Promise<boolean>
}

/**
 * Asks a range service (k-anonymity): only the first five characters of the password's SHA-1 leave the
 * server, one of a million groups, and the answer is the same for all who ask for it.
 */
export function createBreachedPasswords({
  url,
  requests,
  log,
  timeoutMs = TIMEOUT_MS,
}: {
  /** Such as https://api.pwnedpasswords.com/range; the prefix is put behind it. */
  url: string
  requests: OutgoingRequests
  log: Log | undefined
  timeoutMs?: number
}): BreachedPasswords {
  const base = url.replace(/\/+$/, '')
  return {
    async includes(password) {
      const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
      try {
        const { status, body } = await requests.send({
          url: `${base}/${hash.slice(0, PREFIX_LENGTH)}`,
          // Padding hides the length of the answer, which would reveal it to an observer of the network.
          headers: { 'add-padding': 'true' },
          timeoutMs,
          maxBytes: MAX_ANSWER_BYTES,
        })
        if (status !== 200) throw new Error(`it answered ${status}`)
        return hasSuffix(body.toString(), hash.slice(PREFIX_LENGTH))
      } catch (error) {
        const { name, message } = error as Error
        log?.warn(
          { problem: `${name}: ${message}` },
          'the breached-password service did not answer',
        )
        return false
      }
    },
  }
}

/** `SUFFIX:COUNT` a line; padding has a count of 0. */
function hasSuffix(range: string, suffix: string): boolean {
  return range.split('\n').some((line) => {
    const [found, count] = line.trim().toUpperCase().split(':')
    return found === suffix && Number(count) > 0
  })
}
