import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { createAcross } from '../across/across.ts'
import { openLinks } from '../share-links/testing.ts'
import { parseFailures } from '../tasks/run-step.ts'
import { LINK_KEY, refusal } from '../testing.ts'
import type { Access } from './access.ts'
import { createVisits } from './visits.ts'

onEachDatabase((openDatabase) => {
  /** Cora contributes to `shared`, and edits `desk` beside it; in `shared` she has made `box`. */
  async function open() {
    const { drive, grants, ana, shared, secret, share, visit } = await openLinks(
      await openDatabase(),
    )
    const as = (sub: string, right: Access['right'] = 'edit'): Access => ({
      driveId: ana.driveId,
      actor: { kind: 'person', sub, sessionId: sub },
      right,
    })
    const folder = (who: Access | string, parentId: string, name: string) =>
      drive.nodes.createFolder(who, { parentId, name, conflict: 'fail' })
    const letIn = (sub: string, nodeId: string, role: 'contributor' | 'editor') =>
      grants.create(ana, { nodeId, role, grantee: { kind: 'person', sub } })
    await letIn('cora', shared.id, 'contributor')
    await letIn('cora', secret.id, 'editor')
    const box = await folder(as('cora', 'add'), shared.id, 'box')
    const refused = async (kind: 'trash' | 'move', who: Access, id: string) => {
      const task =
        kind === 'trash'
          ? await drive.tasks.begin(who, 'trash', { ids: [id] })
          : await drive.tasks.begin(who, 'move', {
              ids: [id],
              parentId: secret.id,
              conflict: 'rename',
            })
      return parseFailures(task).first[0]?.error
    }
    return { drive, as, folder, letIn, box, shared, secret, refused, share, visit }
  }

  test('whoever may only change what they added takes no folder away with what others put into it', async () => {
    const { drive, as, folder, letIn, box, shared, secret, refused } = await open()
    const inner = await folder(as('cora', 'add'), box.id, 'inner')
    const theirs = await folder('ana', inner.id, 'theirs')
    const cora = as('cora')
    const move = (parentId: string) =>
      drive.nodes.update(cora, box.id, { parentId, conflict: 'fail' })
    expect(await refusal(move(secret.id))).toBe('permission_denied')
    expect(await refused('move', cora, box.id)).toBe('permission_denied')
    expect(await refused('trash', cora, box.id)).toBe('permission_denied')
    // A name is not theirs.
    await drive.nodes.update(cora, box.id, { name: 'Box', conflict: 'fail' })
    await letIn('eve', shared.id, 'editor')
    expect(await refused('trash', as('eve'), theirs.id)).toBeUndefined()
    expect(await refused('move', cora, box.id)).toBeUndefined()
    expect(await refused('trash', cora, box.id)).toBeUndefined()
  })

  test('a visitor who contributes by a link takes no folder away with what another visitor sent', async () => {
    const { folder, shared, refused, share, visit } = await open()
    const { token } = await share({ asksName: true }, 'contributor')
    const first = { ...(await visit(token, { name: 'Wayan' })), right: 'add' } as const
    const second = { ...(await visit(token, { name: 'Made' })), right: 'add' } as const
    const { id } = await folder(first, shared.id, 'ours')
    const sent = await folder(second, id, 'sent')
    expect(await refused('trash', { ...first, right: 'edit' }, id)).toBe('permission_denied')
    expect(await refused('trash', { ...second, right: 'edit' }, sent.id)).toBeUndefined()
    expect(await refused('trash', { ...first, right: 'edit' }, id)).toBeUndefined()
  })

  test('a folder with what others put into it is not carried to another drive', async () => {
    const { drive, as, folder, box } = await open()
    await folder('ana', box.id, 'theirs')
    const own = await drive.as('cora')
    const input = { ids: [box.id], parentId: 'root', conflict: 'rename' } as const
    const visits = createVisits({ ...drive, linkKey: LINK_KEY })
    const across = createAcross({ ...drive, visits })
    const { id } = await across.move(own, { driveId: box.drive_id }, { ...input })
    await drive.runner.run()
    const [failure] = parseFailures(await drive.tasks.get(own, id)).first
    expect(failure?.error).toBe('permission_denied')
    expect((await drive.nodes.get(as('cora'), box.id)).node.trashed_at).toBeNull()
  })
})
