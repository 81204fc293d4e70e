import { z } from 'zod'
import { type Bytes, defineEndpoint } from '../endpoint.ts'
import { nodeId } from './file.ts'
import { pageToken } from './listing.ts'
import { grantRole } from './rights.ts'
import { sharedPerson } from './shares.ts'

const TAG = 'inbox'

/** What a person is told about. */
export const inboxKind = z.enum([
  'shared_with_you',
  'role_changed',
  'access_ended',
  'drop_arrived',
  'access_asked',
  'transfer_offered',
  'transfer_answered',
  'manager_appointed',
])
export type InboxKind = z.output<typeof inboxKind>

export const inboxMessage = z.object({
  /** Of an offer, the id of the offer too. */
  id: z.string(),
  kind: inboxKind,
  created_time: z.iso.datetime(),
  read: z.boolean(),
  drive_id: z.string(),
  /** Who shared, changed, ended, asked, offered, answered or appointed; absent for the server itself, and for arrivals. */
  actor: sharedPerson.optional(),
  /** What it is about, as the caller sees it now; absent where they no longer see it. */
  file: z.object({ id: z.string(), name: z.string(), kind: z.enum(['folder', 'file']) }).optional(),
  /** The role that was given. */
  role: grantRole.optional(),
  /** Of arrivals: how many files. */
  count: z.number().int().positive().optional(),
  /** Of arrivals: the names that visitors have given, the first ones. */
  senders: z.array(z.string()).optional(),
  /** Of a request or an offer: what the person wrote. Of an answer to an offer: the name of what was offered. */
  text: z.string().optional(),
  /** Of a request: whether it was answered, by anybody. Of an offer, and of the answer to one: how it ended. */
  state: z.enum(['open', 'granted', 'accepted', 'declined', 'expired']).optional(),
})
export type InboxMessage = z.output<typeof inboxMessage>

const unread = z.number().int().nonnegative()

export const listInbox = defineEndpoint({
  method: 'GET',
  path: '/drive/v1/inbox',
  summary: 'List the messages in the inbox of the caller, the newest first',
  tag: TAG,
  query: z.object({
    page_size: z.coerce.number().int().min(1).max(200).default(50),
    page_token: pageToken.optional(),
  }),
  answer: z.object({
    messages: z.array(inboxMessage),
    /** Of all messages, not of this page. */
    unread,
    /** Absent on the last page. */
    next_page_token: z.string().optional(),
  }),
  errors: ['invalid_argument'],
})

/** With `ids`, those that are there; without, all. */
export const markInboxRead = defineEndpoint({
  method: 'POST',
  path: '/drive/v1/inbox:markRead',
  summary: 'Mark messages in the inbox as read: some of them, or all',
  tag: TAG,
  body: z.object({ ids: z.array(nodeId).min(1).max(200).optional() }),
  answer: z.object({ unread }),
  errors: ['invalid_argument'],
})

export const deleteInboxMessage = defineEndpoint({
  method: 'DELETE',
  path: '/drive/v1/inbox/{id}',
  summary: 'Delete a message from the inbox',
  tag: TAG,
  params: z.object({ id: nodeId }),
  answer: z.object({}),
  errors: ['not_found'],
})

/** The answer is the same whether there is such a file or not, and whether anybody is told. */
export const askForAccess = defineEndpoint({
  method: 'POST',
  path: '/drive/v1/access_requests',
  summary: 'Ask those who manage a file or folder for access to it',
  tag: TAG,
  body: z.object({
    drive_id: nodeId,
    /** `root` is the whole drive. */
    file_id: nodeId,
    message: z.string().trim().max(500).optional(),
  }),
  answer: z.object({}),
  errors: ['invalid_argument', 'resource_exhausted'],
})

export const grantRequest = defineEndpoint({
  method: 'POST',
  path: '/drive/v1/inbox/{id}/grant',
  summary: 'Give the person who asked for access a role',
  tag: TAG,
  params: z.object({ id: nodeId }),
  body: z.object({ role: grantRole }),
  answer: z.object({}),
  errors: ['not_found', 'permission_denied', 'failed_precondition', 'resource_exhausted'],
})

export const declineRequest = defineEndpoint({
  method: 'POST',
  path: '/drive/v1/inbox/{id}/decline',
  summary: 'Decline a request for access; the person who asked is not told',
  tag: TAG,
  params: z.object({ id: nodeId }),
  answer: z.object({}),
  errors: ['not_found', 'permission_denied', 'failed_precondition'],
})

/** When a mail is sent for a message: within a minute, once a day, or not at all. */
export const mailChoice = z.enum(['at_once', 'daily', 'never'])
export type MailChoice = z.output<typeof mailChoice>

export const inboxSettings = z.object({
  shared_with_you: mailChoice,
  role_changed: mailChoice,
  access_ended: mailChoice,
  drop_arrived: mailChoice,
  access_asked: mailChoice,
  transfer_offered: mailChoice,
  transfer_answered: mailChoice,
  manager_appointed: mailChoice,
} satisfies Record<InboxKind, typeof mailChoice>)
export type InboxSettings = z.output<typeof inboxSettings>

export const getInboxSettings = defineEndpoint({
  method: 'GET',
  path: '/drive/v1/inbox/settings',
  summary: 'Show for which messages the caller gets mails, and when',
  tag: TAG,
  answer: inboxSettings,
})

export const changeInboxSettings = defineEndpoint({
  method: 'PATCH',
  path: '/drive/v1/inbox/settings',
  summary: 'Choose for which messages mails are sent, and when',
  tag: TAG,
  body: inboxSettings.partial(),
  answer: inboxSettings,
  errors: ['invalid_argument'],
})

const html: Bytes = { bytes: true, contentType: 'text/html' }
const unsubscribeQuery = z.object({ token: z.string().max(500) })

/** Programs open the links in a mail to look for harm: this page changes nothing. */
export const showUnsubscribe = defineEndpoint({
  method: 'GET',
  path: '/drive/v1/inbox/unsubscribe',
  summary: 'Show a page that asks whether to stop one kind of mails',
  tag: TAG,
  query: unsubscribeQuery,
  answer: html,
  errors: ['invalid_argument'],
})

/** RFC 8058: a mail program sends it when its user clicks once; needs no session. */
export const unsubscribe = defineEndpoint({
  method: 'POST',
  path: '/drive/v1/inbox/unsubscribe',
  summary: 'Stop the kind of mails that the token was made for',
  tag: TAG,
  query: unsubscribeQuery,
  body: z.object({ 'List-Unsubscribe': z.string().max(100).optional() }),
  form: true,
  answer: html,
  errors: ['invalid_argument'],
})

/** The event is named `inbox`: the first tells the present, each further one that the inbox has changed. */
export const inboxEvent = z.object({ unread })
export type InboxEvent = z.output<typeof inboxEvent>
