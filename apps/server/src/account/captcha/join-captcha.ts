import type { Endpoint } from '@awan/protocol'
import { sendVerification, signIn, unbindProvider } from '@awan/protocol/account'
import type { Database } from '../../db/database.ts'
import type { Guards } from '../../http/guards.ts'
import type { Route } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Random } from '../../kernel/id.ts'
import type { Limiter } from '../limits/limits.ts'
import { createInternalTokens } from '../tokens/internal-token.ts'
import { createCallRisk } from './call-risk.ts'
import { captchaRoutes } from './captcha.routes.ts'
import { createCaptcha } from './captcha.ts'
import { createChallenges } from './challenge.ts'
import { createPictureCaptcha } from './picture-captcha.ts'
import type { Risk } from './risk.ts'

export interface JoinCaptchaParts {
  db: Database
  clock: Clock
  random: Random
  codeKey: Buffer
  limiter: Limiter
  /** Flows that know their own attackers. */
  risks: { signIn: Risk; sendVerification: Risk }
  /** Of calls outside of the account layer, by action. */
  otherRisks: ReadonlyMap<string, Risk>
}

/** The calls that want a captcha, and both kinds of it: work and pictures. */
export function joinCaptcha(parts: JoinCaptchaParts): {
  check: Guards['checkCaptcha']
  routes: Route[]
} {
  const { db, clock, random, codeKey, limiter, risks, otherRisks } = parts
  const captcha = createCaptcha({
    db,
    clock,
    random,
    challenges: createChallenges({ codeKey, clock, random }),
    captchaTokens: createInternalTokens({ codeKey, type: 'captcha', clock }),
    risks: new Map([
      [actionOf(signIn), risks.signIn],
      [actionOf(sendVerification), risks.sendVerification],
      [actionOf(unbindProvider), createCallRisk({ db, limiter, topic: 'unbind' })],
      ...otherRisks,
    ]),
  })
  const pictures = createPictureCaptcha({
    db,
    clock,
    random,
    codeKey,
    limiter,
    captcha,
    pictureTokens: createInternalTokens({ codeKey, type: 'picture', clock }),
  })
  return { check: captcha.check, routes: captchaRoutes({ captcha, pictures }) }
}

function actionOf({ method, path }: Endpoint): string {
  return `${method}:${path}`
}
