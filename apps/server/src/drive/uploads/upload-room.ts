import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import type { Reader } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Access } from '../access/access.ts'
import { CountedRoom } from '../counted-room.ts'
import { countOpenUploads } from './uploads.store.ts'

/** Far more than clients have open, which send a few files at a time, or the pieces of a few. */
export const USUAL_MAX_OPEN_UPLOADS = 100_000
/** Strangers who come by one link leave the rest to others. */
const PART_OF_LINK = 1 / 10

type Beginner = Pick<Access, 'driveId' | 'actor'>

/** Bounds how many uploads of a drive are open: each takes rows and a place in the blob store, also where it promises no bytes. */
export class UploadRoom {
  readonly #ofDrive: CountedRoom
  readonly #ofLink: CountedRoom

  constructor({
    clock,
    maxOpenUploads: most = USUAL_MAX_OPEN_UPLOADS,
  }: { clock: Clock; maxOpenUploads?: number | undefined }) {
    this.#ofDrive = new CountedRoom({ clock, most, refuse: tooMany })
    this.#ofLink = new CountedRoom({
      clock,
      most: Math.ceil(most * PART_OF_LINK),
      refuse: tooManyByLink,
    })
  }

  /** Before anything is done for one. */
  check({ driveId, actor }: Beginner): void {
    if (actor.kind === 'visitor') this.#ofLink.check(actor.grantId)
    this.#ofDrive.check(driveId)
  }

  /** At the end of the transaction that has begun one: what it throws undoes it. */
  async require(reader: Reader, { driveId, actor }: Beginner, now: number): Promise<void> {
    if (actor.kind === 'visitor') {
      const { grantId } = actor
      await this.#ofLink.require(grantId, 1, (most) =>
        countOpenUploads(reader, { driveId, grantId }, { most, now }),
      )
    }
    await this.#ofDrive.require(driveId, 1, (most) =>
      countOpenUploads(reader, { driveId }, { most, now }),
    )
  }
}

function tooMany(most: number): ServiceError {
  return refusal(`a drive can have ${most} uploads that are not done: complete or end some first`)
}

function tooManyByLink(most: number): ServiceError {
  return refusal(
    `by one link ${most} files can be sent at a time: complete some first, or try again later`,
  )
}

function refusal(description: string): ServiceError {
  return new ServiceError('resource_exhausted', {
    description,
    details: [{ '@type': ERROR_INFO, reason: 'TOO_MANY_UPLOADS', domain: 'drive' }],
  })
}
