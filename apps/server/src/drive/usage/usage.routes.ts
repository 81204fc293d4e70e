import { type AdminUsage, listUsage, setQuota } from '@awan/protocol/account'
import { maskEmail } from '../../account/index.ts'
import { type Route, route } from '../../http/route.ts'
import type { PeopleUsage, PersonUsage } from './usage.ts'

export function usageRoutes(usage: PeopleUsage): Route[] {
  return [
    route(listUsage, { admin: true }, async ({ query }) => {
      const { query: words, order_by: order, limit, page_token: token } = query
      const page = await usage.list({ query: words, order, limit, token })
      return {
        usage: page.usage.map(toUsage),
        total: { people: page.total.people, used_bytes: page.total.usedBytes },
        ...(page.nextPageToken !== undefined && { next_page_token: page.nextPageToken }),
      }
    }),

    route(setQuota, { admin: true, sudo: true }, async ({ params, body, user: admin, caller }) => {
      const hand = { admin, caller, reason: body.reason }
      return toUsage(await usage.setQuota(params.sub, body.quota_bytes ?? undefined, hand))
    }),
  ]
}

function toUsage(person: PersonUsage): AdminUsage {
  const { sub, name, email, picture, usedBytes, quotaBytes, files, lastActiveAt } = person
  return {
    sub,
    name,
    ...(email !== null && { email: maskEmail(email) }),
    ...(picture !== null && { picture }),
    used_bytes: usedBytes,
    ...(quotaBytes !== undefined && { quota_bytes: quotaBytes }),
    files,
    ...(lastActiveAt !== undefined && { last_active_at: new Date(lastActiveAt).toISOString() }),
  }
}
