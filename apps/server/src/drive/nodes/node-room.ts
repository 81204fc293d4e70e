import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import type { Reader } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Access } from '../access/access.ts'
import { countNodes } from './nodes.store.ts'

export const USUAL_MAX_NODES = 10_000_000
/** What strangers add to somebody's drive by one link in a day. */
const MAX_BY_LINK = 100_000
const DAY_MS = 86_400_000
/** A full drive is counted again after so long. */
const FULL_MS = 60_000
/** Of more drives nothing is remembered: they are counted once more. */
const MAX_KNOWN = 10_000

/** What is known of a drive without counting. */
interface Known {
  /** So many nodes may still be made before it is counted. */
  left: number
  fullUntil: number
}

/**
 * Bounds how many nodes a drive has: they take room in the database also where they have no content. A drive
 * is counted only when this process has made many nodes in it since the last time, so that the bound costs
 * nothing and holds roughly: each process may go beyond it by what it makes between two counts.
 */
export class NodeRoom {
  readonly #clock: Clock
  readonly #maxNodes: number
  readonly #uncounted: number
  readonly #known = new Map<string, Known>()
  #day = 0
  readonly #madeByLink = new Map<string, number>()

  constructor({
    clock,
    maxNodes = USUAL_MAX_NODES,
  }: { clock: Clock; maxNodes?: number | undefined }) {
    this.#clock = clock
    this.#maxNodes = maxNodes
    this.#uncounted = Math.min(10_000, Math.ceil(maxNodes / 100))
  }

  /** At the end of a transaction that has made so many: what it throws undoes them. */
  async require(reader: Reader, access: Access, made: number): Promise<void> {
    if (made === 0) return
    this.#requireOfLink(access, made)
    const { driveId } = access
    const known = this.#known.get(driveId) ?? { left: this.#uncounted, fullUntil: 0 }
    if (known.fullUntil > this.#clock.now()) throw tooMany(this.#maxNodes)
    if (made > known.left) {
      const room = this.#maxNodes - (await countNodes(reader, driveId, this.#maxNodes + 1))
      if (room < 0) {
        this.#remember(driveId, { left: 0, fullUntil: this.#clock.now() + FULL_MS })
        throw tooMany(this.#maxNodes)
      }
      this.#remember(driveId, { left: Math.max(this.#uncounted, room / 4), fullUntil: 0 })
    } else {
      this.#remember(driveId, { left: known.left - made, fullUntil: 0 })
    }
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

  #remember(driveId: string, known: Known): void {
    if (this.#known.size >= MAX_KNOWN && !this.#known.has(driveId)) this.#known.clear()
    this.#known.set(driveId, known)
  }
}

function tooMany(max: number): ServiceError {
  return new ServiceError('resource_exhausted', {
    description: `there is no room for more than ${max} files and folders: delete some for good first`,
    details: [{ '@type': ERROR_INFO, reason: 'TOO_MANY_FILES', domain: 'drive' }],
  })
}
