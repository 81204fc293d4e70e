import { createHmac } from 'node:crypto'
import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import type { Limiter } from '../limits/limits.ts'
import { mailLocale } from '../notices/mail-locale.ts'
import type { InternalTokens } from '../tokens/internal-token.ts'
import { spendToken } from '../tokens/spent-tokens.ts'
import type { Captcha, CaptchaTarget, GrantedCaptcha } from './captcha.ts'
import { drawCode } from './draw-code.ts'
import { PICTURE_ALPHABET } from './glyphs.ts'
import { speakCode } from './spoken-code.ts'

const TTL_MS = 5 * 60 * 1000
const MAX_TRIES = 3
const SPOKEN_DIGITS = 6

export interface PictureRequest extends CaptchaTarget {
  locale?: string | undefined
  audio?: boolean | undefined
}

export interface StartedPicture {
  png: Buffer
  /** The same question for the ear, with a code of its own. */
  wav: Buffer | undefined
  token: string
  expiresIn: number
}

/**
 * A code to read or to hear, for clients that cannot compute a proof of work. It grants what the
 * proof of work would have granted, so that neither is a way around the other.
 */
export interface PictureCaptcha {
  start(request: PictureRequest, caller: Caller): Promise<StartedPicture>
  verify(token: string, key: string): Promise<GrantedCaptcha>
}

export function createPictureCaptcha({
  db,
  clock,
  random,
  codeKey,
  limiter,
  captcha,
  pictureTokens,
}: {
  db: Database
  clock: Clock
  random: Random
  codeKey: Buffer
  limiter: Limiter
  captcha: Captcha
  pictureTokens: InternalTokens
}): PictureCaptcha {
  const hashOf = (jti: string, answer: string) =>
    createHmac('sha256', codeKey).update(`picture:${jti}:${answer}`).digest('base64url')

  function draw(alphabet: string, length: number): string {
    return Array.from({ length }, () => alphabet[random.integer(alphabet.length)]).join('')
  }

  return {
    async start(request, caller) {
      const { subject, work } = await captcha.assess(request, caller)
      const jti = createId(random, clock.now())
      const shown = draw(PICTURE_ALPHABET, lengthFor(work))
      const spoken = request.audio ? draw('0123456789', SPOKEN_DIGITS) : undefined
      const answers = [shown, ...(spoken === undefined ? [] : [spoken])]
      // The token is readable by its holder: the codes in it are not.
      const token = await pictureTokens.sign(
        { jti, subject, work, answers: answers.map((answer) => hashOf(jti, answer)) },
        TTL_MS,
      )
      return {
        png: await drawCode(shown, random),
        wav:
          spoken === undefined
            ? undefined
            : speakCode(spoken, mailLocale(request.locale ?? caller.locale), random),
        token,
        expiresIn: TTL_MS / 1000,
      }
    },

    async verify(token, key) {
      const claims = await pictureTokens.verify(token)
      if (!claims) throw invalid('the picture token is expired or not valid; request a new picture')
      const { subject, work, exp } = claims
      const jti = String(claims.jti)
      const isRight = (claims.answers as string[]).includes(hashOf(jti, normalise(key)))
      // A wrong try must stay counted, so the transaction ends well and the refusal follows it.
      const isFresh = await db.write(async (writer) => {
        const tries = await limiter.count(writer, `captcha:picture:${jti}`, TTL_MS)
        return tries <= MAX_TRIES && isRight && spendToken(writer, jti, Number(exp) * 1000)
      })
      if (!isFresh) throw invalid('the code is wrong, was used before or was tried too often')
      return captcha.grant(String(subject), Number(work))
    },
  }
}

/** Four signs where little is at stake, six where somebody tries hard. */
function lengthFor(work: number): number {
  return work <= 2 ? 4 : work <= 8 ? 5 : 6
}

function normalise(key: string): string {
  return key.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
}

function invalid(description: string): ServiceError {
  return new ServiceError('captcha_invalid', { description })
}
