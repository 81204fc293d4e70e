import type { GrantRole, NewGrantee } from '@awan/protocol/drive'
import { expect, onTestFinished, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { systemRandom } from '../../kernel/id.ts'
import type { Access } from '../access/access.ts'
import { createGrants, type Grantee } from '../access/grants.ts'
import { joinDrive, refusal } from '../testing.ts'
import { everybody } from '../testing-access.ts'
import { createCheckMove, type WantedMove } from './check-move.ts'

onEachDatabase((openDatabase) => {
  /** Ana has `shared/inner` with `a.txt`, and beside it a folder `private`. */
  async function open() {
    const groups = new Map<string, string[]>()
    /** Whose groups were looked up. */
    const asked: string[] = []
    const people = {
      ...everybody,
      groupsOf: async (_: unknown, sub: string) => {
        asked.push(sub)
        return [...groups].flatMap(([id, subs]) => (subs.includes(sub) ? id : []))
      },
      peopleIn: async (_: unknown, id: string) => groups.get(id) ?? [],
    }
    const drive = joinDrive(await openDatabase(), createMemoryBlobStore(), { people })
    onTestFinished(() => drive.signals[Symbol.asyncDispose]())
    const grants = createGrants({ ...drive, random: systemRandom })
    const checkMove = createCheckMove(drive)
    const ana = await drive.as('ana')
    const folder = (name: string, parentId = 'root', sub = 'ana') =>
      drive.nodes.createFolder(sub, { parentId, name, conflict: 'fail' })
    const shared = await folder('shared')
    const inner = await folder('inner', shared.id)
    const secret = await folder('private')
    const file = await drive.upload('ana', 'a.txt', Buffer.from('a'), { parentId: inner.id })
    const as = (sub: string): Access => ({
      driveId: ana.driveId,
      actor: { kind: 'person', sub, sessionId: sub },
      right: 'share',
    })
    const give = (grantee: Grantee, nodeId: string, role: GrantRole = 'viewer', by = 'ana') =>
      grants.create(by === 'ana' ? ana : as(by), { nodeId, grantee, role })
    const share = (sub: string, nodeId: string, role: GrantRole = 'viewer', by = 'ana') =>
      give({ kind: 'person', sub }, nodeId, role, by)
    const check = (access: Access, wanted: WantedMove) =>
      checkMove({ ...access, right: 'add' }, wanted)
    /** What the owner is told, in short. */
    const losers = async (ids: string[], parentId: string, access: Access = ana) => {
      const told = await check(access, { chosen: { ids }, parentId })
      return toShort(told)
    }
    return {
      ...{ drive, groups, grants, ana, folder, shared, inner, secret, file, as, give, share },
      ...{ check, losers, asked },
    }
  }

  test('whoever may not move something is told of nobody who would lose access to it', async () => {
    const { shared, inner, file, as, share, check, folder, drive } = await open()
    await share('ben', inner.id, 'viewer')
    await share('eva', shared.id, 'editor')
    const own = await folder('own', 'root', 'ben')
    const ben = await drive.as('ben')
    const from = { driveId: as('ben').driveId }
    const choices = [
      { ids: [file.id] },
      { ids: [inner.id] },
      { inside: { folderId: inner.id, filter: {}, exceptIds: [] } },
    ]
    const ask = () =>
      Promise.all(choices.map((chosen) => check(ben, { chosen, parentId: own.id, from })))
    for (const told of await ask()) {
      expect(told).toEqual({ losses: [], more_count: 0, link_count: 0, has_others: false })
    }
    await share('ben', shared.id, 'editor')
    for (const told of await ask()) expect(told.has_others || told.losses.length > 0).toBe(true)
  })

  test('of several that are moved together, each is looked at where somebody could keep access in another way', async () => {
    const { drive, groups, shared, inner, secret, file, give, share, losers } = await open()
    groups.set('crew', ['ben'])
    const upload = (name: string) =>
      drive.upload('ana', name, Buffer.from(name), { parentId: inner.id })
    const [second, third] = [await upload('b.txt'), await upload('c.txt')]
    await share('ben', shared.id)
    await give({ kind: 'group', groupId: 'crew' }, file.id)
    await give({ kind: 'group', groupId: 'crew' }, second.id)
    // Ben keeps both by his group.
    expect(await losers([file.id, second.id], secret.id)).toEqual([])
    await share('mia', third.id)
    expect(await losers([file.id, second.id, third.id], secret.id)).toEqual(['ben'])
    expect(await losers([third.id, file.id], secret.id)).toEqual(['ben'])
  })

  test('what is shared elsewhere in the drive is not looked at', async () => {
    const { shared, inner, secret, file, folder, share, losers, asked } = await open()
    const elsewhere = await folder('elsewhere')
    await share('ben', shared.id)
    await share('mia', secret.id)
    await share('kai', elsewhere.id)
    await share('kai', (await folder('deep', elsewhere.id)).id, 'manager')
    asked.length = 0
    expect(await losers([file.id], secret.id)).toEqual(['ben'])
    expect(await losers([inner.id], 'root')).toEqual(['ben'])
    expect(asked).not.toContain('kai')
  })

  test('moving a file out of a shared folder names those who lose what they inherited', async () => {
    const { groups, shared, inner, secret, file, give, share, losers } = await open()
    groups.set('crew', ['kai', 'eva', 'leo'])
    await share('ben', shared.id, 'editor')
    await give({ kind: 'group', groupId: 'crew' }, inner.id)
    await give({ kind: 'email', email: 'mia@example.org' }, shared.id)
    await give({ kind: 'link' }, inner.id)
    expect(await losers([file.id], secret.id)).toEqual([
      'ben',
      'crew (3)',
      'mia@example.org',
      '1 link',
    ])
    expect(await losers([file.id], shared.id)).toEqual(['crew (3)', '1 link'])
    expect(await losers([inner.id], secret.id)).toEqual(['ben', 'mia@example.org'])
    expect(await losers([secret.id], shared.id)).toEqual([])
    expect(await losers([shared.id], secret.id)).toEqual([])
  })

  test('whoever has the same rights in another way loses nothing, and whoever keeps fewer is told so', async () => {
    const { groups, shared, inner, secret, file, give, share, losers } = await open()
    groups.set('crew', ['eva'])
    await share('ben', shared.id, 'editor')
    await share('eva', shared.id)
    await share('kai', shared.id)
    await share('ben', secret.id, 'viewer')
    await share('kai', file.id)
    await give({ kind: 'group', groupId: 'crew' }, secret.id)
    expect(await losers([file.id], secret.id)).toEqual(['ben, some kept'])
    // Kai sees the file by itself, and nothing else of the folder.
    expect(await losers([inner.id], secret.id)).toEqual(['ben, some kept', 'kai'])
    expect(await losers([inner.id, file.id], secret.id)).toEqual(['ben, some kept', 'kai'])
  })

  test('what somebody shared by a right that a move ends gives nothing after it', async () => {
    const { shared, inner, secret, file, share, give, losers } = await open()
    await share('ben', shared.id, 'manager')
    await share('eva', file.id, 'editor', 'ben')
    await give({ kind: 'link' }, inner.id, 'viewer', 'ben')
    expect(await losers([inner.id], secret.id)).toEqual(['ben', 'eva', '1 link'])
    await share('ben', secret.id, 'viewer')
    expect(await losers([file.id], secret.id)).toEqual([
      'ben, some kept',
      'eva, some kept',
      '1 link',
    ])
  })

  test('all that a folder shows is looked at without its ids, but for what stays', async () => {
    const { ana, drive, shared, inner, secret, share, check } = await open()
    await share('ben', shared.id)
    await share('eva', inner.id)
    const lose = async (inside: object) =>
      toShort(
        await check(ana, {
          chosen: { inside: { folderId: shared.id, filter: {}, exceptIds: [], ...inside } },
          parentId: secret.id,
        }),
      )
    expect(await lose({})).toEqual(['ben'])
    await share('ben', inner.id)
    await drive.upload('ana', 'b.txt', Buffer.from('b'), { parentId: shared.id })
    expect(await lose({ filter: { kind: 'folder' } })).toEqual([])
    expect(await lose({ filter: { typeGroup: 'document' } })).toEqual(['ben'])
  })

  test('only whoever may share what the others had access to learns who they are', async () => {
    const { shared, inner, file, folder, share, as, losers } = await open()
    const other = await folder('other', inner.id)
    const lowest = await folder('lowest', other.id)
    const third = await folder('third', shared.id)
    await share('eva', inner.id)
    await share('ben', shared.id, 'editor')
    await share('kai', inner.id, 'manager')
    await share('leo', other.id)
    // An editor may move, and learns that somebody loses access.
    expect(await losers([file.id], third.id, as('ben'))).toEqual(['others'])
    // A manager of a part knows that part.
    expect(await losers([lowest.id], inner.id, as('kai'))).toEqual(['leo'])
    await share('kai', third.id, 'manager')
    expect(await losers([lowest.id], third.id, as('kai'))).toEqual(['eva', 'leo'])
    await share('kai', other.id, 'contributor')
    // What the caller loses themselves is not told.
    expect(await losers([file.id], third.id, as('kai'))).toEqual(['eva'])
  })

  test('a move into another drive ends what was shared, for the owner too, unless they are let in there', async () => {
    const { drive, grants, ana, shared, inner, file, share, check } = await open()
    const ben = await drive.as('ben')
    const mine = await drive.nodes.createFolder('ben', {
      parentId: 'root',
      name: 'mine',
      conflict: 'fail',
    })
    const move = async (ids: string[], access: Access, driveId: string, parentId = mine.id) =>
      toShort(await check(access, { chosen: { ids }, parentId, from: { driveId } }))
    await share('ben', shared.id, 'editor')
    expect(await move([file.id], ben, ana.driveId)).toEqual(['ana'])
    await share('eva', file.id)
    await share('kai', shared.id)
    expect(await move([inner.id], ben, ana.driveId)).toEqual(['ana', 'others'])
    const into = (sub: string) =>
      grants.create(ben, { nodeId: mine.id, grantee: { kind: 'person', sub }, role: 'editor' })
    await into('eva')
    await into('ana')
    // By the owner, who may know them.
    const toBen: Access = { ...ben, actor: ana.actor }
    expect(await move([inner.id], toBen, ana.driveId)).toEqual(['kai'])
    expect(await move([inner.id], ben, ana.driveId)).toEqual(['others'])
    await into('kai')
    expect(await move([inner.id], toBen, ana.driveId)).toEqual([])
  })

  test('the move ends the access that was told, and taking it back gives it again', async () => {
    const { drive, grants, as, shared, secret, inner, file, share, losers } = await open()
    await share('ben', shared.id, 'manager')
    await share('eva', file.id, 'viewer', 'ben')
    const sees = (sub: string) =>
      drive.nodes.get({ ...as(sub), right: 'view' }, file.id).then(
        () => true,
        () => false,
      )
    const both = async () => [await sees('ben'), await sees('eva')]
    expect(await losers([file.id], secret.id)).toEqual(['ben', 'eva'])
    expect(await both()).toEqual([true, true])
    const move = await drive.tasks.begin('ana', 'move', {
      ids: [file.id],
      parentId: secret.id,
      conflict: 'fail',
    })
    expect(await both()).toEqual([false, false])
    await drive.tasks.undo('ana', move.id)
    await drive.runner.run()
    expect(await both()).toEqual([true, true])
    // The way back of the web app: another move.
    for (const parentId of [secret.id, inner.id]) {
      await drive.nodes.update('ana', file.id, { parentId, conflict: 'fail' })
    }
    expect(await both()).toEqual([true, true])
    expect((await grants.list(await drive.as('ana'), file.id)).grants).toHaveLength(2)
  })

  test('a drive in which nothing is shared is not looked through', async () => {
    const { drive, ana, secret, file } = await open()
    const looked: string[] = []
    const watched = createCheckMove({
      ...drive,
      drives: {
        ...drive.drives,
        readLong: (access, work) => {
          looked.push(access.driveId)
          return drive.drives.readLong(access, work)
        },
      },
    })
    const wanted = { chosen: { ids: [file.id] }, parentId: secret.id }
    expect(toShort(await watched({ ...ana, right: 'add' }, wanted))).toEqual([])
    expect(looked).toEqual([])
  })

  test('a target that cannot take anything is refused, and what the caller does not see is left out', async () => {
    const { ana, shared, secret, file, share, as, check, losers } = await open()
    await share('ben', shared.id, 'editor')
    await share('eva', shared.id)
    expect(await refusal(check(ana, { chosen: { ids: [file.id] }, parentId: file.id }))).toBe(
      'invalid_argument',
    )
    expect(
      await refusal(check(as('ben'), { chosen: { ids: [file.id] }, parentId: secret.id })),
    ).toBe('not_found')
    expect(
      await refusal(check(as('eva'), { chosen: { ids: [file.id] }, parentId: shared.id })),
    ).toBe('permission_denied')
    expect(await losers(['unknown', secret.id], shared.id, as('ben'))).toEqual([])
  })
})

function toShort({
  losses,
  more_count,
  link_count,
  has_others,
}: Awaited<ReturnType<ReturnType<typeof createCheckMove>>>): string[] {
  return [
    ...losses
      .map(({ grantee, keeps_some, people_count }) => {
        const kept = keeps_some ? ', some kept' : ''
        const count = people_count === undefined ? '' : ` (${people_count})`
        return `${nameOf(grantee as NewGrantee)}${count}${kept}`
      })
      .toSorted(),
    ...(more_count > 0 ? [`${more_count} more`] : []),
    ...(link_count > 0 ? [`${link_count} link`] : []),
    ...(has_others ? ['others'] : []),
  ]
}

function nameOf(grantee: NewGrantee): string {
  if (grantee.kind === 'person') return grantee.sub
  return grantee.kind === 'group' ? grantee.id : grantee.email
}
