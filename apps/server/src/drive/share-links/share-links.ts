import type { LinkPolicy, LinkRole } from '@awan/protocol/drive'
import { isServiceError, ServiceError } from '@awan/protocol/errors'
import type { Passwords, VisitorCodes } from '../../account/index.ts'
import type { Database, Reader } from '../../db/database.ts'
import type { GrantRow, LinkRow } from '../../db/tables.ts'
import { isUniqueViolation } from '../../db/unique-violation.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import { createSeal } from '../../kernel/seal.ts'
import type { Access } from '../access/access.ts'
import type { Person } from '../access/actor.ts'
import type { Drives } from '../access/drives.ts'
import { type Grants, type OpenGrant, openGrant, toShare, unknownGrant } from '../access/grants.ts'
import { readLinkPolicy } from '../access/link-policy.ts'
import { type OpenNode, openNode, openNodes } from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import { allows } from '../access/rights.ts'
import { checkSameCall, toIdempotentId } from '../idempotent-id.ts'
import type { TimeKey } from '../time-token.ts'
import { type Arrival, listArrivals } from './arrivals.store.ts'
import {
  applyOptions,
  checkRules,
  isWider,
  type LinkOptions,
  type LinkRules,
  NEW_LINK,
  withPolicy,
} from './link-rules.ts'
import { createLinkToken, hashLinkToken } from './link-token.ts'
import {
  type FoundLink,
  findLink,
  findLinkByPrefix,
  insertLink,
  listLinksBy,
  listLinksOn,
  updateLinkRow,
} from './links.store.ts'

export { deleteVisitorsOf, findLink, findVisitor, handOverVisitors } from './links.store.ts'

/** A link as those who manage it see it. */
export type ManagedLink = FoundLink & {
  /** Undefined where it was sealed with a key that the server no longer has. */
  token: string | undefined
  /** Completed ones. */
  downloads: number
}

export interface NewLink {
  nodeId: string
  role: LinkRole
  options: LinkOptions
}

/** The links on the nodes of a drive. Each call needs the right to share the node. */
export interface ShareLinks {
  /** With a key, a repeated call gives the link that the first one made. */
  create(access: Access, link: NewLink, key?: string): Promise<ManagedLink>
  /** By whomever they were created. */
  list(access: Access, nodeId: string): Promise<ManagedLink[]>
  /** What administrators allow. */
  policy(): Promise<LinkPolicy>
  /** Whether visitors can be sent codes. */
  readonly canMail: boolean
  /** Those that a person has created, in any drive, where they may still share. */
  listOwn(
    person: Person,
    page: { size: number; after: TimeKey | undefined },
  ): Promise<{ links: (ManagedLink & { nodeName: string })[]; next: TimeKey | undefined }>
  /** Another password, role or name ends all visits, and so does asking for mail addresses. */
  change(
    access: Access,
    id: string,
    set: { role?: LinkRole | undefined; options: LinkOptions },
  ): Promise<ManagedLink>
  revoke(access: Access, id: string): Promise<void>
  /** The files that visitors have sent and that are still there, the newest first. */
  received(
    access: Access,
    id: string,
    page: { size: number; after: TimeKey | undefined },
  ): Promise<{ received: { node: OpenNode; arrival: Arrival }[]; next: TimeKey | undefined }>
}

export interface ShareLinksOptions {
  db: Database
  drives: Drives
  grants: Grants
  clock: Clock
  random: Random
  /** Seals the tokens. */
  linkKey: Buffer
  passwords: Pick<Passwords, 'checkNew' | 'hash'>
  countDownloads: (reader: Reader, links: readonly LinkRow[]) => Promise<Map<string, number>>
  visitorCodes: Pick<VisitorCodes, 'canSend'>
}

