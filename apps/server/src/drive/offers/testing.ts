import type { InboxMessage } from '@awan/protocol/drive'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Database } from '../../db/database.ts'
import type { Access } from '../access/access.ts'
import { createGrants } from '../access/grants.ts'
import { openAcross } from '../across/testing.ts'
import { createDescribeMessages } from '../inbox/describe-messages.ts'
import { createInbox } from '../inbox/inbox.ts'
import { createTell } from '../inbox/tell.ts'
import type { TestDriveOptions } from '../testing.ts'
import { everybody } from '../testing-access.ts'
import { createOffers, type NewOffer } from './offers.ts'

/** Ana's `album` with its `trip`, and what she offers of it. Whoever is in `inactive` is frozen. */
export async function openOffers(
  db: Database,
  options: TestDriveOptions & { blobs?: BlobStore } = {},
) {
  const inactive = new Set<string>()
  const people = { ...everybody, isActive: async (_: unknown, sub: string) => !inactive.has(sub) }
  const world = await openAcross(db, { people, ...options })
  const tell = createTell({ ...world, people })
  const grants = createGrants({ ...world, people, tellOfGrant: tell.ofGrant })
  // The rules themselves, which know no subs in place of an access.
  const parts = { ...world, people, grants, tell }
  const offers = createOffers(parts)
  const describe = createDescribeMessages(parts)
  const inbox = createInbox({ ...parts, describe })
  const person = (sub: string) => ({ kind: 'person', sub, sessionId: sub }) as const
  const home = { parentId: 'root', conflict: 'rename' } as const

  return {
    ...world,
    inactive,
    grants,
    offers,
    inbox,
    person,
    home,
    offer: (more: Partial<NewOffer> = {}, access: Access = world.ana) =>
      offers.create(access, {
        nodeId: world.trip.id,
        toSub: 'ben',
        note: undefined,
        keepsEditing: true,
        ...more,
      }),
    accept: (id: string, more: { driveId?: string; parentId?: string } = {}) =>
      offers.accept(person('ben'), id, { ...home, ...more }),
    /** In Ana's drive. */
    as: (sub: string, driveId = world.ana.driveId): Access => ({
      driveId,
      actor: person(sub),
      right: 'view',
    }),
    async read(sub: string): Promise<InboxMessage[]> {
      return (await inbox.list(sub, { size: 100, token: undefined })).messages
    },
  }
}
