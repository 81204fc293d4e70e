import type { InboxMails, PeopleDirectory } from '../../account/index.ts'
import type { Database } from '../../db/database.ts'
import type { Route } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Chore } from '../../kernel/housekeeping.ts'
import type { Random } from '../../kernel/id.ts'
import type { Drives } from '../access/drives.ts'
import type { Grants } from '../access/grants.ts'
import { createAccessRequests } from './access-requests.ts'
import { createDescribeMessages } from './describe-messages.ts'
import { inboxRoutes } from './inbox.routes.ts'
import { createInbox } from './inbox.ts'
import { mailChore } from './mail-messages.ts'
import type { Tell } from './tell.ts'
import { groupMessagesChore } from './tell-groups.ts'
import { createUnsubscribe } from './unsubscribe.ts'

export interface InboxOptions {
  db: Database
  clock: Clock
  random: Random
  people: PeopleDirectory
  drives: Drives
  grants: Grants
  /** Writes the messages. */
  tell: Tell
  inboxMails: Pick<InboxMails, 'send'>
  /** Seals the tokens that stop mails. */
  linkKey: Buffer
  publicUrl: string
}

/** What people are told about sharing: their inbox, requests for access, and mails. */
export function joinInbox(options: InboxOptions): { routes: Route[]; chores: Chore[] } {
  const describe = createDescribeMessages(options)
  const inbox = createInbox({ ...options, describe })
  const unsubscribe = createUnsubscribe({ ...options, inbox })
  const requests = createAccessRequests(options)
  const mails = mailChore({ ...options, describe, unsubscribe, mails: options.inboxMails })
  return {
    routes: inboxRoutes({ inbox, requests, unsubscribe }),
    chores: [...inbox.chores, mails, groupMessagesChore(options)],
  }
}
