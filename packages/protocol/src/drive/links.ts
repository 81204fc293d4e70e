import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { defineDriveEndpoint } from './drive-endpoint.ts'
import { file, nodeId } from './file.ts'
import { mailChoice } from './inbox.ts'
import { instant, pageSize, pageToken } from './listing.ts'
import { grantRole } from './rights.ts'
import { grantNote, mailAddress } from './shares.ts'

/** Reason of the `permission_denied` that a link with a password gives to a visitor who sent none, or a wrong one. */
export const LINK_PASSWORD_REASON = 'LINK_PASSWORD'

/** Reason of the `invalid_argument` that a link which asks for a name gives to a visitor without one. */
export const LINK_VISITOR_NAME_REASON = 'LINK_VISITOR_NAME'

/** Reason of the `invalid_argument` that a link which asks for a mail address gives to a visitor who has proven none. */
export const LINK_VISITOR_EMAIL_REASON = 'LINK_VISITOR_EMAIL'

/** A visitor is nobody in particular, so a link never lets them share on. */
export const linkRole = grantRole.exclude(['manager'])
export type LinkRole = z.output<typeof linkRole>

/** What administrators have decided about all links of the server. */
export const linkPolicy = z.object({
  /** While false, no link opens and none can be created. */
  enabled: z.boolean(),
  needs_password: z.boolean(),
  /** The longest life of a link in days; absent is no limit. */
  max_days: z.number().int().min(1).max(36_500).optional(),
  /** Whether a link with a custom name may do without a password. */
  open_names: z.boolean(),
})
export type LinkPolicy = z.output<typeof linkPolicy>

const TAG = 'sharing'
const bytes = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

/** What visitors may send to a drop folder. Null lifts a limit. */
const dropRules = z.object({
  max_file_size: bytes.nullable().optional(),
  /** All that arrives by this link together, also what was withdrawn or deleted since. */
  max_total_size: bytes.nullable().optional(),
  /** Endings (`.pdf`), types (`image/png`) or groups of types (`image/*`); judged by the name of a file. */
  types: z
    .array(z.string().regex(/^(\.[^./\\\s]{1,32}|[a-z]+\/(\*|[a-z0-9.+-]{1,100}))$/))
    .min(1)
    .max(100)
    .nullable()
    .optional(),
  /** After this time nothing arrives any more; visitors still see what they have sent. */
  deadline: instant.nullable().optional(),
})

/** Custom names are short, so anyone can guess them: such a link needs a password, unless the policy allows it. */
const customName = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{1,62}[a-z0-9])$/)

export const MAX_LINK_PASSWORD_LENGTH = 1024
export const MAX_LABEL_LENGTH = 200

const linkOptions = {
  /** Null removes it. */
  password: z.string().min(1).max(MAX_LINK_PASSWORD_LENGTH).nullable().optional(),
  expires_at: instant.nullable().optional(),
  /** How often something may be downloaded, by all visitors together. */
  download_limit: z.number().int().min(1).max(1_000_000_000).nullable().optional(),
  /** Without it, visitors see previews alone. */
  allow_download: z.boolean().optional(),
  /** What visitors read above the files. */
  label: z.string().max(MAX_LABEL_LENGTH).nullable().optional(),
  /** For those who manage the link; visitors never see it. */
  note: grantNote.nullable().optional(),
  /** Takes the place of the random token, and needs a password unless the policy says otherwise. */
  custom_name: customName.nullable().optional(),
  /** Whether visitors must say who they are. */
  ask_name: z.boolean().optional(),
  /** Whether visitors must prove a mail address by a code; only with the role `drop`, on a server that sends mail. */
  ask_email: z.boolean().optional(),
  /**
   * When the owner and the maker of the link get mails about what arrives; only with the role `drop`. Null is as each has
   * chosen for all drop folders. Whoever has switched these mails off gets none.
   */
  arrival_mail: mailChoice.nullable().optional(),
  /** Only with the role `drop`. */
  drop: dropRules.optional(),
}

export const link = z.object({
  id: z.string(),
  drive_id: z.string(),
  node_id: z.string(),
  role: linkRole,
  /** The secret of its address; absent where the server can no longer read it. */
  token: z.string().optional(),
  url: z.string().optional(),
  has_password: z.boolean(),
  expires_at: z.iso.datetime().optional(),
  download_limit: z.number().int().optional(),
  /** How many downloads were completed. */
  downloads: z.number().int(),
  allow_download: z.boolean(),
  label: z.string().optional(),
  note: z.string().optional(),
  custom_name: z.string().optional(),
  ask_name: z.boolean(),
  ask_email: z.boolean(),
  arrival_mail: mailChoice.optional(),
  drop: z
    .object({
      max_file_size: z.number().int().optional(),
      max_total_size: z.number().int().optional(),
      types: z.array(z.string()).optional(),
      deadline: z.iso.datetime().optional(),
      /** Bytes that have arrived. */
      received: z.number().int(),
    })
    .optional(),
  created_by: z.string(),
  created_time: z.iso.datetime(),
})
export type Link = z.output<typeof link>

export const createLink = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/links',
  summary: 'Create a link that gives anyone who has it a role on a folder or file',
  tag: TAG,
  body: z.object({ node_id: nodeId, role: linkRole.default('viewer'), ...linkOptions }),
  answer: link,
  errors: [
    'not_found',
    'permission_denied',
    'invalid_argument',
    'already_exists',
    'failed_precondition',
    'resource_exhausted',
  ],
})

