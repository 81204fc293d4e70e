import { approveAppLogin, inspectAppLogin, refuseAppLogin } from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { AppLogins, Login } from './app-logins.ts'

/** The tokens cannot be guessed; this bounds the questions. */
const LIMITS = [{ by: 'user', points: 60, perSeconds: 600 }] as const

export function appLoginRoutes({
  appLogins,
  clock,
  publicUrl,
}: {
  appLogins: AppLogins
  clock: Clock
  publicUrl: string
}): Route[] {
  return [
    route(inspectAppLogin, { scope: 'user', limits: LIMITS }, async ({ body }) => {
      const { name, address, user_agent, expires_at } = await appLogins.inspect(body.token)
      return {
        name,
        requested_from: { address, ...(user_agent !== null && { user_agent }) },
        expires_in: Math.max(0, Math.ceil((expires_at - clock.now()) / 1000)),
      }
    }),
    route(
      approveAppLogin,
      { scope: 'user', sudo: true, limits: LIMITS },
      async ({ body, user, caller }) => {
        const login = await appLogins.approve(body.token, user, caller)
        return login ? { redirect_uri: toRedirect(login, publicUrl) } : {}
      },
    ),
    route(refuseAppLogin, { scope: 'user', limits: LIMITS }, async ({ body }) => {
      await appLogins.refuse(body.token)
      return {}
    }),
  ]
}

/** To the program on the same device that has opened the page. */
function toRedirect({ loginName, password }: Login, publicUrl: string): string {
  return `nc://login/server:${publicUrl}&user:${encodeURIComponent(loginName)}&password:${encodeURIComponent(password)}`
}
