import { z } from 'zod'
import { defineDriveEndpoint } from './drive-endpoint.ts'
import { nodeId } from './file.ts'

const words = z.string().min(1).max(200)
const positive = z.number().positive()

/** What a camera writes beside its pixels, or a video in its header. What it does not say is absent. */
export const pictureFacts = z.object({
  /** In pixels, upright. */
  width: z.int().positive(),
  height: z.int().positive(),
  /** Of a video. */
  duration_ms: z.int().positive().optional(),
  /** By the clock of the camera, wherever it was: `2026-11-15T18:24:57`. */
  taken_local: z.iso.datetime({ local: true }).optional(),
  /** Of that clock: `+07:00`. */
  taken_offset: z
    .string()
    .regex(/^[+-]\d\d:\d\d$/)
    .optional(),
  camera: words.optional(),
  lens: words.optional(),
  exposure_seconds: positive.optional(),
  /** The f-number. */
  aperture: positive.optional(),
  iso: z.int().positive().optional(),
  focal_length_mm: positive.optional(),
  /** In degrees; north and east are positive. */
  place: z
    .object({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      altitude_m: z.number().optional(),
    })
    .optional(),
})
export type PictureFacts = z.output<typeof pictureFacts>

/** A file that is neither an image nor a video is `not_found`; a visitor of a link needs downloads for it. */
export const getMedia = defineDriveEndpoint({
  method: 'GET',
  path: '/drive/v1/files/{id}/media',
  summary:
    'Get what the camera says about an image or a video, and the time by which photos are sorted',
  tag: 'drive',
  params: z.object({ id: nodeId }),
  answer: z.object({
    /** By which `photos` sorts: when it was taken as far as the camera says so, else when it was changed. */
    photo_time: z.iso.datetime(),
    /** Absent for what cannot be read, and until it was read. Of a video it tells its size and length. */
    picture: pictureFacts.optional(),
    /** It is being read: ask again soon. */
    is_pending: z.boolean(),
  }),
  errors: ['not_found', 'permission_denied'],
})
