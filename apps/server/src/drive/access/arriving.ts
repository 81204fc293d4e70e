import { ServiceError } from '@awan/protocol/errors'
import mime from 'mime'
import type { Writer } from '../../db/database.ts'
import type { LinkRow, NodeRow } from '../../db/tables.ts'
import type { LinkVisitor } from './actor.ts'

/** A file that a visitor sends, or a part of one that has no name yet. */
export interface ArrivingFile {
  name?: string
  size: number
  /** Of other uploads by the same link that are not files yet. */
  onTheirWay?: number
}

/** What was added, and when. */
export interface AddedNode extends Pick<NodeRow, 'id' | 'kind' | 'name'> {
  at: number
}

/** Keeps what has arrived in a transaction, which it is the last part of. */
export type RecordArrivals = (writer: Writer, arrived: Arrived) => Promise<void>

export interface Arrived {
  driveId: string
  /** Of the drive. */
  ownerSub: string
  visitor: LinkVisitor
  bytes: number
  nodes: readonly AddedNode[]
}

/** What a visitor adds by a link, held against the rules of the link. */
export class Arriving {
  readonly #link: LinkRow
  readonly #nodes: AddedNode[] = []
  #bytes = 0

  constructor(link: LinkRow) {
    this.#link = link
  }

  /** What was added through this access, in the order in which it came. */
  get nodes(): readonly AddedNode[] {
    return this.#nodes
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Throws where the link does not take such a file. */
  check({ name, size, onTheirWay = 0 }: ArrivingFile, now: number): void {
    const { max_file_bytes, max_total_bytes, received_bytes, types } = this.#link
    this.#checkDeadline(now)
    if (max_file_bytes !== null && size > max_file_bytes) {
      throw refused(`a file may have at most ${max_file_bytes} bytes here`)
    }
    const total = received_bytes + this.#bytes + onTheirWay + size
    if (max_total_bytes !== null && total > max_total_bytes) {
      throw refused(`all files together may have at most ${max_total_bytes} bytes here`)
    }
    if (types === null || name === undefined) return
    const welcome = JSON.parse(types) as string[]
    if (!welcome.some((type) => isOfType(name, type))) {
      throw refused(`only files of these types are welcome here: ${welcome.join(', ')}`)
    }
  }

  add({ id, kind, name, size }: Pick<NodeRow, 'id' | 'kind' | 'name' | 'size'>, now: number): void {
    this.#checkDeadline(now)
    this.#nodes.push({ id, kind, name, at: now })
    this.#bytes += size
  }

  #checkDeadline(now: number): void {
    const { deadline } = this.#link
    if (deadline !== null && deadline <= now) throw refused('the deadline is over')
  }
}

/** By its name alone: the type that a sender names may be anything. */
function isOfType(name: string, type: string): boolean {
  if (type.startsWith('.')) return name.toLowerCase().endsWith(type.toLowerCase())
  const known = mime.getType(name) ?? ''
  return type.endsWith('/*') ? known.startsWith(type.slice(0, -1)) : known === type
}

function refused(description: string): ServiceError {
  return new ServiceError('failed_precondition', { description })
}
