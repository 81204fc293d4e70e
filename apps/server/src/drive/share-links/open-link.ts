import { createHash } from 'node:crypto'
import { LINK_PASSWORD_REASON, LINK_VISITOR_NAME_REASON } from '@awan/protocol/drive'
import { ERROR_INFO, isServiceError, ServiceError } from '@awan/protocol/errors'
import type { Passwords, PeopleDirectory } from '../../account/index.ts'
import type { Database, Reader } from '../../db/database.ts'
import type { LinkRow, NodeRow } from '../../db/tables.ts'
import type { Caller } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Random } from '../../kernel/id.ts'
import { createId } from '../../kernel/id.ts'
import type { Drives } from '../access/drives.ts'
import { openNode } from '../access/open-node.ts'
import { VISIT_TTL_MS, type Visits } from '../access/visits.ts'
import { hashLinkToken } from './link-token.ts'
import { type FoundLink, findLinkByToken, findVisitor, saveVisitor } from './links.store.ts'
import type { PasswordGuesses } from './password-guesses.ts'

/** What a visitor brings. */
export interface Arriving {
  token: string
  password?: string | undefined
  /** The token of an earlier visit. */
  visitToken?: string | undefined
  name?: string | undefined
}

/** A link that is open for a visitor. */
export interface OpenedLink {
  visitToken: string
  expiresAt: number
  link: FoundLink
  node: Pick<NodeRow, 'id' | 'name' | 'kind'>
  ownerName: string | undefined
  /** Undefined where they are not limited. */
  downloadsLeft: number | undefined
}

export type OpenLink = (
  arriving: Arriving,
  by: { caller: Pick<Caller, 'address'>; sub: string | undefined },
) => Promise<OpenedLink>

export interface OpenLinkOptions {
  db: Database
  drives: Drives
  clock: Clock
  random: Random
  people: PeopleDirectory
  visits: Visits
  passwords: Pick<Passwords, 'verify'>
  guesses: PasswordGuesses
  /** How many downloads of each link were completed. */
  countDownloads: (reader: Reader, links: readonly LinkRow[]) => Promise<Map<string, number>>
}

/**
 * Whatever is wrong with a link, its visitor learns only that there is none, and waits as long for it: each
 * refusal takes a check of a password, beside which everything else takes no time.
 */
export function createOpenLink(options: OpenLinkOptions): OpenLink {
  const { db, drives, clock, random, people, visits, passwords, guesses, countDownloads } = options

  return async ({ token, password, visitToken, name }, { caller, sub }) => {
    if (password !== undefined) await guesses.count(token, caller)
    const good = await findGood(token)
    const hash = good?.link.password_hash
    const isChecked = !good || (typeof hash === 'string' && password !== undefined)
    const isRight = isChecked && (await passwords.verify(hash, password ?? ''))
    if (!good) throw noLink()
    const earlier = earlierVisitor(good.link, visitToken)
    // Another password would have ended the visit: whoever is in has said this one.
    const isIn = password === undefined && earlier !== undefined
    if (typeof hash === 'string' && !isRight && !isIn) throw passwordNeeded(password)
    if (password !== undefined) await guesses.takeBack(token, caller)

    const { link, node, ownerName, downloadsLeft } = good
    const { drive_id, grant_id, epoch } = link
    const visitorId = sub === undefined ? earlier : toVisitorId(link, sub)
    const known = { drive_id, grant_id, visitor_id: visitorId ?? createId(random, clock.now()) }
    await know(link, known, { name, sub })
    const visit = { driveId: drive_id, grantId: grant_id, epoch, visitorId: known.visitor_id }
    const expiresAt = clock.now() + VISIT_TTL_MS
    return { visitToken: visits.begin(visit), expiresAt, link, node, ownerName, downloadsLeft }
  }

  /** Undefined for one that is unknown, revoked, over or used up, or that opens nothing. */
  async function findGood(token: string) {
    const link = await db.read((reader) => findLinkByToken(reader, hashLinkToken(token)))
    if (!link) return undefined
    const { drive_id: driveId, grant_id: grantId, epoch } = link
    const actor = { kind: 'visitor', grantId, epoch, visitorId: '' } as const
    try {
      return await drives.read({ driveId, actor, right: 'view' }, async (reader, drive) => {
        const downloadsLeft = await countLeft(reader, link)
        if (downloadsLeft === 0) return undefined
        const node = await openNode(reader, drive, link.node_id)
        const ownerName = drive.name ?? (await nameOf(reader, drive.owner_sub))
        return { link, node, ownerName, downloadsLeft }
      })
    } catch (error) {
      if (isServiceError(error, 'not_found')) return undefined
      throw error
    }
  }

  /** Undefined for somebody who is gone. */
  async function nameOf(reader: Reader, sub: string): Promise<string | undefined> {
    const [person] = await people.describePeople(reader, [sub])
    return person?.name
  }

  /** Undefined where downloads are not limited. */
  async function countLeft(reader: Reader, link: FoundLink): Promise<number | undefined> {
    if (link.download_limit === null) return undefined
    const done = await countDownloads(reader, [link])
    return Math.max(0, link.download_limit - (done.get(link.grant_id) ?? 0))
  }

  /** A visit that has not ended is the same visitor's. */
  function earlierVisitor(link: FoundLink, visitToken: string | undefined): string | undefined {
    const visit = visitToken === undefined ? undefined : visits.read(visitToken)
    const isSame =
      visit?.driveId === link.drive_id &&
      visit.actor.grantId === link.grant_id &&
      visit.actor.epoch === link.epoch
    return isSame ? visit.actor.visitorId : undefined
  }

  /** Keeps who came: by their account, or as they say. */
  async function know(
    link: FoundLink,
    visitor: { drive_id: string; grant_id: string; visitor_id: string },
    { name: said, sub }: { name: string | undefined; sub: string | undefined },
  ): Promise<void> {
    const name = await db.read(async (reader) =>
      sub === undefined ? said : await nameOf(reader, sub),
    )
    if (name === undefined) {
      const isKnown = await db.read((reader) => findVisitor(reader, visitor))
      if (link.asks_name === 1 && !isKnown) throw nameNeeded()
      return
    }
    const row = { ...visitor, name, sub: sub ?? null, seen_at: clock.now() }
    await db.write((writer) => saveVisitor(writer, row))
  }
}

/** A person is the same visitor wherever they come from. */
function toVisitorId({ grant_id }: FoundLink, sub: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([grant_id, sub]))
    .digest('hex')
  return `p${digest.slice(0, 24)}`
}

function noLink(): ServiceError {
  return new ServiceError('not_found', {
    description: 'there is no such link, or it is not valid any more',
  })
}

function passwordNeeded(given: string | undefined): ServiceError {
  return new ServiceError('permission_denied', {
    description:
      given === undefined ? 'the link needs a password' : 'the password of the link is wrong',
    details: [reason(LINK_PASSWORD_REASON)],
  })
}

function nameNeeded(): ServiceError {
  return new ServiceError('invalid_argument', {
    description: 'the link asks visitors for their name: send `name`',
    details: [reason(LINK_VISITOR_NAME_REASON)],
  })
}

function reason(reason: string) {
  return { '@type': ERROR_INFO, reason, domain: 'drive', metadata: {} } as const
}
