import type { GrantRole, Right } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import { onTestFinished } from 'vitest'
import { createMemoryBlobStore } from '../../src/blobs/memory.ts'
import type { Database } from '../../src/db/database.ts'
import { createGrants } from '../../src/drive/access/grants.ts'
import { createVisits } from '../../src/drive/access/visits.ts'
import { fetchFromHere } from '../../src/drive/fetches/testing.ts'
import { createDrive } from '../../src/drive/index.ts'
import { joinLinks } from '../../src/drive/share-links/join-links.ts'
import { joinDrive, LINK_KEY, TRASH_TTL_MS, UPLOAD_TTL_MS } from '../../src/drive/testing.ts'
import {
  everybody,
  noInboxMails,
  noInvitations,
  noVisitorCodes,
} from '../../src/drive/testing-access.ts'
import type { Guards } from '../../src/http/guards.ts'
import { createTestHttp } from '../../src/http/testing.ts'
import { ManualClock } from '../../src/kernel/clock.ts'
import { systemRandom } from '../../src/kernel/id.ts'
import type { Named } from './samples.ts'

export const ROLES: readonly GrantRole[] = ['manager', 'editor', 'contributor', 'viewer', 'drop']

/** On what somebody else added: written down here once more, so that the table of the server is not its own proof. */
export const RIGHTS: Readonly<Record<GrantRole | 'owner', readonly Right[]>> = {
  owner: ['view', 'add', 'edit', 'share', 'own'],
  manager: ['view', 'add', 'edit', 'share'],
  editor: ['view', 'add', 'edit'],
  contributor: ['view', 'add'],
  viewer: ['view'],
  drop: [],
}

/** Where a call is aimed at, as its caller sees it. */
export const PLACES = ['own drive', 'top', 'inside', 'beside', 'above', 'another drive'] as const
export type Place = (typeof PLACES)[number]

/**
 * Ana's drive has a folder `top` that each role is granted on, with something inside, beside and above it; everybody
 * has a drive of their own. A bearer token is the name of a person, and after a semicolon the scopes of an app.
 */
export async function createWorld(db: Database) {
  const blobs = createMemoryBlobStore()
  const clock = new ManualClock(Date.now())
  const people = { ...everybody, groupsOf: async (_: unknown, sub: string) => groupsOf(sub) }
  const drive = createDrive({
    db,
    blobs,
    clock,
    random: systemRandom,
    people,
    invitations: noInvitations,
    inboxMails: noInboxMails,
    visitorCodes: noVisitorCodes,
    hasDirectory: false,
    teamDriveMakers: 'everybody',
    linkKey: LINK_KEY,
    defaultQuotaBytes: undefined,
    uploadTtlMs: UPLOAD_TTL_MS,
    fetching: fetchFromHere({ clock }, { perHour: 1_000_000 }),
    trashTtlMs: TRASH_TTL_MS,
    publicUrl: 'http://drive.test',
  })
  // A stream of events ends at once then.
  drive.stopFollowing()
  const guards: Guards = { ...GUARDS, admitVisitor: drive.admitVisitor }
  const app = createTestHttp({ routes: drive.routes, guards })
  onTestFinished(async () => {
    await app.close()
    await drive[Symbol.asyncDispose]()
  })
  const rules = joinDrive(db, blobs, { clock, people })
  const grants = createGrants({ ...rules, random: systemRandom })
  const visits = createVisits({ linkKey: LINK_KEY, clock, random: systemRandom })
  const { shareLinks } = joinLinks({
    ...rules,
    grants,
    visits,
    random: systemRandom,
    linkKey: LINK_KEY,
    publicUrl: 'http://drive.test',
    visitorCodes: noVisitorCodes,
  })

  const ana = await rules.as('ana')
  const folder = async (sub: string, parentId: string, name: string) =>
    (await rules.nodes.createFolder(sub, { parentId, name, conflict: 'rename' })).id
  const above = await folder('ana', 'root', 'secret above')
  const top = await folder('ana', above, 'top')
  const homes: Record<Exclude<Place, 'own drive'>, { sub: string; folderId: string }> = {
    top: { sub: 'ana', folderId: top },
    inside: { sub: 'ana', folderId: await folder('ana', top, 'inside') },
    beside: { sub: 'ana', folderId: await folder('ana', above, 'secret beside') },
    above: { sub: 'ana', folderId: above },
    'another drive': { sub: 'zoe', folderId: await folder('zoe', 'root', 'secret of zoe') },
  }
  const links = new Map<GrantRole, string>()
  for (const role of ROLES) {
    const grant = { nodeId: top, role }
    await grants.create(ana, { ...grant, grantee: { kind: 'person', sub: role } })
    await grants.create(ana, { ...grant, grantee: { kind: 'group', groupId: `group of ${role}` } })
    if (role === 'manager') continue
    const link = await grants.create(ana, { ...grant, grantee: { kind: 'link' } })
    links.set(role, visits.begin({ driveId: ana.driveId, grantId: link.id, epoch: link.epoch }))
  }

  /** A new file and a new folder in a place; those of the top are the top itself. */
  async function name(place: Place, sub: string): Promise<Named> {
    const home = place === 'own drive' ? { sub, folderId: 'root' } : homes[place]
    const parentId = place === 'top' ? top : await folder(home.sub, home.folderId, 'secret')
    const file = await rules.upload(home.sub, 'secret.png', Buffer.from('x'), {
      parentId,
      conflict: 'rename',
    })
    const { node, ancestors } = await rules.nodes.get(home.sub, file.id)
    const begin = place === 'own drive' || place === 'another drive' ? 1 : 3
    const path = [...ancestors.slice(begin), node].map((one) => one.name).join('/')
    const owner = await rules.as(home.sub)
    const grantee = { kind: 'person', sub: 'secret guest' } as const
    const grant = { nodeId: file.id, role: 'viewer', grantee } as const
    const { id: grantId } = await grants.create(owner, grant)
    const link = { nodeId: file.id, role: 'viewer', options: {} } as const
    const { grant_id: linkId } = await shareLinks.create(owner, link)
    const versionId = file.version_id ?? ''
    return { fileId: file.id, folderId: parentId, versionId, path, grantId, linkId }
  }

  return { app, routes: drive.routes, rules, ana, zoe: await rules.as('zoe'), links, name }
}

export type World = Awaited<ReturnType<typeof createWorld>>

function groupsOf(sub: string): string[] {
  const [, role] = /^member-as-(\w+)$/.exec(sub) ?? []
  return role === undefined ? [] : [`group of ${role}`]
}

const GUARDS: Guards = {
  takePoint: async () => undefined,
  authenticate: async (token) => {
    const [sub = '', scope = 'drive'] = token.split(';')
    const of = { sub, sessionId: sub, clientId: 'awan-web', signedInAt: 0 }
    return { ...of, scope: scope.split(',') }
  },
  checkAdmin: () => Promise.reject(new ServiceError('permission_denied')),
  checkSudo: () => Promise.reject(new ServiceError('permission_denied')),
  checkCaptcha: () => Promise.reject(new ServiceError('captcha_required')),
}
