import { describe, expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { systemRandom } from '../../kernel/id.ts'
import { handOverDrive } from '../account-files/hand-over-drive.ts'
import { raiseSeqs } from '../drives/drive-rows.ts'
import { joinDrive } from '../testing.ts'
import { everybody } from '../testing-access.ts'
import type { Access } from './access.ts'
import { createGrants } from './grants.ts'
import { KnownTops } from './known-tops.ts'
import { rightsOfRole } from './rights.ts'

describe('what members reach is kept', () => {
  const drive = { id: 'd1', seq: 5, owner_sub: 'ana' }
  const ben = [{ kind: 'person', sub: 'ben' }] as const
  const tops = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      nodeId: `n${at}`,
      role: 'viewer' as const,
      rights: rightsOfRole('viewer'),
      since: 0,
    }))

  test('until the drive changes', () => {
    const known = new KnownTops()
    const kept = tops(1)
    known.keep({ drive, grantees: ben }, { tops: kept, until: Infinity })
    expect(known.find({ drive, grantees: ben }, 10)).toBe(kept)
    expect(known.find({ drive: { ...drive, seq: 6 }, grantees: ben }, 10)).toBeUndefined()
    expect(known.find({ drive, grantees: ben }, 10)).toBeUndefined()
  })

  test('until the first of the grants ends', () => {
    const known = new KnownTops()
    known.keep({ drive, grantees: ben }, { tops: tops(1), until: 20 })
    expect(known.find({ drive, grantees: ben }, 19)).toBeDefined()
    expect(known.find({ drive, grantees: ben }, 20)).toBeUndefined()
  })

  test('for these groups, this drive and this owner only', () => {
    const known = new KnownTops()
    known.keep({ drive, grantees: ben }, { tops: tops(1), until: Infinity })
    const inGroup = [...ben, { kind: 'group', groupId: 'g1' }] as const
    expect(known.find({ drive, grantees: inGroup }, 10)).toBeUndefined()
    expect(known.find({ drive: { ...drive, id: 'd2' }, grantees: ben }, 10)).toBeUndefined()
    expect(known.find({ drive: { ...drive, owner_sub: 'bea' }, grantees: ben }, 10)).toBeUndefined()
    expect(known.find({ drive, grantees: ben }, 10)).toBeDefined()
  })

  test('for those who called last, where there are too many', () => {
    const known = new KnownTops()
    const many = tops(40_000)
    const asked = (sub: string) => ({ drive, grantees: [{ kind: 'person', sub }] as const })
    for (const sub of ['ben', 'eve']) known.keep(asked(sub), { tops: many, until: Infinity })
    known.find(asked('ben'), 10)
    known.keep(asked('mia'), { tops: many, until: Infinity })
    expect(known.find(asked('eve'), 10)).toBeUndefined()
    expect(known.find(asked('ben'), 10)).toBeDefined()
    expect(known.find(asked('mia'), 10)).toBeDefined()
    known.keep(asked('zoe'), { tops: tops(100_000), until: Infinity })
    expect(known.find(asked('zoe'), 10)).toBeUndefined()
    expect(known.find(asked('mia'), 10)).toBeDefined()
  })
})

