import {
  acceptOffer,
  createOffer,
  declineOffer,
  inspectOffer,
  listOffers,
  takeBackOffer,
} from '@awan/protocol/drive'
import { type Route, route } from '../../http/route.ts'
import { type DriveRoute, driveRoute } from '../access/drive-route.ts'
import { toTask } from '../tasks/to-task.ts'
import type { Offers } from './offers.ts'

export function offerRoutes(offers: Offers): DriveRoute[] {
  return [
    driveRoute(
      createOffer,
      'own',
      ({ access, params, body }) =>
        offers.create(access, {
          nodeId: params.id,
          toSub: body.to_sub,
          note: body.note,
          keepsEditing: body.keep_editing,
        }),
      { forPeople: true },
    ),
  ]
}

const CHANGING = { scope: 'drive' } as const
/** Each looks at all that is offered, in the name of the giver, whose own long reads wait meanwhile. */
const LOOKS = [{ by: 'user', points: 100, perSeconds: 600, together: 'offer looks' }] as const

/** What a person has offered, and was offered, is asked of no single drive. */
export function ownOfferRoutes(offers: Offers): Route[] {
  return [
    route(listOffers, { scope: ['drive', 'drive.read'] }, ({ user }) =>
      offers.list(toPerson(user)),
    ),
    route(inspectOffer, { scope: ['drive', 'drive.read'], limits: LOOKS }, ({ params, user }) =>
      offers.inspect(toPerson(user), params.id),
    ),
    route(takeBackOffer, CHANGING, async ({ params, user }) => {
      await offers.takeBack(toPerson(user), params.id)
      return {}
    }),
    route(acceptOffer, { ...CHANGING, limits: LOOKS }, async ({ params, body, user }) => {
      const { drive_id: driveId, parent_id: parentId, conflict } = body
      const place = { driveId, parentId, conflict }
      return toTask(await offers.accept(toPerson(user), params.id, place))
    }),
    route(declineOffer, CHANGING, async ({ params, user }) => {
      await offers.decline(toPerson(user), params.id)
      return {}
    }),
  ]
}

function toPerson({ sub, sessionId }: { sub: string; sessionId: string }) {
  return { kind: 'person', sub, sessionId } as const
}
