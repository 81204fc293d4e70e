import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { defineDriveEndpoint } from './drive-endpoint.ts'
import { nodeId } from './file.ts'
import { instant, pageToken } from './listing.ts'
import { grantRole } from './rights.ts'

/** So often one file or folder can be shared, links included. */
export const MAX_GRANTS_PER_NODE = 1000
/** So much of one drive can be shared with the same person, group or address. */
export const MAX_GRANTS_PER_GRANTEE = 1000
/** So many grants and links a drive can have in all. */
export const MAX_GRANTS_PER_DRIVE = 20_000

const sub = z.string().min(1).max(128)
export const mailAddress = z.string().trim().max(254).pipe(z.email())
const TAG = 'sharing'

/** A person as others are shown them. */
export const sharedPerson = z.object({
  sub: z.string(),
  name: z.string(),
  picture: z.string().optional(),
})
export type SharedPerson = z.output<typeof sharedPerson>

/**
 * Who a grant is for. One for an address is for whoever has proven to read it, now or later: whether
 * somebody has an account with it is not said.
 */
export const grantee = z.discriminatedUnion('kind', [
  sharedPerson.extend({ kind: z.literal('person') }),
  z.object({ kind: z.literal('group'), id: z.string(), name: z.string() }),
  z.object({ kind: z.literal('email'), email: z.string() }),
  z.object({ kind: z.literal('link') }),
])
export type GrantGrantee = z.output<typeof grantee>

export const newGrantee = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('person'), sub }),
  z.object({ kind: z.literal('group'), id: nodeId }),
  z.object({ kind: z.literal('email'), email: mailAddress }),
])
export type NewGrantee = z.output<typeof newGrantee>

export const grant = z.object({
  id: z.string(),
  drive_id: z.string(),
  /** The file or folder that it was made on. */
  file_id: z.string(),
  grantee,
  role: grantRole,
  note: z.string().optional(),
  created_by: sharedPerson,
  created_time: z.iso.datetime(),
  /** Absent where it does not expire. */
  expires_time: z.iso.datetime().optional(),
  /**
   * How much of its role it gives now. Less than `full` where its maker no longer has the rights that they
   * gave; `none` also where it has expired or what it opens is in the trash.
   */
  effect: z.enum(['full', 'limited', 'none']),
  /** The folder above that it was made on; absent for one on the file or folder itself. */
  inherited_from: z.object({ id: z.string(), name: z.string() }).optional(),
})
export type Grant = z.output<typeof grant>

export const MAX_NOTE_LENGTH = 1000
export const grantNote = z.string().max(MAX_NOTE_LENGTH)

export const listGrants = defineDriveEndpoint({
  method: 'GET',
  path: '/drive/v1/files/{id}/grants',
  summary:
    'List who has access to a file or folder, and by which grant: its own, and those of the folders above',
  tag: TAG,
  params: z.object({ id: nodeId }),
  answer: z.object({
    owner: sharedPerson,
    /** First those on it itself, then those on the folders above that the caller sees, the nearest first. */
    grants: z.array(grant),
  }),
  errors: ['not_found', 'permission_denied'],
})

/** For somebody who has a grant on it already, that grant is changed: it has then exactly what this call says. */
export const createGrant = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/files/{id}/grants',
  summary: 'Share a file or folder with a person, a group or a mail address',
  tag: TAG,
  params: z.object({ id: nodeId }),
  body: z.object({
    grantee: newGrantee,
    role: grantRole,
    note: grantNote.optional(),
    expires_time: instant.optional(),
  }),
  answer: grant,
  errors: ['not_found', 'permission_denied', 'invalid_argument', 'resource_exhausted'],
})

export const changeGrant = defineDriveEndpoint({
  method: 'PATCH',
  path: '/drive/v1/grants/{id}',
  summary: 'Change the role, the expiry or the note of a grant',
  tag: TAG,
  params: z.object({ id: nodeId }),
  body: z.object({
    role: grantRole.optional(),
    /** Null takes it away. */
    note: grantNote.nullable().optional(),
    /** Null takes it away. */
    expires_time: instant.nullable().optional(),
  }),
  answer: grant,
  errors: ['not_found', 'permission_denied', 'invalid_argument'],
})

export const revokeGrant = defineDriveEndpoint({
  method: 'DELETE',
  path: '/drive/v1/grants/{id}',
  summary: 'End a grant, whoever made it, and all that was made from it',
  tag: TAG,
  params: z.object({ id: nodeId }),
  answer: z.object({}),
  errors: ['not_found', 'permission_denied'],
})

