import { z } from 'zod'
import { defineDriveEndpoint } from './drive-endpoint.ts'
import { file, nodeId } from './file.ts'
import { pageSize, pageToken, truth } from './listing.ts'

const photo = file.extend({
  /** When the camera says that it was taken, else when its content was last changed. */
  taken_time: z.iso.datetime(),
  /** Of a video whose header says it. */
  duration_ms: z.int().positive().optional(),
})
export type Photo = z.output<typeof photo>

const photoFilter = {
  kind: z.enum(['image', 'video']).optional(),
  /** Only what the caller has starred, or has not. */
  starred: truth.optional(),
  /** As the camera calls itself. Visitors of a link find nothing by it. */
  camera: z.string().min(1).max(200).optional(),
}

export const listPhotos = defineDriveEndpoint({
  method: 'GET',
  path: '/drive/v1/photos',
  summary:
    'List the images and videos of the whole drive, the latest taken first; without the trash',
  tag: 'drive',
  query: z.object({ page_size: pageSize, page_token: pageToken.optional(), ...photoFilter }),
  /** A page may hold fewer than asked for, and even none, while there is a next one. */
  answer: z.object({
    files: z.array(photo),
    /** Absent on the last page. */
    next_page_token: z.string().optional(),
    /** The drive's change number that this page shows. */
    seq: z.number().int(),
  }),
  errors: ['invalid_argument'],
})

export const measurePhotos = defineDriveEndpoint({
  method: 'GET',
  path: '/drive/v1/photos:measure',
  summary: 'Count the images and videos, per day, and get tokens for their pages',
  tag: 'drive',
  query: z.object({
    page_size: pageSize,
    /** Offset of the local time from UTC in minutes; positive east of Greenwich. */
    utc_offset: z.coerce.number().int().min(-1440).max(1440).default(0),
    /** Whether the answer tells the shapes of all pictures. */
    aspects: truth.default('false'),
    ...photoFilter,
  }),
  answer: z.object({
    count: z.number().int(),
    /** Entries between two tokens; a multiple of the page size that grows with the list. */
    every: z.number().int(),
    /** Where the second stretch of `every` entries begins, where the third, and so on. */
    page_tokens: z.array(z.string()),
    /** The days that have any, the latest first. */
    days: z.array(
      z.object({
        date: z.iso.date(),
        count: z.number().int(),
        /** Of each picture of the day, in order: its width for 100 of its height; 0 where that is not known. */
        aspects: z.array(z.number().int()).optional(),
      }),
    ),
    /** Of all that the caller sees, whatever the filter: how many of each kind. */
    images: z.number().int(),
    videos: z.number().int(),
    /** The cameras that took them, the most used first, at most 100. None for visitors of a link. */
    cameras: z.array(z.object({ name: z.string(), count: z.number().int() })),
    /** The drive's change number that this is true for. */
    seq: z.number().int(),
  }),
})

export const getPhotoTimes = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/files:photoTimes',
  summary:
    'Get when several files were taken as far as cameras say so, else when they were changed',
  tag: 'drive',
  body: z.object({ ids: z.array(nodeId).min(1).max(1000) }),
  answer: z.object({
    /** By their ids. What the caller does not see is not among them. */
    times: z.record(z.string(), z.iso.datetime()),
  }),
  errors: ['invalid_argument'],
})
