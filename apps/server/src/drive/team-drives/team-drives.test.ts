import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import type { Access } from '../access/access.ts'
import { createGrants } from '../access/grants.ts'
import { createReached } from '../access/reached.ts'
import { createVisits } from '../access/visits.ts'
import { removeDrive } from '../account-files/remove-drive.ts'
import { createAcross } from '../across/across.ts'
import { createSharedLists } from '../shares/shared-lists.ts'
import { joinDrive, LINK_KEY, refusal, someBytes } from '../testing.ts'
import { everybody } from '../testing-access.ts'
import { findMiscounts } from '../testing-tree.ts'
import { createTeamDrives, type Note } from './team-drives.ts'

onEachDatabase((openDatabase) => {
  /** Ana manages the team drive `Choir`; Ben and the group of singers are still outside. */
  async function open({ quotaBytes }: { quotaBytes?: number } = {}) {
    const frozen = new Set<string>()
    const people = {
      ...everybody,
      isActive: async (_: unknown, sub: string) => !frozen.has(sub),
      groupsOf: async (_: unknown, sub: string) => (sub === 'cleo' ? ['singers'] : []),
    }
    const drive = joinDrive(await openDatabase(), createMemoryBlobStore(), { people })
    const grants = createGrants(drive)
    const teamDrives = createTeamDrives({ ...drive, grants })
    const noted: [string, Record<string, unknown>][] = []
    const note: Note = async (_writer, type, data) => void noted.push([type, data])
    const choir = await teamDrives.create({ name: 'Choir', managerSub: 'ana', quotaBytes }, note)
    const as = (sub: string): Access => ({
      driveId: choir.id,
      actor: { kind: 'person', sub, sessionId: sub },
      right: 'view',
    })
    const person = (sub: string) => ({ kind: 'person', sub }) as const
    const letIn = (sub: string, role: 'manager' | 'editor' | 'viewer', by = 'ana') =>
      grants.create(as(by), { nodeId: 'root', role, grantee: person(sub) })
    const grantOf = async (sub: string) => {
      const { grants: all } = await grants.list(as('ana'), 'root')
      return all.find(({ grantee }) => grantee === `person:${sub}`)?.id ?? ''
    }
    const reached = (sub: string) => createReached(drive).list(person(sub))
    return {
      ...drive,
      ...{
        drive,
        grants,
        teamDrives,
        noted,
        note,
        choir,
        as,
        person,
        letIn,
        grantOf,
        frozen,
        reached,
      },
    }
  }

  test('a link to a whole team drive depends on who made it, and ends when they leave', async () => {
    const { grants, grantOf, choir, as, letIn, drives } = await open()
    await letIn('ben', 'manager')
    const link = { nodeId: 'root', role: 'viewer', grantee: { kind: 'link' } } as const
    const { id, created_by } = await grants.create(as('ben'), link)
    expect(created_by).toBe('ben')
    const actor = { kind: 'visitor', grantId: id, epoch: 1, visitorId: '' } as const
    const visit = () =>
      drives.read({ driveId: choir.id, actor, right: 'view' }, async (_, drive) => drive.id)
    expect(await visit()).toBe(choir.id)
    await grants.revoke(as('ana'), await grantOf('ben'))
    expect(await refusal(visit())).toBe('not_found')
  })

  test('a team drive has a name, no owner, and its maker as manager', async () => {
    const { reached, choir, noted, as, nodes } = await open()
    const [own, team, ...more] = await reached('ana')
    expect(own).toMatchObject({ kind: 'own', own: true, name: 'ana' })
    expect(team).toMatchObject({
      id: choir.id,
      kind: 'team',
      name: 'Choir',
      own: false,
      role: 'manager',
      root_id: choir.root_id,
    })
    expect(more).toEqual([])
    const data = { drive_id: choir.id, name: 'Choir', manager_sub: 'ana' }
    expect(noted).toEqual([['team_drive.created', data]])
    expect(await refusal(nodes.get(as('ben'), 'root'))).toBe('not_found')
  })

  test('members and groups work in it by their roles, and it has its own quota, versions and trash', async () => {
    const world = await open({ quotaBytes: 25 })
    const { grants, as, letIn, nodes, paths, tasks, drives } = world
    await letIn('ben', 'editor')
    const singers = { kind: 'group', groupId: 'singers' } as const
    await grants.create(as('ana'), { nodeId: 'root', role: 'viewer', grantee: singers })
    const put = (sub: string, name: string, size: number) =>
      paths.put(as(sub), name, {
        bytes: (async function* () {
          yield someBytes(size)
        })(),
        sizeBytes: size,
        ...{ mimeType: undefined, modifiedAt: undefined },
        ...{ ifMatch: undefined, ifNoneMatch: undefined },
      })
    const file = await put('ben', 'a.txt', 10)
    expect((await put('ben', 'a.txt', 10)).id).toBe(file.id)
    expect(await refusal(put('ben', 'b.txt', 6))).toBe('resource_exhausted')
    expect(await refusal(put('cleo', 'c.txt', 1))).toBe('permission_denied')
    expect((await nodes.get(as('cleo'), file.id)).node.name).toBe('a.txt')
    await tasks.begin(as('ben'), 'trash', { ids: [file.id] })
    expect(await refusal(tasks.begin(as('ben'), 'empty', {}))).toBe('permission_denied')
    await tasks.begin(as('ana'), 'empty', {})
    await world.runner.run()
    const [row] = await world.db.read((reader) =>
      reader.selectFrom('drives').selectAll().where('id', '=', world.choir.id).execute(),
    )
    expect(row?.used_bytes).toBe(0)
    expect((await drives.of('ben')).used_bytes).toBe(0)
    expect(await findMiscounts(world)).toEqual([])
  })

  test('the last manager can neither leave, nor be lowered, nor expire, nor be put out', async () => {
    const { grants, as, letIn, grantOf, choir, person, clock } = await open()
    await letIn('ben', 'editor')
    const id = await grantOf('ana')
    const refused = [
      () => grants.leave(choir.id, id, [person('ana')]),
      () => grants.change(as('ana'), id, { role: 'editor' }),
      () => grants.change(as('ana'), id, { expiresAt: clock.now() + 1000 }),
      () => grants.create(as('ana'), { nodeId: 'root', role: 'viewer', grantee: person('ana') }),
      () => grants.revoke(as('ana'), id),
    ]
    for (const work of refused) expect(await refusal(work())).toBe('failed_precondition')
    await letIn('ben', 'manager')
    await grants.leave(choir.id, id, [person('ana')])
    expect(await refusal(grants.list(as('ana'), 'root'))).toBe('not_found')
    expect((await grants.list(as('ben'), 'root')).grants.length).toBe(1)
  })

  test('a member sees the quota of the drive, and the grants to give up when they leave', async () => {
    const { grants, as, letIn, grantOf, choir, person, reached } = await open({ quotaBytes: 25 })
    await letIn('ben', 'viewer')
    const singers = { kind: 'group', groupId: 'singers' } as const
    await grants.create(as('ana'), { nodeId: 'root', role: 'viewer', grantee: singers })
    const [own, team] = await reached('ben')
    expect(own).toMatchObject({ grant_ids: [], quota_usage: 0 })
    const id = await grantOf('ben')
    expect(team).toMatchObject({ grant_ids: [id], quota_limit: 25, quota_usage: 0 })
    await grants.leave(choir.id, id, [person('ben')])
    expect(await reached('ben')).toHaveLength(1)
    expect((await reached('cleo'))[1]).toMatchObject({ kind: 'team', grant_ids: [] })
  })

  test('members stay when whoever let them in leaves or is frozen', async () => {
    const { as, letIn, grants, grantOf, nodes, frozen } = await open()
    await letIn('ben', 'manager')
    await letIn('dora', 'editor', 'ben')
    await grants.revoke(as('ana'), await grantOf('ben'))
    expect((await nodes.get(as('dora'), 'root')).node.id).toBeDefined()
    frozen.add('ana')
    expect((await nodes.get(as('dora'), 'root')).node.id).toBeDefined()
  })

  test('a team drive whose last manager was deleted keeps its files, and an administrator appoints another one', async () => {
    const world = await open()
    const { as, letIn, nodes, teamDrives, db, blobs, note, noted, choir } = world
    await letIn('ben', 'viewer')
    await nodes.createFolder(as('ana'), { parentId: 'root', name: 'songs', conflict: 'fail' })
    await removeDrive({ db, blobs }, 'ana')
    const page = { after: '', limit: 10 }
    expect((await teamDrives.list(page))[0]).toMatchObject({ members: 1, managers: [] })
    const listed = await nodes.list(as('ben'), 'root', { size: 9, token: undefined })
    expect(listed.nodes.map(({ name }) => name)).toEqual(['songs'])
    await teamDrives.appoint(choir.id, 'ben', note)
    expect((await teamDrives.list(page))[0]).toMatchObject({
      members: 1,
      managers: [{ kind: 'person', id: 'ben', name: 'ben' }],
    })
    expect(noted.at(-1)).toEqual([
      'team_drive.manager_appointed',
      { drive_id: choir.id, name: 'Choir', manager_sub: 'ben' },
    ])
    await letIn('dora', 'viewer', 'ben')
  })

  test('only managers rename and delete it, and only empty ones without the name', async () => {
    const world = await open()
    const { teamDrives, letIn, person, choir, note, nodes, as, db, reached } = world
    await letIn('ben', 'editor')
    const rename = (sub: string) => teamDrives.rename(person(sub), choir.id, 'Band', note)
    expect(await refusal(rename('ben'))).toBe('permission_denied')
    expect(await refusal(rename('eve'))).toBe('not_found')
    await rename('ana')
    expect((await reached('ben'))[1]?.name).toBe('Band')
    await world.upload('ana', 'mine', someBytes(3))
    const own = await world.drives.of('ana')
    expect(await refusal(teamDrives.rename(person('ana'), own.id, 'Mine', note))).toBe('not_found')
    expect(await refusal(teamDrives.removeAny(own.id, '', note))).toBe('not_found')
    await nodes.createFolder(as('ana'), { parentId: 'root', name: 'songs', conflict: 'fail' })
    const remove = (sub: string, name?: string) =>
      teamDrives.remove(person(sub), choir.id, name, note)
    expect(await refusal(remove('ben', 'Band'))).toBe('permission_denied')
    expect(await refusal(remove('ana'))).toBe('failed_precondition')
    expect(await refusal(remove('ana', 'Choir'))).toBe('failed_precondition')
    await remove('ana', 'Band')
    expect(await refusal(nodes.get(as('ana'), 'root'))).toBe('not_found')
    expect((await reached('ben')).length).toBe(1)
    for (const chore of teamDrives.chores) await chore.run()
    const left = await db.read(async (reader) => ({
      drives: await reader.selectFrom('drives').select('id').where('id', '=', choir.id).execute(),
      nodes: await reader
        .selectFrom('nodes')
        .select('id')
        .where('drive_id', '=', choir.id)
        .execute(),
      grants: await reader.selectFrom('grants').select('id').execute(),
    }))
    expect(left).toEqual({ drives: [], nodes: [], grants: [] })
    const empty = await teamDrives.create({ name: 'E', managerSub: 'ana', quotaBytes: 1 }, note)
    await teamDrives.remove(person('ana'), empty.id, undefined, note)
    expect(await teamDrives.list({ after: '', limit: 10 })).toEqual([])
  })

  test('administrators set the quota and the name, and delete it with its name', async () => {
    const { teamDrives, choir, note, noted } = await open()
    const changed = await teamDrives.change(choir.id, { name: 'Band', quotaBytes: 100 }, note)
    expect(changed.drive).toMatchObject({ name: 'Band', quota_bytes: 100 })
    expect((await teamDrives.change(choir.id, { quotaBytes: null }, note)).drive).toMatchObject({
      name: 'Band',
      quota_bytes: null,
    })
    expect(await refusal(teamDrives.removeAny(choir.id, 'Choir', note))).toBe('failed_precondition')
    await teamDrives.removeAny(choir.id, 'Band', note)
    expect(noted.map(([type]) => type)).toEqual([
      'team_drive.created',
      'team_drive.changed',
      'team_drive.changed',
      'team_drive.removed',
    ])
  })

  test('nobody without an account of their own is made a manager', async () => {
    const { teamDrives, choir, note, frozen } = await open()
    frozen.add('gone')
    expect(await refusal(teamDrives.appoint(choir.id, 'gone', note))).toBe('invalid_argument')
    const anonymous = { name: 'A', managerSub: 'AMS=4f0c', quotaBytes: undefined }
    expect(await refusal(teamDrives.create(anonymous, note))).toBe('invalid_argument')
  })

  test('a whole team drive is not listed as shared with its members, a folder of it is', async () => {
    const { drive, letIn, grants, as, nodes, person } = await open()
    await letIn('ben', 'viewer')
    const songs = await nodes.createFolder(as('ana'), {
      parentId: 'root',
      name: 'songs',
      conflict: 'fail',
    })
    await grants.create(as('ana'), { nodeId: songs.id, role: 'viewer', grantee: person('dora') })
    const lists = createSharedLists({ ...drive, grants })
    const page = { size: 10, token: undefined }
    expect((await lists.withMe({ sub: 'ben' }, page)).shares).toEqual([])
    const [share] = (await lists.withMe({ sub: 'dora' }, page)).shares
    expect(share).toMatchObject({ file: { name: 'songs' }, owner: { name: 'Choir' } })
  })

  test('before a person leaves, they see what others would lose, and which team drives have no other manager', async () => {
    const { drive, letIn, grants, nodes, person } = await open()
    const folder = await nodes.createFolder('ana', {
      parentId: 'root',
      name: 'own',
      conflict: 'fail',
    })
    const own = await drive.as('ana')
    await grants.create(own, { nodeId: folder.id, role: 'viewer', grantee: person('ben') })
    const lists = createSharedLists({ ...drive, grants })
    const losses = () => lists.losses({ sub: 'ana' }, { size: 10, token: undefined })
    const before = await losses()
    expect(before.shares).toMatchObject([
      { file: { name: 'own' }, grant: { grantee: { sub: 'ben' } } },
    ])
    expect(before.team_drives.map(({ name }) => name)).toEqual(['Choir'])
    await letIn('ben', 'manager')
    expect((await losses()).team_drives).toEqual([])
    await drive.tasks.begin('ana', 'trash', { ids: [folder.id] })
    expect((await losses()).shares).toEqual([])
  })

  test('a person hands a folder over to a team drive: it is in their trash then', async () => {
    const world = await open()
    const { tasks, nodes, as, runner } = world
    const visits = createVisits({ ...world, linkKey: LINK_KEY })
    const across = createAcross({ ...world, tasks: world.drive.tasks, visits })
    const folder = await nodes.createFolder('ana', {
      parentId: 'root',
      name: 'own',
      conflict: 'fail',
    })
    await world.upload('ana', 'f', someBytes(5), { parentId: folder.id })
    const placing = { ids: [folder.id], parentId: 'root', conflict: 'fail' } as const
    const begun = await across.move(as('ana'), { driveId: undefined }, placing)
    await runner.run()
    expect(await tasks.get(as('ana'), begun.id)).toMatchObject({ phase: 'complete', done: 2 })
    const { nodes: here } = await nodes.list(as('ana'), 'root', { size: 9, token: undefined })
    expect(here.map(({ name }) => name)).toEqual(['own'])
    expect((await nodes.get('ana', folder.id)).node.trashed_at).not.toBeNull()
  })
})
