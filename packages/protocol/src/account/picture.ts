import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { MAX_PICTURE_BYTES } from '../limits.ts'
import { profile } from './user.ts'

/** What a browser draws without running anything: no SVG. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PictureType = (typeof pictureTypes)[number]

/** The profile's `picture` is then an address of this server, good as long as the picture is. */
export const setPicture = defineEndpoint({
  method: 'PUT',
  path: '/v1/user/picture',
  summary: 'Set the profile picture of the signed-in user: JPEG, PNG or WebP, at most 64 KiB',
  tag: 'account',
  body: z.object({ content: z.base64().max(Math.ceil(MAX_PICTURE_BYTES / 3) * 4) }),
  answer: profile,
  errors: ['invalid_argument', 'resource_exhausted'],
})

export const removePicture = defineEndpoint({
  method: 'DELETE',
  path: '/v1/user/picture',
  summary: 'Remove the profile picture of the signed-in user',
  tag: 'account',
  answer: profile,
})

/** Without a token, for pages show pictures without one; who has not seen the profile cannot guess it. */
export const getPicture = defineEndpoint({
  method: 'GET',
  path: '/v1/pictures/{id}',
  summary: 'Get a profile picture; its address changes with the picture',
  tag: 'account',
  params: z.object({ id: z.string().min(1).max(64) }),
  answer: { bytes: true, contentType: 'image/*' },
  errors: ['not_found'],
})
