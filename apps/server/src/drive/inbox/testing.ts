import type { InboxMessage } from '@awan/protocol/drive'
import { createArgon2id, createInboxMails } from '../../account/index.ts'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import type { Database, Reader } from '../../db/database.ts'
import { sampleRows } from '../../db/testing-rows.ts'
import { ManualClock } from '../../kernel/clock.ts'
import { systemRandom } from '../../kernel/id.ts'
import type { Message, Notifier } from '../../notify/notifier.ts'
import type { Access } from '../access/access.ts'
import { createGrants } from '../access/grants.ts'
import { createVisits } from '../access/visits.ts'
import { createSignals } from '../changes/signals.ts'
import { createDrives } from '../drives/drives.ts'
import { createFollowing } from '../following/following.ts'
import { recordArrivals } from '../share-links/arrivals.ts'
import { joinLinks } from '../share-links/join-links.ts'
import { createShares } from '../shares/shares.ts'
import { HOUR_MS, joinDrive, LINK_KEY } from '../testing.ts'
import { everybody, noInvitations, noVisitorCodes } from '../testing-access.ts'
import { createAccessRequests } from './access-requests.ts'
import { createDescribeMessages } from './describe-messages.ts'
import { createInbox } from './inbox.ts'
import { mailChore } from './mail-messages.ts'
import { createTell } from './tell.ts'
import { groupMessagesChore } from './tell-groups.ts'
import { createUnsubscribe } from './unsubscribe.ts'

/** A morning, hours away from the daily mails. */
export const MORNING = Date.UTC(2026, 10, 18, 9)

/** Ana has `outer/shared`; everybody is active, and in the groups of `groups`. */
export async function openInbox(db: Database, { maxKept }: { maxKept?: number } = {}) {
  const clock = new ManualClock(MORNING)
  const groups = new Map<string, string[]>()
  /** Whose accounts are deleted. */
  const gone = new Set<string>()
  const people = {
    ...everybody,
    groupsOf: async (_: unknown, sub: string) =>
      [...groups].flatMap(([id, subs]) => (subs.includes(sub) ? id : [])),
    peopleIn: async (_: unknown, id: string) => groups.get(id) ?? [],
    describePeople: async (reader: Reader, subs: readonly string[]) =>
      everybody.describePeople(
        reader,
        subs.filter((sub) => !gone.has(sub)),
      ),
  }
  const drive = joinDrive(db, createMemoryBlobStore(), { people, clock })
  const signals = createSignals({ db, lookEveryMs: HOUR_MS })
  const parts = { ...drive, people, random: systemRandom, linkKey: LINK_KEY, tellSeq: signals.tell }
  const tell = createTell(parts)
  const drives = createDrives({
    ...parts,
    async recordArrivals(writer, arrived) {
      await recordArrivals(writer, arrived)
      await tell.ofArrivals(writer, arrived)
    },
  })
  const grants = createGrants({ ...parts, drives, tellOfGrant: tell.ofGrant })
  const shares = createShares({ ...parts, drives, grants, invitations: noInvitations })
  const visits = createVisits(parts)
  const publicUrl = 'https://drive.test'
  const passwordHashing = createArgon2id({ memoryKib: 8, passes: 1 })
  const linkParts = { drives, grants, visits, passwordHashing, publicUrl }
  const links = joinLinks({ ...parts, ...linkParts, visitorCodes: noVisitorCodes })
  const describe = createDescribeMessages({ ...parts, drives })
  const inbox = createInbox({ ...parts, tell, describe, ...(maxKept && { maxKept }) })
  const requests = createAccessRequests({ ...parts, drives, grants, tell })
  const unsubscribe = createUnsubscribe({ ...parts, publicUrl, inbox })
  const sent: Message[] = []
  const notifier = {
    channels: ['email'],
    send: async (message: Message) => void sent.push(message),
    [Symbol.asyncDispose]: async () => undefined,
  } satisfies Notifier
  const mails = createInboxMails({
    ...parts,
    codeKey: Buffer.alloc(32, 7),
    notifier,
    publicUrl,
    log: undefined,
  })
  const mailing = { ...parts, describe, unsubscribe, mails }
  const following = createFollowing({ drives, people, signals, heartbeatMs: HOUR_MS })
  const ana = await drive.as('ana')
  const folder = (name: string, parentId = 'root') =>
    drive.nodes.createFolder('ana', { parentId, name, conflict: 'fail' })
  const outer = await folder('outer')
  const shared = await folder('shared', outer.id)

  return {
    db,
    drive,
    drives,
    clock,
    signals,
    following,
    groups,
    gone,
    people,
    /** Does what is due for large groups. */
    tellGroups: () => groupMessagesChore({ db, people, tell }).run(),
    tell,
    grants,
    shares,
    links,
    inbox,
    requests,
    unsubscribe,
    sent,
    mailing,
    ana,
    outer,
    shared,
    folder,
    as: (sub: string): Access => ({
      driveId: ana.driveId,
      actor: { kind: 'person', sub, sessionId: sub },
      right: 'view',
    }),
    share: (nodeId: string, sub: string, role: 'viewer' | 'editor' | 'manager' = 'viewer') =>
      shares.create(ana, { nodeId, grantee: { kind: 'person', sub }, role }),
    async read(sub: string): Promise<InboxMessage[]> {
      return (await inbox.list(sub, { size: 100, token: undefined })).messages
    },
    /** An access of a visitor of a link of Ana's that takes files into `shared`. */
    async visitDrop(name: string): Promise<Access> {
      const { shareLinks, openLink } = links
      const [known] = await shareLinks.list(ana, shared.id)
      const link =
        known ??
        (await shareLinks.create(ana, {
          nodeId: shared.id,
          role: 'drop',
          options: { asksName: true },
        }))
      const { visitToken } = await openLink.open(
        { token: link.token ?? '', name },
        { caller: { address: '192.0.2.1', deviceId: undefined }, sub: undefined },
      )
      const visit = visits.read(visitToken)
      if (!visit) throw new Error('the visit is over')
      return { ...visit, right: 'view' }
    },
    /** Gives a person an account with a mail address that they have proven. */
    async addUser(sub: string, more: { locale?: string } = {}): Promise<void> {
      const contact = { email: `${sub}@example.org`, email_verified: 1, phone_number: null }
      const row = { ...sampleRows.users, sub, username: sub, ...contact, status: 'ACTIVE' as const }
      await db.write((writer) =>
        writer
          .insertInto('users')
          .values({ ...row, locale: more.locale ?? 'en' })
          .execute(),
      )
    },
    /** Does what is due, and waits for the mails. */
    async mail(): Promise<Message[]> {
      const before = sent.length
      await mailChore(mailing).run()
      await mails.settled()
      return sent.slice(before)
    },
    async [Symbol.asyncDispose]() {
      following.stop()
      await signals[Symbol.asyncDispose]()
      await drive.signals[Symbol.asyncDispose]()
    },
  }
}
