import type { Endpoint, QueryOf } from '@awan/protocol'
import type { Right } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import { type Call, type Route, route, type Visitor } from '../../http/route.ts'
import type { Access } from './access.ts'
import type { Accesses } from './accesses.ts'
import type { ToFile, ToFileFor } from './seen-node.ts'
import type { Visits } from './visits.ts'

/** A call of the drive says in its query which drive it means. */
export type DriveEndpoint = Endpoint & { query: NonNullable<Endpoint['query']> }

/** The call with the caller's access in place of the caller. */
export type DriveCall<E extends Endpoint> = Omit<Call<E, { scope: 'drive' }>, 'user'> & {
  access: Access
  /** What the wire shows of a node to this caller. */
  toFile: ToFile
}

/** A route of the drive, which cannot be written without the right that it needs. */
export interface DriveRoute {
  readonly endpoint: Endpoint
  readonly right: Right
  /** Whether a token that may only read is not enough. */
  readonly changes: boolean
  /** Whether it is about something that only people with an account have. */
  readonly forPeople: boolean
  readonly replyError?: Route['replyError']
  handle(call: DriveCall<Endpoint>): Promise<unknown>
}

interface RouteOptions {
  /** Where it needs no right but to see, and changes something of the caller's own: a star, a task. */
  changes?: boolean
  /** Where it is about something that a visitor of a link does not have: a star. */
  forPeople?: boolean
}

type Handle<E extends Endpoint> = (
  call: DriveCall<E>,
) => ReturnType<Parameters<typeof route<E, { scope: 'drive' }>>[2]>

/**
 * @example driveRoute(getFile, 'view', ({ access, params }) => nodes.get(access, params.id))
 */
export function driveRoute<E extends DriveEndpoint>(
  endpoint: E,
  right: Right,
  handle: Handle<E>,
  { changes = right !== 'view', forPeople = false }: RouteOptions = {},
): DriveRoute {
  const anyHandle = handle as unknown as DriveRoute['handle']
  return { endpoint, right, changes, forPeople, handle: anyHandle }
}

/** A token that may only read suffices where nothing is changed. */
const READING = ['drive', 'drive.read'] as const
const CHANGING = ['drive'] as const

/** Opens the caller's access before each of them. */
export function toRoutes(
  routes: readonly DriveRoute[],
  { accesses, visits, toFileFor }: { accesses: Accesses; visits: Visits; toFileFor: ToFileFor },
): Route[] {
  return routes.map(({ endpoint, right, changes, forPeople, handle, replyError }) => {
    const scope = changes ? CHANGING : READING
    const requires = { scope, right, visitor: true } as const
    const mounted = route(endpoint, requires, async ({ user, ...call }) => {
      const { drive_id } = call.query as QueryOf<Endpoint & { query: never }> & {
        drive_id?: string
      }
      const caller = 'visitToken' in user ? readVisit(user) : toPerson(user)
      const access = await accesses.of(caller, drive_id, right)
      const toFile = toFileFor(access)
      return handle({ ...call, access, toFile } as unknown as DriveCall<Endpoint>) as never
    })
    return {
      ...mounted,
      ...(forPeople && { requires: { scope, right } }),
      ...(replyError && { replyError }),
    }
  })

  function readVisit({ visitToken }: Visitor) {
    const visit = visits.read(visitToken)
    // It ended while the call was on its way here.
    if (!visit)
      throw new ServiceError('unauthenticated', {
        description: 'the visit has ended: open the link again',
      })
    return visit
  }
}

function toPerson({ sub, sessionId }: { sub: string; sessionId: string }) {
  return { kind: 'person', sub, sessionId } as const
}
