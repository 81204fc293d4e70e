import { bindContact as endpoint } from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import type { BindContact } from './bind-contact.ts'

const CHANGES = [{ by: 'user', points: 20, perSeconds: 3600 }] as const

export function contactRoutes({ bindContact }: { bindContact: BindContact }): Route[] {
  return [
    route(endpoint, { user: true, sudo: true, limits: CHANGES }, async ({ body, user, caller }) => {
      await bindContact(body, user, caller)
      return {}
    }),
  ]
}
