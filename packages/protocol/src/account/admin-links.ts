import { z } from 'zod'
import { linkPolicy, linkRole } from '../drive/links.ts'
import { truth } from '../drive/listing.ts'
import { defineEndpoint } from '../endpoint.ts'

const TAG = 'administration'

const person = z.object({
  sub: z.string(),
  /** Absent for somebody who is gone. */
  name: z.string().optional(),
})

/** A link as administrators see it: whose it is and what it allows, but not what it opens, and not its address. */
const serverLink = z.object({
  id: z.string(),
  drive_id: z.string(),
  owner: person,
  created_by: person,
  /** The role that it gives to visitors. */
  access: linkRole,
  label: z.string().optional(),
  has_password: z.boolean(),
  expires_at: z.iso.datetime().optional(),
  download_limit: z.number().int().optional(),
  /** How many downloads were completed. */
  downloads: z.number().int(),
  created_time: z.iso.datetime(),
})
export type AdminLink = z.output<typeof serverLink>

const onlyThose = truth.default('false')

export const listServerLinks = defineEndpoint({
  method: 'GET',
  path: '/v1/admin/links',
  summary: 'List all links of the server, the newest first',
  tag: TAG,
  query: z.object({
    /** The address of a link, or a part of its label or of the name of its owner or creator. */
    query: z
      .string()
      .trim()
      .max(2048)
      .regex(/^[^\0]*$/)
      .optional(),
    /** Only those that need no password. */
    without_password: onlyThose,
    /** Only those that never expire. */
    without_end: onlyThose,
    limit: z.coerce.number().int().min(1).max(200).default(50),
    page_token: z.string().max(4096).optional(),
  }),
  answer: z.object({
    links: z.array(serverLink),
    /** Absent on the last page. */
    next_page_token: z.string().optional(),
  }),
  errors: ['invalid_argument'],
})

const id = z.string().regex(/^[0-9A-Za-z_-]{1,64}$/)

export const revokeServerLink = defineEndpoint({
  method: 'DELETE',
  path: '/v1/admin/links/{drive_id}/{id}',
  summary: 'Revoke a link of any user and end all of its visits',
  tag: TAG,
  params: z.object({ drive_id: id, id }),
  answer: z.object({}),
  errors: ['not_found'],
})

export const getLinkPolicy = defineEndpoint({
  method: 'GET',
  path: '/v1/admin/link_policy',
  summary: 'Get what links may be on this server',
  tag: TAG,
  answer: linkPolicy,
})

/**
 * A stricter policy applies to links that are created or changed from now on; those that exist stay as they are. Only
 * switching links off ends all of them at once, until they are switched on again.
 */
export const setLinkPolicy = defineEndpoint({
  method: 'PUT',
  path: '/v1/admin/link_policy',
  summary: 'Decide what links may be on this server',
  tag: TAG,
  body: linkPolicy,
  answer: linkPolicy,
  errors: ['invalid_argument'],
})