export const listLinks = defineDriveEndpoint({
  method: 'GET',
  path: '/drive/v1/links',
  summary: 'List the links on a folder or file, by whomever they were created',
  tag: TAG,
  query: z.object({ node_id: nodeId }),
  answer: z.object({
    links: z.array(link),
    policy: linkPolicy,
    /** Whether the server sends mail, which links with `ask_email` need. */
    can_ask_email: z.boolean(),
  }),
  errors: ['not_found', 'permission_denied'],
})

export const listOwnLinks = defineEndpoint({
  method: 'GET',
  path: '/drive/v1/links:mine',
  summary: 'List the links that the caller has created, in any drive, the newest first',
  tag: TAG,
  query: z.object({ page_size: pageSize, page_token: pageToken.optional() }),
  answer: z.object({
    links: z.array(link.extend({ node_name: z.string() })),
    next_page_token: z.string().optional(),
  }),
})

const ofLink = z.object({ id: nodeId })

/**
 * Changing the password, the role or the name ends all visits of the link, and everything that was made from
 * them; other changes do not.
 */
export const updateLink = defineDriveEndpoint({
  method: 'PATCH',
  path: '/drive/v1/links/{id}',
  summary: 'Change a link',
  tag: TAG,
  params: ofLink,
  body: z.object({ role: linkRole.optional(), ...linkOptions }),
  answer: link,
  errors: [
    'not_found',
    'permission_denied',
    'invalid_argument',
    'already_exists',
    'failed_precondition',
  ],
})

export const revokeLink = defineDriveEndpoint({
  method: 'DELETE',
  path: '/drive/v1/links/{id}',
  summary: 'Revoke a link and end all of its visits',
  tag: TAG,
  params: ofLink,
  answer: z.object({}),
  errors: ['not_found', 'permission_denied'],
})

export const listReceived = defineDriveEndpoint({
  method: 'GET',
  path: '/drive/v1/links/{id}/received',
  summary: 'List the files that visitors have sent by a link, with who sent them, the newest first',
  tag: TAG,
  params: ofLink,
  query: z.object({ page_size: pageSize, page_token: pageToken.optional() }),
  answer: z.object({
    received: z.array(
      z.object({
        file,
        arrived_time: z.iso.datetime(),
        /** Absent where the link asked for no name and the visitor was not signed in. */
        sender: z
          .object({
            name: z.string(),
            sub: z.string().optional(),
            /** The visitor has proven it by a code; without a name it is the name, too. */
            proven_email: z.string().optional(),
          })
          .optional(),
      }),
    ),
    next_page_token: z.string().optional(),
  }),
  errors: ['not_found', 'permission_denied'],
})

/** What a visitor learns of a link, once they have opened it. */
export const visit = z.object({
  /** The bearer token of all calls on the drive while the visit lasts. */
  visit_token: z.string(),
  expires_in: z.number().int(),
  drive_id: z.string(),
  node: z.object({ id: z.string(), name: z.string(), kind: z.enum(['folder', 'file']) }),
  role: linkRole,
  label: z.string().optional(),
  owner_name: z.string().optional(),
  allow_download: z.boolean(),
  /** How often something can still be downloaded, by all visitors together; absent where that is not limited. */
  downloads_left: z.number().int().optional(),
  drop: z
    .object({
      max_file_size: z.number().int().optional(),
      max_total_size: z.number().int().optional(),
      types: z.array(z.string()).optional(),
      deadline: z.iso.datetime().optional(),
    })
    .optional(),
})
export type Visit = z.output<typeof visit>

/**
 * Opens a link for a visitor. A link that is unknown, revoked, expired or used up, whose owner is not active, or
 * whose folder or file is gone is `not_found`: nobody learns which.
 */
export const openLink = defineEndpoint({
  method: 'POST',
  path: '/drive/v1/links:open',
  summary: 'Open a link and get a visit token; a signed-in visitor is known by name',
  tag: TAG,
  body: z.object({
    token: z.string().min(1).max(256),
    password: z.string().max(MAX_LINK_PASSWORD_LENGTH).optional(),
    /** Of an earlier visit that has not ended: the visitor stays the same, and sees what they have sent. */
    visit_token: z.string().max(2048).optional(),
    /** Who the visitor is, as they say. */
    name: z.string().trim().min(1).max(100).optional(),
    /** Proves the mail address to which the code was sent; works once. */
    email_code: z.object({ id: z.string().min(1).max(64), code: z.string().max(16) }).optional(),
  }),
  answer: visit,
  errors: [
    'not_found',
    'permission_denied',
    'invalid_argument',
    'resource_exhausted',
    'invalid_verification_code',
    'expired_verification_code',
    'captcha_required',
    'captcha_invalid',
  ],
})

/**
 * Sends a visitor the code by which they prove a mail address to a link that asks for one. A link that asks for none, or does not
 * open, is answered as when it is opened.
 */
export const sendVisitorCode = defineEndpoint({
  method: 'POST',
  path: '/drive/v1/links:sendCode',
  summary: 'Send a visitor of a link the code that proves their mail address',
  tag: TAG,
  body: z.object({
    token: z.string().min(1).max(256),
    password: z.string().max(MAX_LINK_PASSWORD_LENGTH).optional(),
    email: mailAddress,
  }),
  answer: z.object({ code_id: z.string(), expires_in: z.number().int() }),
  errors: [
    'not_found',
    'permission_denied',
    'invalid_argument',
    'failed_precondition',
    'resource_exhausted',
    'unavailable',
    'unimplemented',
    'captcha_required',
    'captcha_invalid',
  ],
})
