import { bindContact as endpoint, removeContact as removeEndpoint } from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import type { BindContact } from './bind-contact.ts'
import type { RemoveContact } from './remove-contact.ts'

const CHANGES = [{ by: 'user', points: 20, perSeconds: 3600 }] as const

export function contactRoutes({
  bindContact,
  removeContact,
}: {
  bindContact: BindContact
  removeContact: RemoveContact
}): Route[] {
  return [
    route(endpoint, { user: true, sudo: true, limits: CHANGES }, async ({ body, user, caller }) => {
      await bindContact(body, user, caller)
      return {}
    }),
    route(
      removeEndpoint,
      { user: true, sudo: true, limits: CHANGES },
      async ({ params, user, caller }) => {
        await removeContact(params.kind, user, caller)
        return {}
      },
    ),
  ]
}
