import type { Right } from '@awan/protocol/drive'
import type { DriveRow } from '../../db/tables.ts'
import { type Actor, parseActorId, SYSTEM } from './actor.ts'

/**
 * One caller's way into one drive, for one purpose. It is only a claim: what the caller reaches there is
 * found out when the drive is opened, in the same moment of the database that the work sees.
 */
export interface Access {
  readonly driveId: string
  readonly actor: Actor
  /** What the call needs on the nodes that it names. */
  readonly right: Right
  /** The drive, where it was looked up for this access: good for an early answer, not for a decision. */
  readonly glance?: DriveRow | undefined
  /** Of the locks that the caller holds: what these lock, the call may change. */
  readonly lockTokens?: readonly string[] | undefined
  /** What of the drive is open to the call at most, whatever its caller reaches. */
  readonly limit?: AccessLimit | undefined
}

export interface AccessLimit {
  /** Only this folder, with all that is below it. */
  readonly folderId?: string | undefined
  readonly isReadOnly: boolean
}

/** For somebody whom a row names. */
export function accessOfActor(driveId: string, actorId: string, right: Right): Access {
  return { driveId, actor: parseActorId(actorId), right }
}

/** For the server itself. */
export function systemAccess(driveId: string): Access {
  return { driveId, actor: SYSTEM, right: 'own' }
}
