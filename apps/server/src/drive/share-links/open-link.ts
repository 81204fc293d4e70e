import { createHash } from 'node:crypto'
import {
  LINK_PASSWORD_REASON,
  LINK_VISITOR_EMAIL_REASON,
  LINK_VISITOR_NAME_REASON,
} from '@awan/protocol/drive'
import { ERROR_INFO, isServiceError, ServiceError } from '@awan/protocol/errors'
import type { Passwords, PeopleDirectory, VisitorCodes } from '../../account/index.ts'
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
  /** What was sent to the mail address of the visitor. */
  emailCode?: { id: string; code: string } | undefined
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

export interface OpenLink {
  open(
    arriving: Arriving,
    by: { caller: Pick<Caller, 'address' | 'deviceId'>; sub: string | undefined },
  ): Promise<OpenedLink>
  /** Sends the code that proves the mail address of a visitor. */
  sendCode(
    arriving: Pick<Arriving, 'token' | 'password'> & { email: string },
    caller: Caller,
  ): Promise<{ id: string; expiresIn: number }>
}

export interface OpenLinkOptions {
  db: Database
  drives: Drives
  clock: Clock
  random: Random
  people: PeopleDirectory
  visits: Visits
  passwords: Pick<Passwords, 'verify'>
  guesses: PasswordGuesses
  codes: Pick<VisitorCodes, 'send' | 'redeem'>
  /** How many downloads of each link were completed. */
  countDownloads: (reader: Reader, links: readonly LinkRow[]) => Promise<Map<string, number>>
}

/**
 * Whatever is wrong with a link, its visitor learns only that there is none, and waits as long for it: each
 * refusal takes a check of a password, beside which everything else takes no time.
 */
export function createOpenLink(options: OpenLinkOptions): OpenLink {
  const { db, drives, clock, random, people, visits, passwords, guesses, codes, countDownloads } =
    options

  /** What is behind the link, and the visitor of an earlier visit. */
  async function enter(
    { token, password, visitToken }: Pick<Arriving, 'token' | 'password' | 'visitToken'>,
    caller: Pick<Caller, 'address'>,
  ) {
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
    return { ...good, earlier }
  }

  return {
    async open(arriving, { caller, sub }) {
      const { link, node, ownerName, downloadsLeft, earlier } = await enter(arriving, caller)
      const visitorId = await know(link, { ...arriving, earlier, sub, caller })
      const { drive_id: driveId, grant_id: grantId, epoch } = link
      const visitToken = visits.begin({ driveId, grantId, epoch, visitorId })
      const expiresAt = clock.now() + VISIT_TTL_MS
      return { visitToken, expiresAt, link, node, ownerName, downloadsLeft }
    },

    async sendCode({ email, ...arriving }, caller) {
      const { link } = await enter(arriving, caller)
      if (link.asks_email === 0) {
        throw new ServiceError('failed_precondition', {
          description: 'the link asks for no mail address: open it without a code',
        })
      }
      return codes.send({ about: toAbout(link), email, caller })
    },
  }

  /** Undefined for one that is unknown, revoked, over or used up, or that opens nothing. */
  async function findGood(token: string) {
    const link = await findLinkByToken(db, hashLinkToken(token))
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

  /** Keeps who came: by their account, or as they say. Whoever proves another mail address is another visitor. */
  async function know(
    link: FoundLink,
    arriving: Omit<Arriving, 'token'> & {
      earlier: string | undefined
      sub: string | undefined
      caller: Pick<Caller, 'deviceId'>
    },
  ): Promise<string> {
    const { sub, earlier, emailCode, caller } = arriving
    const { drive_id, grant_id } = link
    const id = sub === undefined ? earlier : toVisitorId(link, sub)
    const before =
      id === undefined
        ? undefined
        : await db.read((reader) => findVisitor(reader, { drive_id, grant_id, visitor_id: id }))
    const said = sub === undefined ? arriving.name : await db.read((reader) => nameOf(reader, sub))
    if (link.asks_name === 1 && (said ?? before) === undefined) throw nameNeeded()
    const proven =
      link.asks_email === 1 && emailCode !== undefined
        ? await codes.redeem({ ...emailCode, about: toAbout(link), caller })
        : undefined
    const email = proven ?? before?.email ?? null
    if (link.asks_email === 1 && email === null) throw emailNeeded()
    const isOther = typeof before?.email === 'string' && before.email !== email
    const visitor_id = isOther || id === undefined ? createId(random, clock.now()) : id
    const name = said ?? (proven && !isOther ? (before?.name ?? proven) : proven)
    if (name === undefined) return visitor_id
    const visitor = { drive_id, grant_id, visitor_id }
    const row = { ...visitor, name, sub: sub ?? null, email, seen_at: clock.now() }
    await db.write((writer) => saveVisitor(writer, row))
    return visitor_id
  }
}

/** The code for one link is good for no other. */
function toAbout({ drive_id, grant_id }: FoundLink): string {
  return JSON.stringify([drive_id, grant_id])
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

function emailNeeded(): ServiceError {
  return new ServiceError('invalid_argument', {
    description: 'the link asks visitors for a proven mail address: send `email_code`',
    details: [reason(LINK_VISITOR_EMAIL_REASON)],
  })
}

function reason(reason: string) {
  return { '@type': ERROR_INFO, reason, domain: 'drive', metadata: {} } as const
}
