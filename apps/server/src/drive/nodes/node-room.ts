import { ERROR_INFO, isServiceError, ServiceError } from '@awan/protocol/errors'
import type { Reader } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Access } from '../access/access.ts'
import { CountedRoom } from '../counted-room.ts'
import { countNodes } from './nodes.store.ts'

export const USUAL_MAX_NODES = 10_000_000
/** What strangers add to somebody's drive by one link in a day. */
const MAX_BY_LINK = 100_000
const DAY_MS = 86_400_000

/** Bounds how many nodes a drive has: they take room in the database also where they have no content. */
export class NodeRoom {
  readonly #clock: Clock
  readonly #ofDrive: CountedRoom
  #day = 0
  readonly #madeByLink = new Map<string, number>()

  constructor({
    clock,
    maxNodes: most = USUAL_MAX_NODES,
  }: { clock: Clock; maxNodes?: number | undefined }) {
    this.#clock = clock
    this.#ofDrive = new CountedRoom({ clock, most, refuse: tooMany })
  }

  /** At the end of a transaction that has made so many: what it throws undoes them. */
  async require(reader: Reader, access: Access, made: number): Promise<void> {
    if (made === 0) return
    this.#requireOfLink(access, made)
    const { driveId } = access
    await this.#ofDrive.require(driveId, made, (most) => countNodes(reader, driveId, most))
  }

  #requireOfLink({ actor }: Access, made: number): void {
    if (actor.kind !== 'visitor') return
    const day = Math.floor(this.#clock.now() / DAY_MS)
    if (day !== this.#day) this.#madeByLink.clear()
    this.#day = day
    const all = (this.#madeByLink.get(actor.grantId) ?? 0) + made
    if (all > MAX_BY_LINK) throw tooMany(MAX_BY_LINK)
    this.#madeByLink.set(actor.grantId, all)
  }
}

const REASON = 'TOO_MANY_FILES'

/** Whether something was refused because a drive has as many files and folders as it may. */
export function isOfNodeRoom(problem: unknown): problem is ServiceError {
  return (
    isServiceError(problem, 'resource_exhausted') &&
    problem.details.some((detail) => 'reason' in detail && detail.reason === REASON)
  )
}

function tooMany(max: number): ServiceError {
  return new ServiceError('resource_exhausted', {
    description: `there is no room for more than ${max} files and folders: delete some for good first`,
    details: [{ '@type': ERROR_INFO, reason: REASON, domain: 'drive' }],
  })
}