export function createShareLinks(options: ShareLinksOptions): ShareLinks {
  const { db, drives, grants, clock, random, passwords, countDownloads } = options
  const { canSend: canMail } = options.visitorCodes
  const seal = createSeal({ key: options.linkKey, purpose: 'link token', random })

  return {
    async create(access, given, key) {
      const { nodeId, role } = given
      const passwordHash = await hashPassword(given.options)
      // A digest of the password in the id would let others guess it.
      const said = { ...given, options: { ...given.options, password: undefined } }
      const call = key === undefined ? undefined : toIdempotentId(access, key, said)
      return drives
        .transact(toShare(access), async (transaction) => {
          const { writer, drive, now } = transaction
          const node = await openNode(writer, drive, nodeId)
          const known = call && (await findLinkByPrefix(writer, drive.id, call.prefix))
          if (known) {
            checkSameCall({ id: known.grant_id }, call)
            return manage(writer, known)
          }
          const policy = await readLinkPolicy(writer)
          const options = withPolicy(given.options, policy, now)
          const rules = applyOptions(NEW_LINK, options, passwordHash)
          checkRules(rules, { role, kind: node.kind, options, policy, canMail, now })
          const id = call?.id ?? createId(random, clock.now())
          const grantee = { kind: 'link' } as const
          const expiresAt = options.expiresAt ?? undefined
          const note = options.note ?? undefined
          const { grant } = await grants.createIn(transaction, {
            id,
            nodeId,
            grantee,
            role,
            expiresAt,
            note,
          })
          const link = { drive_id: drive.id, grant_id: id, ...rules, ...toTokens(id, rules) }
          await insertLink(writer, link)
          return manage(writer, join(link, grant))
        })
        .catch(nameTaken)
    },

    list: (access, nodeId) =>
      drives.read(toShare(access), async (reader, drive) => {
        const node = await openNode(reader, drive, nodeId)
        return manageAll(reader, await listLinksOn(reader, drive.id, node.id))
      }),

    policy: () => db.read(readLinkPolicy),
    canMail,

    async listOwn(person, { size, after }) {
      const page = { after, limit: size + 1 }
      const found = await db.read((reader) => listLinksBy(reader, person.sub, page))
      const shown = found.slice(0, size)
      const named = new Map<string, ManagedLink & { nodeName: string }>()
      for (const [driveId, links] of Map.groupBy(shown, ({ drive_id }) => drive_id)) {
        for (const link of await nameNodes(driveId, person, links)) named.set(link.grant_id, link)
      }
      const last = found.length > size ? shown.at(-1) : undefined
      return {
        links: shown.flatMap(({ grant_id }) => named.get(grant_id) ?? []),
        next: last && { at: last.created_at, id: last.grant_id },
      }
    },

    async change(access, id, { role, options }) {
      const passwordHash = await hashPassword(options)
      return drives
        .transact(toShare(access), async (transaction) => {
          const { writer, drive, now } = transaction
          const { link, ...open } = await openLinkGrant(writer, drive, id)
          const nextRole = role ?? (link.role as LinkRole)
          const rules = applyOptions(withoutDrop(link, nextRole), options, passwordHash)
          const policy = await readLinkPolicy(writer)
          const { kind } = open.node
          checkRules(rules, { role: nextRole, kind, options, policy, canMail, now })
          const isRenamed = rules.custom_name !== link.custom_name
          // Whoever is in has not proven anything.
          const isStricter = rules.asks_email > link.asks_email
          const keepsVisits =
            passwordHash === undefined && nextRole === link.role && !isRenamed && !isStricter
          const { expiresAt, note } = options
          const isRaise = passwordHash !== undefined || isRenamed || isWider(link, rules)
          const changed = { role, expiresAt, note, keepsVisits, isRaise }
          const grant = await grants.changeIn(transaction, open, changed)
          const set = { ...rules, ...(isRenamed && toTokens(id, rules)) }
          await updateLinkRow(writer, link, set)
          return manage(writer, join({ ...toRow(link), ...set }, grant))
        })
        .catch(nameTaken)
    },

    revoke: (access, id) =>
      drives.transact(toShare(access), async (transaction) => {
        const { writer, drive } = transaction
        await grants.revokeIn(transaction, await openLinkGrant(writer, drive, id))
      }),

    received: (access, id, { size, after }) =>
      drives.read(toShare(access), async (reader, drive) => {
        const { link } = await openLinkGrant(reader, drive, id)
        const found = await listArrivals(reader, link, { after, limit: size + 1 })
        const shown = found.slice(0, size)
        const nodes = await openNodes(
          reader,
          drive,
          shown.map(({ node_id }) => node_id),
        )
        const last = found.length > size ? shown.at(-1) : undefined
        return {
          received: shown.flatMap((arrival) => {
            const node = nodes.get(arrival.node_id)
            return node && node.trashed_at === null ? { node, arrival } : []
          }),
          next: last && { at: last.arrived_at, id: last.node_id },
        }
      }),
  }

  /** Undefined where the password stays as it is, null where there is to be none. */
  async function hashPassword({ password }: LinkOptions): Promise<string | null | undefined> {
    if (typeof password !== 'string') return password
    await passwords.checkNew(password, [])
    return passwords.hash(password)
  }

  function toTokens(grantId: string, { custom_name }: LinkRules) {
    const token = custom_name ?? createLinkToken(random)
    return { token_hash: hashLinkToken(token), sealed_token: seal.close(token, grantId) }
  }

  async function manage(reader: Reader, link: FoundLink): Promise<ManagedLink> {
    const [managed] = await manageAll(reader, [link])
    return managed as ManagedLink
  }

  async function manageAll(reader: Reader, links: readonly FoundLink[]): Promise<ManagedLink[]> {
    const downloads = await countDownloads(reader, links)
    return links.map((link) => ({
      ...link,
      token: readToken(link),
      downloads: downloads.get(link.grant_id) ?? 0,
    }))
  }

  function readToken({ sealed_token, grant_id }: LinkRow): string | undefined {
    try {
      return seal.open(sealed_token, grant_id)
    } catch {
      // As after a restore without the keys: the link works, and nobody can read its address here.
      return undefined
    }
  }

  /** Those on nodes that the person may still share. */
  async function nameNodes(driveId: string, person: Person, links: readonly FoundLink[]) {
    const access = { driveId, actor: person, right: 'share' } as const
    try {
      return await drives.read(access, async (reader, drive) => {
        const ids = [...new Set(links.map(({ node_id }) => node_id))]
        const nodes = await openNodes(reader, drive, ids)
        const open = links.filter(({ node_id }) => allows(nodes.get(node_id)?.rights ?? 0, 'share'))
        const managed = await manageAll(reader, open)
        return managed.map((link) => ({ ...link, nodeName: nodes.get(link.node_id)?.name ?? '' }))
      })
    } catch (error) {
      if (isServiceError(error, 'not_found')) return []
      throw error
    }
  }
}

