import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { systemRandom } from '../../kernel/id.ts'
import { blockHashes, joinDrive, LINK_KEY, refusal } from '../testing.ts'
import { everybody } from '../testing-access.ts'
import { plant } from '../testing-tree.ts'
import type { Access } from './access.ts'
import { createGrants } from './grants.ts'
import { createReached } from './reached.ts'
import { createVisits } from './visits.ts'

onEachDatabase((openDatabase) => {
  /** Ana has `shared` with `a.txt` in it, and `private` beside it; ben is let into `shared`. */
  async function open() {
    const active = { ana: true }
    const people = { ...everybody, isActive: async () => active.ana }
    const drive = joinDrive(await openDatabase(), createMemoryBlobStore(), { people })
    const grants = createGrants({ ...drive, random: systemRandom })
    const visits = createVisits({ ...drive, linkKey: LINK_KEY, random: systemRandom })
    const ana = await drive.as('ana')
    const folder = (name: string, parentId = 'root') =>
      drive.nodes.createFolder('ana', { parentId, name, conflict: 'fail' })
    const [shared, secret] = [await folder('shared'), await folder('private')]
    const file = await drive.upload('ana', 'a.txt', Buffer.from('a'), { parentId: shared.id })
    const letIn = (sub: string, role: 'editor' | 'viewer' | 'manager' | 'contributor') =>
      grants.create(ana, { nodeId: shared.id, role, grantee: { kind: 'person', sub } })
    const as = (sub: string): Access => ({
      driveId: ana.driveId,
      actor: { kind: 'person', sub, sessionId: sub },
      right: 'edit',
    })
    return { drive, grants, visits, ana, shared, secret, file, folder, letIn, as, active }
  }

  test("a member's root is the folder shared with them, and they see nothing above it", async () => {
    const { drive, shared, file, letIn, as } = await open()
    await letIn('ben', 'editor')
    const { node, ancestors } = await drive.nodes.get(as('ben'), file.id)
    expect(node.name).toBe('a.txt')
    expect(ancestors).toEqual([{ id: shared.id, name: 'shared' }])
    expect((await drive.nodes.get(as('ben'), 'root')).node.id).toBe(shared.id)
    const reached = createReached(drive)
    const [own, other, ...more] = await reached.list({ kind: 'person', sub: 'ben' })
    expect(own).toMatchObject({ kind: 'own', name: 'ben', own: true, role: 'owner' })
    expect(other).toMatchObject({
      kind: 'shared',
      name: 'ana',
      own: false,
      owner: 'ana',
      role: 'editor',
    })
    expect(other?.tops).toEqual([{ id: shared.id, name: 'shared', kind: 'folder', role: 'editor' }])
    expect(more).toEqual([])
  })

  test('a grant gives at most the rights that its granter still has', async () => {
    const { drive, grants, shared, file, letIn, as } = await open()
    const manager = await letIn('mia', 'manager')
    const mia = { ...as('mia'), right: 'share' } as const
    const grantee = { kind: 'person', sub: 'ben' } as const
    await grants.create(mia, { nodeId: shared.id, role: 'editor', grantee })
    const rename = (name: string) =>
      drive.nodes.update(as('ben'), file.id, { name, conflict: 'fail' })
    await rename('b.txt')
    await grants.change(await drive.as('ana'), manager.id, { role: 'viewer' })
    expect(await refusal(rename('c.txt'))).toBe('permission_denied')
    await drive.downloads.open({ ...as('ben'), right: 'view' }, file.id)
    await grants.revoke(await drive.as('ana'), manager.id)
    expect(await refusal(rename('c.txt'))).toBe('not_found')
  })

  test('an editor cannot grant access, and a manager can make another manager', async () => {
    const { grants, shared, letIn, as } = await open()
    await letIn('mia', 'manager')
    await letIn('eve', 'editor')
    const grantee = { kind: 'person', sub: 'zoe' } as const
    const grant = { nodeId: shared.id, role: 'viewer', grantee } as const
    expect(await refusal(grants.create(as('eve'), grant))).toBe('permission_denied')
    await grants.create(as('mia'), { ...grant, role: 'manager' })
  })

  test("signed links stop working when the grant is revoked, the visit's epoch is raised or the owner is inactive", async () => {
    const { drive, grants, visits, ana, shared, file, letIn, as, active } = await open()
    const grant = await letIn('ben', 'viewer')
    const link = await grants.create(ana, {
      nodeId: shared.id,
      role: 'viewer',
      grantee: { kind: 'link' },
    })
    const token = visits.begin({ driveId: ana.driveId, grantId: link.id, epoch: link.epoch })
    const visit = visits.read(token)
    const visitor = { ...visit, right: 'view' } as Access
    const ben = { ...as('ben'), right: 'view' } as const
    const made = [
      { open: drive.downloads.openLink, ...(await drive.downloads.createLink(ben, file.id)) },
      {
        open: drive.archives.openLink,
        ...(await drive.archives.createLink(ben, [shared.id])),
      },
      { open: drive.downloads.openLink, ...(await drive.downloads.createLink(visitor, file.id)) },
      { open: drive.archives.openLink, ...(await drive.archives.createLink(visitor, [file.id])) },
    ]
    const opened = () =>
      Promise.all(
        made.map((one) =>
          one.open(one.link).then(
            () => 'open',
            (error: { error: string }) => error.error,
          ),
        ),
      )
    expect(await opened()).toEqual(['open', 'open', 'open', 'open'])
    active.ana = false
    expect(await opened()).toEqual(['not_found', 'not_found', 'not_found', 'not_found'])
    active.ana = true
    await grants.change(ana, link.id, {})
    expect(await opened()).toEqual(['open', 'open', 'not_found', 'not_found'])
    await grants.revoke(ana, grant.id)
    expect(await opened()).toEqual(['not_found', 'not_found', 'not_found', 'not_found'])
  })

  test('a member follows changes below their folder only, and a file moved out of it is reported as gone', async () => {
    const { drive, shared, secret, file, letIn, as } = await open()
    await letIn('ben', 'viewer')
    const ben = { ...as('ben'), right: 'view' } as const
    let { cursor } = await drive.following.follow(ben, { cursor: undefined, size: 50, waitMs: 0 })
    const told = async () => {
      const page = await drive.following.follow(ben, { cursor, size: 50, waitMs: 0 })
      cursor = page.cursor
      return page.changes.map(({ id, node }) => ({ id, name: node?.name }))
    }
    const move = (id: string, parentId: string) =>
      drive.nodes.update('ana', id, { parentId, conflict: 'fail' })
    const hidden = await drive.upload('ana', 'b.txt', Buffer.from('b'), { parentId: secret.id })
    await drive.nodes.update('ana', file.id, { name: 'c.txt', conflict: 'fail' })
    expect(await told()).toEqual([{ id: file.id, name: 'c.txt' }])
    await move(hidden.id, shared.id)
    await move(file.id, secret.id)
    expect(await told()).toEqual([
      { id: hidden.id, name: 'b.txt' },
      { id: file.id, name: undefined },
    ])
    await drive.nodes.update('ana', file.id, { name: 'd.txt', conflict: 'fail' })
    expect(await told()).toEqual([])
  })

  test('an editor can undo trashing a shared file, and only the owner sees it in the trash', async () => {
    const { drive, file, letIn, as } = await open()
    await letIn('ben', 'editor')
    const { id } = await drive.tasks.begin(as('ben'), 'trash', { ids: [file.id] })
    expect(await refusal(drive.nodes.get(as('ben'), file.id))).toBe('not_found')
    expect((await drive.lists.trash(as('ben'), { size: 9, token: undefined })).nodes).toEqual([])
    expect((await drive.lists.trash('ana', { size: 9, token: undefined })).nodes).toHaveLength(1)
    const undone = await drive.tasks.begin(as('ben'), 'undo', { taskId: id })
    expect(undone).toMatchObject({
      phase: 'complete',
      failures: expect.stringContaining('"count":0'),
    })
    expect((await drive.nodes.get(as('ben'), file.id)).node.trashed_at).toBeNull()
  })

  test('a task fails when the person who started it loses access', async () => {
    const { drive, grants, ana, shared, letIn, as } = await open()
    const grant = await letIn('ben', 'editor')
    const ids: string[] = []
    for (let n = 0; n < 150; n++) {
      const folder = { parentId: shared.id, name: `f${n}`, conflict: 'fail' } as const
      ids.push((await drive.nodes.createFolder('ana', folder)).id)
    }
    const task = await drive.tasks.begin(as('ben'), 'trash', { ids })
    expect(task.phase).toBe('running')
    await grants.revoke(ana, grant.id)
    await drive.runner.run()
    expect(await drive.tasks.get('ana', task.id)).toMatchObject({ phase: 'failed' })
    const kept = await drive.nodes.list('ana', shared.id, { size: 200, token: undefined })
    expect(kept.nodes.length).toBeGreaterThan(100)
  })

  test('an upload is visible only to the person who started it', async () => {
    const { drive, shared, letIn, as } = await open()
    await letIn('ben', 'contributor')
    await letIn('eve', 'editor')
    const ben = { ...as('ben'), right: 'add' } as const
    const upload = {
      parentId: shared.id,
      name: 'new',
      sizeBytes: 3,
      blockHashes: undefined,
      mimeType: undefined,
      modifiedAt: undefined,
    }
    const { id } = await drive.uploads.create(ben, upload)
    for (const other of [as('eve'), await drive.as('ana')]) {
      expect(await refusal(drive.uploads.get(other, id))).toBe('not_found')
      await drive.uploads.abort(other, id)
    }
    expect((await drive.uploads.get(ben, id)).id).toBe(id)
  })

  test('a visitor of a drop folder cannot copy it, nor learn by the task how much is in it', async () => {
    const { drive, grants, visits, ana, shared, file } = await open()
    const nodeId = shared.id
    const grant = await grants.create(ana, { nodeId, role: 'drop', grantee: { kind: 'link' } })
    const token = visits.begin({ driveId: ana.driveId, grantId: grant.id, epoch: grant.epoch })
    const visitor = { ...visits.read(token), right: 'add' } as Access
    const own = await drive.nodes.createFolder(visitor, {
      parentId: shared.id,
      name: 'mine',
      conflict: 'fail',
    })
    await drive.upload('ana', 'b.txt', Buffer.from('b'), { parentId: own.id })
    for (const id of [shared.id, own.id, file.id]) {
      const input = { ids: [id], parentId: shared.id, conflict: 'rename' } as const
      const task = await drive.tasks.begin(visitor, 'copy', input)
      await drive.runner.run()
      expect(await drive.tasks.get(visitor, task.id)).toMatchObject({ phase: 'complete', total: 1 })
      expect(task.failures).toMatch(id === file.id ? 'not_found' : 'permission_denied')
    }
    const page = { size: 9, token: undefined }
    const seen = await drive.nodes.list({ ...visitor, right: 'view' }, shared.id, page)
    expect(seen.nodes.map(({ name }) => name)).toEqual(['mine'])
  })

  test('a copy that a member began ends when they lose sight of what it copies', async () => {
    const { drive, grants, ana, shared, secret, letIn, as } = await open()
    await letIn('ben', 'editor')
    const grantee = { kind: 'person', sub: 'ben' } as const
    const grant = await grants.create(ana, { nodeId: secret.id, role: 'viewer', grantee })
    await plant(drive, 'ana', secret.id, { folders: 4, files: 100 })
    const input = { ids: [secret.id], parentId: shared.id, conflict: 'rename' } as const
    const task = await drive.tasks.begin(as('ben'), 'copy', input)
    expect(task.phase).toBe('running')
    await grants.revoke(ana, grant.id)
    await drive.runner.run()
    expect(await drive.tasks.get('ana', task.id)).toMatchObject({ phase: 'failed' })
  })

  test('people who all let each other in cost no more than a look at each of them', async () => {
    const { drive, grants, ana, shared, file, letIn, as } = await open()
    const managers = Array.from({ length: 12 }, (_, n) => `m${n}`)
    for (const sub of managers) await letIn(sub, 'manager')
    for (const granter of managers) {
      for (const sub of managers.filter((one) => one !== granter)) {
        const grantee = { kind: 'person', sub } as const
        await grants.create(as(granter), { nodeId: shared.id, role: 'manager', grantee })
      }
    }
    const mayEdit = () =>
      drive.nodes.update(as('m11'), file.id, { description: 'x', conflict: 'fail' })
    await mayEdit()
    for (const { id, created_by } of (await grants.list(ana, shared.id)).grants) {
      if (created_by === 'ana') await grants.revoke(ana, id)
    }
    // Those who are left have only each other to vouch for them.
    expect(await refusal(mayEdit())).toBe('not_found')
  })

  test('only whoever sees the whole drive can skip sending what it has already', async () => {
    const { drive, shared, secret, letIn, as } = await open()
    const bytes = Buffer.from('known to ana alone')
    await drive.upload('ana', 'plan.txt', bytes, { parentId: secret.id })
    await letIn('ben', 'contributor')
    const upload = {
      parentId: shared.id,
      name: 'guess',
      sizeBytes: bytes.length,
      blockHashes: blockHashes(bytes),
      mimeType: undefined,
      modifiedAt: undefined,
    }
    const isWanted = async (who: Access) => (await drive.uploads.create(who, upload)).missing
    expect(await isWanted(await drive.as('ana'))).toBe('[]')
    expect(await isWanted({ ...as('ben'), right: 'add' })).toBe('[[0,0]]')
  })
})
