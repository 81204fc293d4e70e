import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { createTell } from '../inbox/tell.ts'
import { openLinks } from '../share-links/testing.ts'
import { createTeamDrives } from '../team-drives/team-drives.ts'
import { HOUR_MS, joinDrive, refusal } from '../testing.ts'
import { everybody } from '../testing-access.ts'
import type { Access } from './access.ts'
import { createGrants, type Grantee } from './grants.ts'

const person = (sub: string) => ({ kind: 'person', sub }) as const
const singers = { kind: 'group', groupId: 'singers' } as const
const mail = { kind: 'email', email: 'mia@example.org' } as const

onEachDatabase((openDatabase) => {
  /** Mia sings, and has proven her address. */
  async function open() {
    const people = {
      ...everybody,
      groupsOf: async (_: unknown, sub: string) => (sub === 'mia' ? ['singers'] : []),
      provenEmailOf: async (_: unknown, sub: string) => (sub === 'mia' ? mail.email : undefined),
    }
    const drive = joinDrive(await openDatabase(), createMemoryBlobStore(), { people })
    const grants = createGrants(drive)
    const soon = drive.clock.now() + HOUR_MS
    const as = (driveId: string, sub: string): Access => ({
      driveId,
      actor: { kind: 'person', sub, sessionId: sub },
      right: 'view',
    })
    return { drive, grants, soon, as }
  }

  /** Mia manages `plans` in Ana's drive for an hour. */
  async function openFolder() {
    const { drive, grants, soon, as } = await open()
    const ana = await drive.as('ana')
    const { id: nodeId } = await drive.nodes.createFolder('ana', {
      parentId: 'root',
      name: 'plans',
      conflict: 'fail',
    })
    const mia = as(ana.driveId, 'mia')
    const give = (grantee: Grantee, role: 'viewer' | 'editor' | 'manager', expiresAt?: number) =>
      grants.create(ana, { nodeId, grantee, role, expiresAt })
    const own = await give(person('mia'), 'manager', soon)
    const there = (sub: string) => refusal(drive.nodes.get(as(ana.driveId, sub), nodeId))
    return { drive, grants, soon, ana, mia, nodeId, give, own, there }
  }

  test('a manager raises neither their own grant, nor that of their group or of their address', async () => {
    const { drive, grants, soon, ana, mia, nodeId, give, own, there } = await openFolder()
    for (const grantee of [person('mia'), singers, mail]) {
      const { id } = grantee.kind === 'person' ? own : await give(grantee, 'viewer', soon)
      const role = grantee.kind === 'person' ? 'manager' : 'viewer'
      const refused = [
        () => grants.change(mia, id, { expiresAt: null }),
        () => grants.change(mia, id, { expiresAt: soon + 1 }),
        () => grants.create(mia, { nodeId, grantee, role }),
        ...(role === 'viewer' ? [() => grants.change(mia, id, { role: 'editor' })] : []),
      ]
      for (const work of refused) expect(await refusal(work())).toBe('permission_denied')
      expect(await grants.describe(ana, id)).toMatchObject({ role, expires_at: soon })
      // What gives no more than before is theirs to change, and stays the owner's grant.
      const noted = await grants.change(mia, id, { note: 'until tomorrow', expiresAt: soon - 1 })
      expect(noted).toMatchObject({ created_by: 'ana', note: 'until tomorrow' })
    }
    drive.clock.advance(HOUR_MS)
    expect(await there('mia')).toBe('not_found')
  })

  test('the owner raises the grant of a group that they are in', async () => {
    const { drive, grants, as } = await open()
    const mias = await drive.as('mia')
    const grant = { nodeId: 'root', grantee: singers } as const
    const { id } = await grants.create(mias, { ...grant, role: 'viewer' })
    await grants.change(mias, id, { role: 'editor' })
    expect(await grants.create(mias, { ...grant, role: 'manager' })).toMatchObject({
      created_by: 'mia',
    })
    expect(await refusal(drive.nodes.get(as(mias.driveId, 'ben'), 'root'))).toBe('not_found')
  })

  test.for(['change', 'create'] as const)(
    'whoever raises the grant of somebody else answers for it, by %s',
    async (way) => {
      const { drive, grants, soon, mia, ana, nodeId, give, there } = await openFolder()
      const { id } = await give(person('ben'), 'viewer', soon + HOUR_MS)
      const raise = (role: 'manager' | 'viewer') =>
        way === 'change'
          ? grants.change(mia, id, { role, expiresAt: null })
          : grants.create(mia, { nodeId, grantee: person('ben'), role })
      expect(await raise('manager')).toMatchObject({ id, created_by: 'mia', expires_at: null })
      expect(await there('ben')).toBe('nothing was refused')
      drive.clock.advance(HOUR_MS)
      expect(await there('ben')).toBe('not_found')
      // The owner gives it again, and it no longer depends on mia.
      expect(await grants.change(ana, id, {})).toMatchObject({ created_by: 'ana' })
      expect(await there('ben')).toBe('nothing was refused')
    },
  )

  test('whoever lowers a grant leaves it to its maker', async () => {
    const { drive, grants, soon, mia, give, there } = await openFolder()
    const { id } = await give(person('ben'), 'editor')
    const lowered = await grants.change(mia, id, { role: 'viewer', expiresAt: soon + HOUR_MS })
    expect(lowered).toMatchObject({ created_by: 'ana', role: 'viewer' })
    drive.clock.advance(HOUR_MS)
    expect(await there('ben')).toBe('nothing was refused')
  })

  test('a grant that is over is raised by whoever revives it', async () => {
    const { drive, grants, soon, mia, give } = await openFolder()
    const { id } = await give(person('ben'), 'editor', soon - 1000)
    drive.clock.advance(HOUR_MS - 500)
    expect(await grants.change(mia, id, { expiresAt: soon })).toMatchObject({ created_by: 'mia' })
  })

  test('whoever opens a link further answers for it', async () => {
    const { share, shareLinks, grants, drive, ana, shared } = await openLinks(await openDatabase())
    const grant = { nodeId: shared.id, role: 'manager', grantee: person('mia') } as const
    await grants.create(ana, grant)
    const mia = { driveId: ana.driveId, actor: person('mia'), right: 'share' } as const
    const rules = { expiresAt: drive.clock.now() + HOUR_MS, downloadLimit: 2, asksName: true }
    for (const [change, maker] of [
      [{ role: 'editor', options: {} }, 'mia'],
      [{ options: { expiresAt: null } }, 'mia'],
      [{ options: { password: null } }, 'mia'],
      [{ options: { password: 'known to mia alone' } }, 'mia'],
      [{ options: { customName: 'plans' } }, 'mia'],
      [{ options: { allowsDownload: true } }, 'mia'],
      [{ options: { downloadLimit: 3 } }, 'mia'],
      [{ options: { downloadLimit: null } }, 'mia'],
      [{ options: { asksName: false } }, 'mia'],
      [{ options: { label: 'Plans', note: 'for all', downloadLimit: 1 } }, 'ana'],
      [{ options: { allowsDownload: false, expiresAt: rules.expiresAt - 1 } }, 'ana'],
    ] as const) {
      const options = { ...rules, password: 'tangerine under snow', allowsDownload: false }
      const { id } = await share(options)
      expect(await shareLinks.change(mia, id, change)).toMatchObject({ created_by: maker })
      await shareLinks.revoke(ana, id)
    }
  })

  test('a manager of a team drive for a limited time lets nobody in for longer, themselves least of all', async () => {
    const { drive, grants, soon, as } = await open()
    const { id: driveId } = await createTeamDrives({
      ...drive,
      grants,
      tell: createTell(drive),
    }).create({ name: 'Choir', managerSub: 'ana', quotaBytes: undefined }, async () => undefined)
    const [ana, mia] = [as(driveId, 'ana'), as(driveId, 'mia')]
    const member = { nodeId: 'root', role: 'manager' } as const
    const own = { ...member, grantee: person('mia'), expiresAt: soon }
    const { id } = await grants.create(ana, own)
    const { id: ofBen } = await grants.create(ana, {
      nodeId: 'root',
      role: 'viewer',
      grantee: person('ben'),
    })
    const refused = [
      () => grants.change(mia, id, { expiresAt: null }),
      () => grants.create(mia, { ...member, grantee: mail }),
      () => grants.create(mia, { ...member, grantee: singers, expiresAt: soon + 1 }),
      () => grants.create(mia, { ...member, grantee: person('eva') }),
      () => grants.change(mia, ofBen, { role: 'manager' }),
    ]
    for (const work of refused) expect(await refusal(work())).toBe('permission_denied')
    await grants.create(mia, { ...member, grantee: person('eva'), expiresAt: soon })
    await grants.change(mia, ofBen, { role: 'editor', expiresAt: soon })
    drive.clock.advance(HOUR_MS)
    for (const sub of ['mia', 'eva', 'ben']) {
      expect(await refusal(drive.nodes.get(as(driveId, sub), 'root'))).toBe('not_found')
    }
    // Whoever manages it for good in another way is bound by nothing.
    await grants.create(ana, { ...member, grantee: singers })
    expect(await grants.change(mia, id, { expiresAt: null })).toMatchObject({
      created_by: `team:${driveId}`,
    })
  })
})
