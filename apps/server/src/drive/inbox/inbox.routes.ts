import { DEFAULT_LOCALE, resolveLocale } from '@awan/protocol'
import {
  askForAccess,
  changeInboxSettings,
  declineRequest,
  deleteInboxMessage,
  getInboxSettings,
  grantRequest,
  listInbox,
  markInboxRead,
  showUnsubscribe,
  unsubscribe as unsubscribeCall,
} from '@awan/protocol/drive'
import type { FastifyReply } from 'fastify'
import { type Route, route } from '../../http/route.ts'
import type { AccessRequests } from './access-requests.ts'
import type { Inbox } from './inbox.ts'
import type { Unsubscribe } from './unsubscribe.ts'
import { unsubscribePage } from './unsubscribe-page.ts'

const READING = { scope: ['drive', 'drive.read'] } as const
const CHANGING = { scope: 'drive' } as const

/** Enough for whoever follows links of colleagues; too few to look for what exists, or to pester its owner. */
const ASKING = [{ by: 'user', points: 20, perSeconds: 3600 }] as const
/** Anybody can call these, with a token that has to be opened first. */
const UNSUBSCRIBING = [{ by: 'address', points: 60, perSeconds: 600, isLocal: true }] as const

export function inboxRoutes({
  inbox,
  requests,
  unsubscribe,
}: {
  inbox: Inbox
  requests: AccessRequests
  unsubscribe: Unsubscribe
}): Route[] {
  return [
    route(listInbox, READING, ({ query, user }) =>
      inbox.list(user.sub, { size: query.page_size, token: query.page_token }),
    ),
    route(markInboxRead, CHANGING, async ({ body, user }) => ({
      unread: await inbox.markRead(user.sub, body.ids),
    })),
    route(deleteInboxMessage, CHANGING, async ({ params, user }) => {
      await inbox.delete(user.sub, params.id)
      return {}
    }),
    route(grantRequest, CHANGING, async ({ params, body, user }) => {
      await requests.grant(toPerson(user), params.id, body.role)
      return {}
    }),
    route(declineRequest, CHANGING, async ({ params, user }) => {
      await requests.decline(toPerson(user), params.id)
      return {}
    }),
    route(askForAccess, { ...CHANGING, limits: ASKING }, async ({ body, user }) => {
      const { drive_id: driveId, file_id: fileId, message } = body
      await requests.ask(user.sub, { driveId, fileId, message })
      return {}
    }),
    route(getInboxSettings, READING, ({ user }) => inbox.settings(user.sub)),
    route(changeInboxSettings, CHANGING, ({ body, user }) => inbox.changeSettings(user.sub, body)),
    route(showUnsubscribe, { limits: UNSUBSCRIBING }, async ({ query, caller, reply }) => {
      await unsubscribe.check(query.token)
      return sendPage(reply, unsubscribePage('question', toLocale(caller.locale)))
    }),
    route(unsubscribeCall, { limits: UNSUBSCRIBING }, async ({ query, caller, reply }) => {
      await unsubscribe.stop(query.token)
      return sendPage(reply, unsubscribePage('done', toLocale(caller.locale)))
    }),
  ]
}

function toPerson({ sub, sessionId }: { sub: string; sessionId: string }) {
  return { sub, sessionId }
}

function toLocale(tag: string | undefined) {
  return tag && tag.trim() !== '*' ? resolveLocale(tag) : DEFAULT_LOCALE
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .send(page)
}
