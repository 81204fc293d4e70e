import { z } from 'zod'
import { type Bytes, defineEndpoint } from '../endpoint.ts'
import { defineDriveEndpoint } from './drive-endpoint.ts'
import { nodeId } from './file.ts'

const webp: Bytes = { bytes: true, contentType: 'image/webp' }

/** The reason in the error's details while a thumbnail is being made; `retry_after` says when to ask. */
export const NOT_YET_REASON = 'NOT_YET'

/** Pixels of the longer side, at most: for a list, for a grid, for a screen. */
export const thumbnailSize = z.enum(['256', '512', '1600'])
export type ThumbnailSize = z.output<typeof thumbnailSize>

const query = z.object({ size: thumbnailSize.default('256') })

/** Answers at once: a thumbnail that is not there yet is `aborted`, one that cannot be `not_found`. */
export const getThumbnail = defineDriveEndpoint({
  method: 'GET',
  path: '/drive/v1/files/{id}/thumbnail',
  summary:
    'Get a thumbnail of an image, a video, a PDF or a document, upright and without camera metadata',
  tag: 'drive',
  params: z.object({ id: nodeId }),
  query,
  answer: webp,
  errors: ['not_found', 'aborted', 'out_of_range', 'failed_precondition'],
})

export const thumbnailByLink = defineEndpoint({
  method: 'GET',
  path: '/drive/v1/thumbnails/{link}',
  summary: 'Get the thumbnail of a signed link, as contained in file answers',
  tag: 'drive',
  params: z.object({ link: z.string().min(1).max(2048) }),
  query,
  answer: webp,
  errors: ['not_found', 'aborted', 'out_of_range', 'failed_precondition'],
})
