import type { Endpoint } from '@awan/protocol'
import { openLink as openLinkCall, sendVisitorCode } from '@awan/protocol/drive'
import {
  createLimiter,
  createPasswords,
  type PasswordHashing,
  type People,
  type PeopleDirectory,
  type Risk,
  type VisitorCodes,
} from '../../account/index.ts'
import type { Database } from '../../db/database.ts'
import type { Route } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Random } from '../../kernel/id.ts'
import type { DriveRoute } from '../access/drive-route.ts'
import type { Drives } from '../access/drives.ts'
import type { Grants } from '../access/grants.ts'
import type { Visits } from '../access/visits.ts'
import { countCompleted } from './downloads.store.ts'
import { createOpenLink, type OpenLink } from './open-link.ts'
import { createPasswordGuesses } from './password-guesses.ts'
import { serverLinkRoutes } from './server-links.routes.ts'
import { createServerLinks } from './server-links.ts'
import { linkVisitRoutes, shareLinkRoutes } from './share-links.routes.ts'
import { createShareLinks, type ShareLinks } from './share-links.ts'

export interface LinksOptions {
  db: Database
  drives: Drives
  grants: Grants
  clock: Clock
  random: Random
  people: PeopleDirectory
  visits: Visits
  /** Seals the tokens of links. */
  linkKey: Buffer
  passwordHashing?: PasswordHashing | undefined
  /** Where the pages of links are. */
  publicUrl: string
  visitorCodes: VisitorCodes
}

/** Links that give access without an account: those who manage them, and the way in for visitors. */
export interface Links {
  shareLinks: ShareLinks
  openLink: OpenLink
  routes: DriveRoute[]
  /** Those that no drive is asked for. */
  visitRoutes: Route[]
  /** What administrators see of all links, and decide about them. */
  adminRoutes(acts: Pick<People, 'act' | 'note'>): Route[]
  /** How much work a call must bring, by its action. */
  risks: ReadonlyMap<string, Risk>
}

export function joinLinks(options: LinksOptions): Links {
  const { db, clock, random, linkKey, publicUrl, passwordHashing: hashing } = options
  const passwords = createPasswords({ random, hashing })
  const guesses = createPasswordGuesses({
    db,
    limiter: createLimiter({ db, clock, codeKey: linkKey }),
  })
  const parts = { ...options, passwords, countDownloads: countCompleted }
  const shareLinks = createShareLinks(parts)
  const openLink = createOpenLink({ ...parts, guesses, codes: options.visitorCodes })
  return {
    shareLinks,
    openLink,
    routes: shareLinkRoutes(shareLinks, publicUrl),
    visitRoutes: linkVisitRoutes({ links: shareLinks, openLink, clock, publicUrl }),
    adminRoutes: (acts) => serverLinkRoutes(createServerLinks({ ...parts, acts })),
    risks: new Map([
      [actionOf(openLinkCall), guesses],
      [actionOf(sendVisitorCode), createCodeRisk(guesses, options.visitorCodes)],
    ]),
  }
}

/** A code is asked for with the password of the link, and is a mail besides. */
function createCodeRisk(guesses: Risk, codes: Pick<VisitorCodes, 'assess'>): Risk {
  const assess: Risk['assess'] = async (call) =>
    Math.max(await guesses.assess(call), await codes.assess(call))
  return { ...guesses, assess, attempt: assess }
}

function actionOf({ method, path }: Endpoint): string {
  return `${method}:${path}`
}
