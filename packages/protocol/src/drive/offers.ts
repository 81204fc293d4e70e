import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { defineDriveEndpoint } from './drive-endpoint.ts'
import { conflictRule, nodeId } from './file.ts'
import { grant, sharedPerson } from './shares.ts'
import { task } from './tasks.ts'

const TAG = 'sharing'

/** So many offers a person can have made, and so many can wait for one, that are still open. */
export const MAX_OPEN_OFFERS = 100

/** So many of those that wait for one person can be by another one, so that nobody keeps others from offering. */
export const MAX_OPEN_OFFERS_TO_ONE = 20

/** An offer is open for so many days. */
export const OFFER_DAYS = 14

/** Something that its owner wants to hand over to another person. */
export const offer = z.object({
  id: z.string(),
  /** Where it is now. */
  drive_id: z.string(),
  /** Absent where its owner has put it in the trash. */
  file: z.object({ id: z.string(), name: z.string(), kind: z.enum(['folder', 'file']) }).optional(),
  from: sharedPerson,
  to: sharedPerson,
  note: z.string().optional(),
  /** Whether the giver becomes an editor of it. */
  keep_editing: z.boolean(),
  created_time: z.iso.datetime(),
  expires_time: z.iso.datetime(),
})
export type Offer = z.output<typeof offer>

/** Whoever it is offered to can look at it until the offer ends. */
export const createOffer = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/files/{id}/offers',
  summary: 'Offer a file or folder to another person, who becomes its owner by accepting',
  tag: TAG,
  params: z.object({ id: nodeId }),
  body: z.object({
    to_sub: z.string().min(1).max(128),
    note: z.string().trim().max(1000).optional(),
    keep_editing: z.boolean().default(true),
  }),
  answer: offer,
  errors: [
    'not_found',
    'permission_denied',
    'invalid_argument',
    'failed_precondition',
    'resource_exhausted',
  ],
})

/** Those that are open: they are not many, so that there are no pages. */
export const listOffers = defineEndpoint({
  method: 'GET',
  path: '/drive/v1/offers',
  summary: 'List the open offers that the caller has made, and those that were made to them',
  tag: TAG,
  answer: z.object({ given: z.array(offer), received: z.array(offer) }),
})

const params = z.object({ id: nodeId })

/** So many are told one by one. */
export const MAX_KEPT_ACCESS = 100

/** Whoever accepts an offer answers for this access from then on. */
export const inspectOffer = defineEndpoint({
  method: 'GET',
  path: '/drive/v1/offers/{id}',
  summary: 'List who keeps access to what the caller is offered, before they accept it',
  tag: TAG,
  params,
  answer: z.object({
    access: z.array(
      z.object({
        grantee: grant.shape.grantee,
        role: grant.shape.role,
        /** What it is access to: what is offered, or something in it. */
        file: z.object({ id: z.string(), name: z.string() }),
        expires_time: z.iso.datetime().optional(),
      }),
    ),
    more_count: z.number().int(),
  }),
  errors: ['not_found'],
})

export const takeBackOffer = defineEndpoint({
  method: 'DELETE',
  path: '/drive/v1/offers/{id}',
  summary: 'Take back an offer that nobody has answered yet',
  tag: TAG,
  params,
  answer: z.object({}),
  errors: ['not_found'],
})

/**
 * The caller's own drive takes it, or the team drive of `drive_id`. An offer that was taken back, has expired or was
 * made by somebody who may not make it any more has one answer: `not_found`. A repeated call gives the same task.
 */
export const acceptOffer = defineEndpoint({
  method: 'POST',
  path: '/drive/v1/offers/{id}/accept',
  summary: 'Accept an offer: what was offered moves into a folder of the caller or of a team drive',
  tag: TAG,
  params,
  body: z.object({
    drive_id: nodeId.optional(),
    parent_id: nodeId.default('root'),
    conflict: conflictRule.default('rename'),
  }),
  answer: task,
  errors: [
    'not_found',
    'permission_denied',
    'invalid_argument',
    'failed_precondition',
    'resource_exhausted',
  ],
})

export const declineOffer = defineEndpoint({
  method: 'POST',
  path: '/drive/v1/offers/{id}/decline',
  summary: 'Decline an offer; whoever made it is told',
  tag: TAG,
  params,
  answer: z.object({}),
  errors: ['not_found'],
})
