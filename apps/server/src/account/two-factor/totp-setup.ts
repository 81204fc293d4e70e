import { ServiceError } from '@awan/protocol/errors'
import { renderSVG } from 'uqr'
import type { UserRow } from '../../db/tables.ts'
import type { SignedIn } from '../../http/route.ts'
import { toBase32 } from '../../kernel/base32.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Random } from '../../kernel/id.ts'
import type { InternalTokens } from '../tokens/internal-token.ts'
import { findTotpStep } from './totp.ts'

const TTL_MS = 15 * 60 * 1000
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20

export interface StartedTotp {
  secret: string
  uri: string
  qrSvg: string
  setupToken: string
  expiresIn: number
}

/**
 * A secret on its way into an authenticator app. It travels in a token of this session and is stored
 * only when a code has shown that the app has it: the app that is in use works until then.
 */
export interface TotpSetup {
  start(person: UserRow, user: SignedIn): Promise<StartedTotp>
  /** The secret and the step of the code, which must not work again. */
  confirm(
    setupToken: string,
    code: string,
    user: SignedIn,
  ): Promise<{ secret: Buffer; step: number }>
}

export function createTotpSetup({
  clock,
  random,
  setupTokens,
  publicUrl,
}: {
  clock: Clock
  random: Random
  setupTokens: InternalTokens
  publicUrl: string
}): TotpSetup {
  const issuer = `Awan (${new URL(publicUrl).host})`
  return {
    async start(person, { sub, sessionId }) {
      const bytes = random.bytes(SECRET_BYTES)
      const secret = toBase32(bytes)
      const uri = toUri(issuer, person.email ?? person.username ?? person.name, secret)
      const claims = { sub, sid: sessionId, secret: bytes.toString('base64url') }
      return {
        secret,
        uri,
        qrSvg: renderSVG(uri, { ecc: 'M', border: 2 }),
        setupToken: await setupTokens.sign(claims, TTL_MS),
        expiresIn: TTL_MS / 1000,
      }
    },

    async confirm(setupToken, code, { sub, sessionId }) {
      const claims = await setupTokens.verify(setupToken)
      if (claims?.sub !== sub || claims.sid !== sessionId) {
        throw new ServiceError('expired_token', {
          description: 'setup_token is expired or not valid; start the setup again',
        })
      }
      const secret = Buffer.from(String(claims.secret), 'base64url')
      const digits = code.replace(/\s/g, '')
      const step = findTotpStep(secret, digits, { nowMs: clock.now(), usedStep: null })
      if (step === undefined) {
        throw new ServiceError('invalid_two_factor', {
          description: 'the code is wrong; check the clock of the phone',
        })
      }
      return { secret, step }
    },
  }
}

/** As apps read it: github.com/google/google-authenticator/wiki/Key-Uri-Format. */
function toUri(issuer: string, label: string, secret: string): string {
  const query = new URLSearchParams({
    secret,
    issuer,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
  // Apps take a plus sign as it is; a space is %20 everywhere.
  const parameters = query.toString().replaceAll('+', '%20')
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(label)}?${parameters}`
}
