import type { LinkPolicy } from '@awan/protocol/drive'
import type { AdminContext, People, PeopleDirectory } from '../../account/index.ts'
import type { Database, Reader } from '../../db/database.ts'
import type { LinkRow } from '../../db/tables.ts'
import { systemAccess } from '../access/access.ts'
import type { Drives } from '../access/drives.ts'
import { type Grants, openGrant, unknownGrant } from '../access/grants.ts'
import { readLinkPolicy, writeLinkPolicy } from '../access/link-policy.ts'
import { findOpenNode } from '../access/open-node.ts'
import type { TimeKey } from '../time-token.ts'
import { hashLinkToken } from './link-token.ts'
import {
  findLink,
  listAllLinks,
  listLinkedNodes,
  type OwnedLink,
  type ServerLinkFilter,
} from './links.store.ts'

/** A link of anybody, without what it opens. */
export type ServerLink = OwnedLink & {
  ownerName: string | undefined
  creatorName: string | undefined
  /** Completed ones. */
  downloads: number
}

export interface ServerLinksQuery extends Omit<ServerLinkFilter, 'tokenHash' | 'words'> {
  /** The address of a link, or words. */
  query: string | undefined
}

/** All links of the server, for whoever runs it. */
export interface ServerLinks {
  list(query: ServerLinksQuery): Promise<{ links: ServerLink[]; next: TimeKey | undefined }>
  revoke(link: { driveId: string; linkId: string }, context: AdminContext): Promise<void>
  policy(): Promise<LinkPolicy>
  /** Switching links off ends all visits at once. */
  setPolicy(policy: LinkPolicy, context: AdminContext): Promise<LinkPolicy>
}

export interface ServerLinksOptions {
  db: Database
  drives: Drives
  grants: Grants
  people: PeopleDirectory
  acts: Pick<People, 'act' | 'note'>
  countDownloads: (reader: Reader, links: readonly LinkRow[]) => Promise<Map<string, number>>
}

export function createServerLinks(options: ServerLinksOptions): ServerLinks {
  const { db, drives, grants, people, acts, countDownloads } = options

  async function describe(reader: Reader, links: readonly OwnedLink[]): Promise<ServerLink[]> {
    const subs = new Set(links.flatMap(({ owner_sub, created_by }) => [owner_sub, created_by]))
    const names = new Map(
      (await people.describePeople(reader, [...subs])).map(({ sub, name }) => [sub, name]),
    )
    const downloads = await countDownloads(reader, links)
    return links.map((link) => ({
      ...link,
      ownerName: link.drive_name ?? names.get(link.owner_sub),
      creatorName: names.get(link.created_by),
      downloads: downloads.get(link.grant_id) ?? 0,
    }))
  }

  /** Whoever came by a link and waits for changes, or downloads, is told to look whether they still may. */
  async function tellVisitors(): Promise<void> {
    for (const { drive_id, node_id } of await db.read(listLinkedNodes)) {
      await drives.transact(systemAccess(drive_id), async ({ writer, drive, recordChange }) => {
        const node = await findOpenNode(writer, drive, node_id)
        if (node) recordChange({ shared: node })
      })
    }
  }

  return {
    // A scan of all links: it must hold up nobody.
    list: ({ query, limit, ...filter }) =>
      db.readLong(async (reader) => {
        const found = await listAllLinks(reader, {
          ...filter,
          ...toSearch(query),
          limit: limit + 1,
        })
        const shown = found.slice(0, limit)
        const last = found.length > limit ? shown.at(-1) : undefined
        return {
          links: await describe(reader, shown),
          next: last && { at: last.created_at, id: last.grant_id },
        }
      }),

    revoke: ({ driveId, linkId }, context) =>
      drives.transact(systemAccess(driveId), async (transaction) => {
        const { writer, drive } = transaction
        const link = await findLink(writer, driveId, linkId)
        if (!link) throw unknownGrant()
        await grants.revokeIn(transaction, await openGrant(writer, drive, linkId))
        const data = { link_id: linkId, drive_id: driveId }
        await acts.note(writer, 'link.revoked', link.created_by, context, data)
      }),

    policy: () => db.read(readLinkPolicy),

    async setPolicy(policy, context) {
      await acts.act(context.admin.sub, context, 'link_policy.changed', async (writer) => {
        await writeLinkPolicy(writer, policy)
        return { answer: undefined, data: { ...policy } }
      })
      if (!policy.enabled) await tellVisitors()
      return policy
    },
  }
}

/** Somebody who was sent a link has its address; whoever looks for the links of a person has a name. */
function toSearch(query: string | undefined): Pick<ServerLinkFilter, 'tokenHash' | 'words'> {
  if (!query) return {}
  const [, token] = /\/s\/([\w-]+)\/?(?:[?#].*)?$/.exec(query) ?? []
  return token === undefined ? { words: query } : { tokenHash: hashLinkToken(token) }
}
