import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import type { Access } from '../access/access.ts'
import { openLinks } from '../share-links/testing.ts'

onEachDatabase((openDatabase) => {
  /** Time passes before everything that Ana does: what comes in the same moment as a grant is not told. */
  async function open() {
    const { drive, grants, ana, shared, secret } = await openLinks(await openDatabase())
    const later = async <T>(work: () => Promise<T>) => {
      drive.clock.advance(5)
      return work()
    }
    const folder = (name: string, parentId: string) =>
      later(() => drive.nodes.createFolder('ana', { parentId, name, conflict: 'fail' }))
    const change = (id: string, set: { name?: string; parentId?: string }) =>
      later(() => drive.nodes.update('ana', id, { ...set, conflict: 'fail' }))
    const letIn = (sub: string, nodeId: string, role: 'viewer' | 'contributor' | 'editor') =>
      later(() => grants.create(ana, { nodeId, role, grantee: { kind: 'person', sub } }))
    const as = (sub: string): Access => ({
      driveId: ana.driveId,
      actor: { kind: 'person', sub },
      right: 'view',
    })
    /** What somebody reads, the oldest first. */
    const read = async (sub: string, nodeId?: string) => {
      const page = { nodeId, size: 100, token: undefined }
      const { events } = await drive.activity.read(as(sub), page)
      return events
        .toReversed()
        .map(({ type, data = {} }) =>
          [type.slice('drive.'.length), data.was, data.name].filter(Boolean).join(' '),
        )
    }
    return { drive, ana, shared, secret, folder, change, letIn, as, read, later }
  }

  test('a viewer reads what happened since they were let in, and an editor all of it', async () => {
    const { shared, folder, change, letIn, read } = await open()
    const plan = await folder('dismissals', shared.id)
    await change(plan.id, { name: 'plan' })
    await letIn('vic', shared.id, 'viewer')
    await letIn('cora', shared.id, 'contributor')
    await letIn('eve', shared.id, 'editor')
    await change(plan.id, { name: 'plans' })
    const since = ['rename plan plans']
    expect(await read('vic')).toEqual(since)
    expect(await read('vic', plan.id)).toEqual(since)
    expect(await read('cora')).toEqual(since)
    const all = ['create dismissals', 'rename dismissals plan', 'rename plan plans']
    expect(await read('eve', plan.id)).toEqual(all)
    expect(await read('ana', plan.id)).toEqual(all)
  })

  test('a contributor reads all that happened to what they added', async () => {
    const { drive, shared, letIn, as, read, later, change } = await open()
    await letIn('cora', shared.id, 'contributor')
    const own = { parentId: shared.id, name: 'mine', conflict: 'fail' } as const
    const { id } = await later(() => drive.nodes.createFolder({ ...as('cora'), right: 'add' }, own))
    await letIn('cora', id, 'viewer')
    await change(id, { name: 'ours' })
    expect(await read('cora', id)).toEqual(['create mine', 'rename mine ours'])
  })

  test('a viewer reads nothing of the time before something was moved to where they see it', async () => {
    const { shared, secret, folder, change, letIn, read } = await open()
    const outer = await folder('court case', secret.id)
    const inner = await folder('witness', outer.id)
    await letIn('vic', shared.id, 'viewer')
    await letIn('eve', shared.id, 'editor')
    await change(inner.id, { name: 'person' })
    await change(outer.id, { name: 'case' })
    await change(outer.id, { parentId: shared.id, name: 'notes' })
    await change(inner.id, { name: 'somebody' })
    expect(await read('vic', inner.id)).toEqual(['rename person somebody'])
    // The name that it had outside is nobody's who does not see the outside.
    expect(await read('vic', outer.id)).toEqual(['move notes'])
    expect((await read('eve', outer.id)).at(-1)).toBe('move notes')
    expect((await read('ana', outer.id)).at(-1)).toBe('move case notes')
  })

  test('a viewer of the whole drive reads what happened in it since they were let in, deleted files included', async () => {
    const { drive, shared, folder, change, letIn, read, later } = await open()
    const early = await folder('early', shared.id)
    await later(() => drive.tasks.begin('ana', 'delete', { ids: [early.id] }))
    const { root_id } = await drive.drives.of('ana')
    await letIn('vic', root_id, 'viewer')
    const late = await folder('late', shared.id)
    await change(late.id, { parentId: root_id })
    await later(() => drive.tasks.begin('ana', 'delete', { ids: [late.id] }))
    expect(await read('vic')).toEqual(['create late', 'move late', 'delete late'])
  })

  test('of two grants that lead to something the earlier one counts, if nothing was moved since', async () => {
    const { shared, folder, change, letIn, read } = await open()
    const inner = await folder('inner', shared.id)
    await letIn('vic', inner.id, 'viewer')
    await change(inner.id, { name: 'first' })
    await letIn('vic', shared.id, 'viewer')
    await change(inner.id, { name: 'second' })
    expect(await read('vic')).toEqual(['rename inner first', 'rename first second'])
  })
})