const page = z.object({
  page_size: z.coerce.number().int().min(1).max(200).default(50),
  page_token: pageToken.optional(),
})

/** What is shared, as its grantee or its maker sees it now. */
const sharedFile = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['folder', 'file']),
  mime_type: z.string().optional(),
  /** Bytes; zero for a folder. */
  size: z.number().int().nonnegative(),
})

export const share = z.object({ grant, file: sharedFile })
export type Share = z.output<typeof share>

export const shareWithMe = share.extend({
  owner: sharedPerson,
  /** The caller's own name for it; nobody else sees it. */
  alias: z.string().optional(),
})
export type ShareWithMe = z.output<typeof shareWithMe>

/** A page may hold fewer than asked for, and even none, while there is a next one. */
export const listSharedWithMe = defineEndpoint({
  method: 'GET',
  path: '/drive/v1/shared_with_me',
  summary: 'List what others have shared with the caller or their groups, the latest first',
  tag: TAG,
  query: page,
  answer: z.object({
    shares: z.array(shareWithMe),
    /** Absent on the last page. */
    next_page_token: z.string().optional(),
  }),
  errors: ['invalid_argument'],
})

/** A page may hold fewer than asked for, and even none, while there is a next one. */
export const listSharedByMe = defineEndpoint({
  method: 'GET',
  path: '/drive/v1/shared_by_me',
  summary: 'List what the caller has shared, in their own drive and in others, the latest first',
  tag: TAG,
  query: page,
  answer: z.object({
    shares: z.array(share),
    /** Absent on the last page. */
    next_page_token: z.string().optional(),
  }),
  errors: ['invalid_argument'],
})

/**
 * All of these grants end with the account, as everything in the caller's own drive does. Folders can be handed over
 * before, with `files:batchMoveFrom`, to a team drive or another one.
 */
export const listLosses = defineEndpoint({
  method: 'GET',
  path: '/drive/v1/leaving',
  summary: 'List what others would lose if the account of the caller was deleted, the latest first',
  tag: TAG,
  query: page,
  answer: z.object({
    shares: z.array(share),
    /** Those that nobody else manages. */
    team_drives: z.array(z.object({ id: z.string(), name: z.string() })),
    /** Absent on the last page. */
    next_page_token: z.string().optional(),
  }),
  errors: ['invalid_argument'],
})

/** A name of the caller's own for what is shared with them. */
const alias = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .regex(/^[^\p{Cc}]*$/u)

export const nameShare = defineEndpoint({
  method: 'PATCH',
  path: '/drive/v1/shared_with_me/{id}',
  summary: 'Give what is shared with the caller a name that only they see; it ends with the share',
  tag: TAG,
  params: z.object({ id: nodeId }),
  query: z.object({ drive_id: nodeId }),
  /** Null takes it away. */
  body: z.object({ alias: alias.nullable() }),
  answer: z.object({ alias: z.string().optional() }),
  errors: ['not_found', 'invalid_argument'],
})

export const leaveShare = defineEndpoint({
  method: 'DELETE',
  path: '/drive/v1/shared_with_me/{id}',
  summary: 'Give up what somebody has shared with the caller',
  tag: TAG,
  params: z.object({ id: nodeId }),
  query: z.object({ drive_id: nodeId }),
  answer: z.object({}),
  errors: ['not_found', 'failed_precondition'],
})

/**
 * Whom the caller can choose while typing: those with whom they share something, and their groups. Everybody
 * else is found by the whole user name or contact (`GET /v1/user/query`), unless the operator has opened the
 * directory.
 */
export const suggestGrantees = defineEndpoint({
  method: 'GET',
  path: '/drive/v1/grantees',
  summary:
    'Find people, groups and mail addresses that the caller already shares with, by a part of the name',
  tag: TAG,
  query: z.object({
    query: z.string().trim().max(100).default(''),
    limit: z.coerce.number().int().min(1).max(50).default(10),
  }),
  answer: z.object({ grantees: z.array(grantee) }),
  errors: ['permission_denied', 'resource_exhausted'],
})

/** The event is named `shares`: the first tells the present, each further one that what is shared with the caller, or by them, has changed. */
export const sharesEvent = z.object({ seq: z.number().int() })
export type SharesEvent = z.output<typeof sharesEvent>