onEachDatabase((openDatabase) => {
  /** Ben has been let into `shared`, and has looked at it; whatever changes then, another process does. */
  async function open() {
    const db = await openDatabase()
    const active = new Set(['ana', 'ben', 'bea', 'mia'])
    const groups = new Map<string, string[]>()
    const people = {
      ...everybody,
      isActive: async (_: unknown, sub: string) => active.has(sub),
      groupsOf: async (_: unknown, sub: string) => groups.get(sub) ?? [],
    }
    const drive = joinDrive(db, createMemoryBlobStore(), { people })
    const other = joinDrive(db, drive.blobs, { people, clock: drive.clock })
    const grants = createGrants({ ...other, random: systemRandom })
    const ana = await drive.as('ana')
    const folder = (name: string, parentId = 'root') =>
      other.nodes.createFolder('ana', { parentId, name, conflict: 'fail' })
    const [shared, secret] = [await folder('shared'), await folder('private')]
    const as = (sub: string): Access => ({
      driveId: ana.driveId,
      actor: { kind: 'person', sub, sessionId: sub },
      right: 'view',
    })
    const grant = await grants.create(ana, {
      nodeId: shared.id,
      role: 'editor',
      grantee: { kind: 'person', sub: 'ben' },
    })
    /** As a person reads it now, or why they do not. */
    const look = (sub: string, nodeId: string) =>
      drive.nodes.get(as(sub), nodeId).then(
        ({ node }) => node.rights,
        (error: { error?: string }) => error.error,
      )
    const first = await look('ben', shared.id)
    const again = await look('ben', shared.id)
    expect(again).toBe(first)
    expect(typeof first).toBe('number')
    return { db, drive, other, grants, ana, grant, shared, secret, folder, look, active, groups }
  }

  test('what a member reaches is read once as long as the drive stays as it is', async () => {
    const { db, ana, shared, look } = await open()
    await db.write(async (writer) => {
      await writer.deleteFrom('grants').where('drive_id', '=', ana.driveId).execute()
    })
    expect(await look('ben', shared.id)).not.toBe('not_found')
    await db.write((writer) => raiseSeqs(writer, [ana.driveId]))
    expect(await look('ben', shared.id)).toBe('not_found')
  })

  test('a revoked grant opens nothing from the next call on', async () => {
    const { grants, ana, grant, shared, look } = await open()
    await grants.revoke(ana, grant.id)
    expect(await look('ben', shared.id)).toBe('not_found')
  })

  test('a lower role holds from the next call on', async () => {
    const { grants, ana, grant, shared, look } = await open()
    const editor = await look('ben', shared.id)
    await grants.change(ana, grant.id, { role: 'viewer' })
    const viewer = await look('ben', shared.id)
    expect(viewer).not.toBe(editor)
    expect(typeof viewer).toBe('number')
  })

  test('a grant that ends by itself opens nothing any more', async () => {
    const { drive, grants, ana, grant, shared, look } = await open()
    const expiresAt = drive.clock.now() + 1000
    await grants.change(ana, grant.id, { expiresAt })
    expect(typeof (await look('ben', shared.id))).toBe('number')
    drive.clock.advance(1000)
    expect(await look('ben', shared.id)).toBe('not_found')
  })

  test('a shared folder that is thrown away, restored or moved is seen as it is then', async () => {
    const { other, shared, secret, look } = await open()
    const before = await look('ben', shared.id)
    await other.tasks.begin('ana', 'trash', { ids: [shared.id] })
    expect(await look('ben', shared.id)).toBe('not_found')
    await other.tasks.begin('ana', 'untrash', { ids: [shared.id], conflict: 'fail' })
    expect(await look('ben', shared.id)).toBe(before)
    await other.nodes.update('ana', shared.id, { parentId: secret.id, conflict: 'fail' })
    expect(await look('ben', shared.id)).toBe(before)
    await other.tasks.begin('ana', 'trash', { ids: [secret.id] })
    expect(await look('ben', shared.id)).toBe('not_found')
  })

  test('whoever joins or leaves a group reaches what it reaches from the next call on', async () => {
    const { grants, ana, secret, look, groups } = await open()
    const grantee = { kind: 'group', groupId: 'singers' } as const
    await grants.create(ana, { nodeId: secret.id, role: 'viewer', grantee })
    expect(await look('ben', secret.id)).toBe('not_found')
    groups.set('ben', ['singers'])
    expect(typeof (await look('ben', secret.id))).toBe('number')
    groups.clear()
    expect(await look('ben', secret.id)).toBe('not_found')
  })

  test('a drive is closed while its owner is not active', async () => {
    const { shared, look, active } = await open()
    active.delete('ana')
    expect(await look('ben', shared.id)).toBe('not_found')
    active.add('ana')
    expect(typeof (await look('ben', shared.id))).toBe('number')
  })

  test('what somebody else has granted ends with their own access', async () => {
    const { grants, ana, shared, secret, look, drive } = await open()
    const manager = await grants.create(ana, {
      nodeId: secret.id,
      role: 'manager',
      grantee: { kind: 'person', sub: 'mia' },
    })
    const mia = {
      driveId: ana.driveId,
      actor: { kind: 'person', sub: 'mia', sessionId: 'mia' },
      right: 'share',
    } as const
    await createGrants({ ...drive, random: systemRandom }).create(mia, {
      nodeId: secret.id,
      role: 'viewer',
      grantee: { kind: 'person', sub: 'ben' },
    })
    expect(typeof (await look('ben', secret.id))).toBe('number')
    await grants.revoke(ana, manager.id)
    expect(await look('ben', secret.id)).toBe('not_found')
    expect(typeof (await look('ben', shared.id))).toBe('number')
  })

  test('whoever takes an account over reaches at once what it was given', async () => {
    const { db, grants, ana, other, shared, secret, look } = await open()
    const grantee = { kind: 'person', sub: 'bea' } as const
    await grants.create(ana, { nodeId: secret.id, role: 'viewer', grantee })
    expect(typeof (await look('bea', secret.id))).toBe('number')
    expect(await look('bea', shared.id)).toBe('not_found')
    const move = { from: 'ben', to: 'bea', folderName: 'Ben' }
    await db.write((writer) => handOverDrive(other, writer, move))
    expect(typeof (await look('bea', shared.id))).toBe('number')
    expect(await look('ben', shared.id)).toBe('not_found')
  })
})