/** A grant that is no link is not found in the same words. */
async function openLinkGrant(
  reader: Reader,
  drive: OpenDrive,
  id: string,
): Promise<OpenGrant & { link: FoundLink }> {
  const open = await openGrant(reader, drive, id)
  const link = await findLink(reader, drive.id, id)
  if (!link) throw unknownGrant()
  return { ...open, link }
}

function join(link: LinkRow, { id: _, ...grant }: GrantRow): FoundLink {
  return { ...link, ...grant }
}

/** The columns of the link alone. */
function toRow(found: FoundLink): LinkRow {
  const { node_id, grantee, role, created_by, created_at, expires_at, epoch, note, ...row } = found
  return row
}

/** The rules of a drop folder end with it. */
function withoutDrop(link: FoundLink, role: LinkRole): LinkRules {
  const { drive_id, grant_id, token_hash, sealed_token, ...rules } = toRow(link)
  if (role === 'drop') return rules
  return {
    ...rules,
    max_file_bytes: null,
    max_total_bytes: null,
    types: null,
    deadline: null,
    asks_email: 0,
    arrival_mail: null,
  }
}

function nameTaken(error: unknown): never {
  if (!isUniqueViolation(error)) throw error
  throw new ServiceError('already_exists', {
    description: 'another link has this custom_name: choose another one',
    cause: error,
  })
}
