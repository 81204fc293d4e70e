import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import type { Writer } from '../../db/database.ts'
import { onEachDatabase } from '../../db/testing.ts'
import type { Access } from '../access/access.ts'
import { createGrants, deleteGrantsOfGroup } from '../access/grants.ts'
import { createReached } from '../access/reached.ts'
import { findEffects } from '../access/resolve-tops.ts'
import { createVisits } from '../access/visits.ts'
import { removeDrive } from '../account-files/remove-drive.ts'
import { createAcross } from '../across/across.ts'
import { createTell } from '../inbox/tell.ts'
import { createSharedLists } from '../shares/shared-lists.ts'
import { joinDrive, LINK_KEY, refusal, someBytes } from '../testing.ts'
import { everybody } from '../testing-access.ts'
import { findMiscounts } from '../testing-tree.ts'
import { keepManagers } from './keep-managers.ts'
import { createTeamDrives, type Note } from './team-drives.ts'

onEachDatabase((openDatabase) => {
  /** Ana manages the team drive `Choir`; Ben and the group of singers are still outside. */
  async function open({ quotaBytes }: { quotaBytes?: number } = {}) {
    const frozen = new Set<string>()
    /** The singers. */
    const members = new Set(['cleo'])
    const people = {
      ...everybody,
      isActive: async (_: unknown, sub: string) => !frozen.has(sub),
      groupsOf: async (_: unknown, sub: string) => (members.has(sub) ? ['singers'] : []),
      peopleIn: async (_: unknown, id: string) => (id === 'singers' ? [...members] : []),
    }
    const drive = joinDrive(await openDatabase(), createMemoryBlobStore(), { people })
    const grants = createGrants(drive)
    const tell = createTell(drive)
    const teamDrives = createTeamDrives({ ...drive, grants, tell })
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
      tell,
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
        members,
        people,
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

  test('a link in a team drive is closed while its maker is frozen, and opens again after it', async () => {
    const { drive, grants, choir, as, letIn, drives, nodes, frozen } = await open()
    await letIn('ben', 'manager')
    const songs = await nodes.createFolder(as('ana'), {
      parentId: 'root',
      name: 'songs',
      conflict: 'fail',
    })
    const grantee = { kind: 'link' } as const
    for (const nodeId of ['root', songs.id]) {
      const { id } = await grants.create(as('ben'), { nodeId, role: 'viewer', grantee })
      const actor = { kind: 'visitor', grantId: id, epoch: 1, visitorId: '' } as const
      const visit = () =>
        drives.read({ driveId: choir.id, actor, right: 'view' }, async (_, there) => there.id)
      const effect = async () => {
        const rows = await drive.db.read((reader) =>
          reader.selectFrom('grants').selectAll().where('id', '=', id).execute(),
        )
        const parts = { people: drive.people, now: drive.clock.now() }
        return drive.db.read((reader) => findEffects({ reader, ...parts }, choir, rows))
      }
      expect([await visit(), await effect()]).toEqual([choir.id, ['full']])
      frozen.add('ben')
      expect([await refusal(visit()), await effect()]).toEqual(['not_found', ['none']])
      frozen.delete('ben')
      expect([await visit(), await effect()]).toEqual([choir.id, ['full']])
    }
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

  test('a group counts as a manager only with an active person in it, for every change of grants', async () => {
    const { grants, as, letIn, grantOf, choir, person, members, frozen, teamDrives } = await open()
    const singers = { kind: 'group', groupId: 'singers' } as const
    const group = await grants.create(as('ana'), {
      nodeId: 'root',
      role: 'manager',
      grantee: singers,
    })
    const id = await grantOf('ana')
    const leave = () => grants.leave(choir.id, id, [person('ana')])
    members.delete('cleo')
    expect(await refusal(leave())).toBe('failed_precondition')
    expect(await refusal(grants.change(as('ana'), id, { role: 'viewer' }))).toBe(
      'failed_precondition',
    )
    members.add('cleo')
    frozen.add('cleo')
    expect(await refusal(leave())).toBe('failed_precondition')
    // Administrators see who manages it indeed.
    const managers = async () => (await teamDrives.list({ after: '', limit: 9 }))[0]?.managers
    expect(await managers()).toMatchObject([{ kind: 'person', id: 'ana' }])
    frozen.delete('cleo')
    expect(await managers()).toHaveLength(2)
    await letIn('ben', 'viewer')
    await leave()
    expect(await refusal(grants.revoke(as('cleo'), group.id))).toBe('failed_precondition')
    // What is no manager's grant changes as before, also while the only manager is frozen.
    const bens = (await grants.list(as('cleo'), 'root')).grants.find(
      ({ grantee }) => grantee === 'person:ben',
    )
    frozen.add('cleo')
    await grants.leave(choir.id, bens?.id ?? '', [person('ben')])
    expect(await managers()).toEqual([])
  })

  test('the last active person of a managing group stays in it, and the group stays', async () => {
    const { grants, as, grantOf, members, frozen, db, people, drive } = await open()
    const singers = { kind: 'group', groupId: 'singers' } as const
    await grants.create(as('ana'), { nodeId: 'root', role: 'manager', grantee: singers })
    const shrink = (shrinking: (writer: Writer) => unknown) =>
      db.write(async (writer) => {
        const check = await keepManagers(writer, people, ['singers'])
        await shrinking(writer)
        await check()
      })
    const takeOut = () => shrink(() => members.delete('cleo'))
    // Ana manages it herself.
    await takeOut()
    members.add('cleo')
    await grants.revoke(as('ana'), await grantOf('ana'))
    expect(await refusal(takeOut())).toBe('failed_precondition')
    // It was refused: they are in it still.
    members.add('cleo')
    expect(await refusal(shrink((writer) => deleteGrantsOfGroup(writer, 'singers')))).toBe(
      'failed_precondition',
    )
    members.add('dora')
    await takeOut()
    // Whoever is frozen leaves nobody behind: the drive had no manager before.
    frozen.add('dora')
    await shrink(() => members.delete('dora'))
    members.add('eve')
    const lists = createSharedLists({ ...drive, grants })
    const losses = (sub: string) => lists.losses({ sub }, { size: 10, token: undefined })
    expect((await losses('eve')).team_drives.map(({ name }) => name)).toEqual(['Choir'])
    members.add('fay')
    expect((await losses('eve')).team_drives).toEqual([])
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

  test('every manager is told when an administrator appoints another one', async () => {
    const { grants, as, letIn, teamDrives, choir, note, db } = await open()
    await letIn('ben', 'editor')
    const singers = { kind: 'group', groupId: 'singers' } as const
    await grants.create(as('ana'), { nodeId: 'root', role: 'manager', grantee: singers })
    const told = () =>
      db.read((reader) =>
        reader
          .selectFrom('inbox_messages')
          .select(['person_sub', 'actor_sub', 'node_id'])
          .where('kind', '=', 'manager_appointed')
          .orderBy('person_sub')
          .execute(),
      )
    await teamDrives.appoint(choir.id, 'ben', note, 'boss')
    const about = { actor_sub: 'boss', node_id: choir.root_id }
    const both = [
      { person_sub: 'ana', ...about },
      { person_sub: 'cleo', ...about },
    ]
    expect(await told()).toEqual(both)
    // Nothing changes, and nobody is told.
    await teamDrives.appoint(choir.id, 'ben', note, 'boss')
    expect(await told()).toEqual(both)
  })

  test('an administrator appoints themselves only where no active person manages the drive', async () => {
    const { grants, as, teamDrives, choir, note, frozen } = await open()
    const singers = { kind: 'group', groupId: 'singers' } as const
    await grants.create(as('ana'), { nodeId: 'root', role: 'manager', grantee: singers })
    const appoint = () => teamDrives.appoint(choir.id, 'boss', note, 'boss')
    expect(await refusal(appoint())).toBe('failed_precondition')
    frozen.add('ana')
    expect(await refusal(appoint())).toBe('failed_precondition')
    frozen.add('cleo')
    expect((await appoint()).managers).toMatchObject([{ id: 'boss' }])
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

  test('a person makes so many team drives, not counting deleted ones, and an administrator any number', async () => {
    const { drive, grants, tell, note, person } = await open()
    const people = {
      ...drive.people,
      isAdministrator: async (_: unknown, sub: string) => sub === 'boss',
    }
    const teamDrives = createTeamDrives({ ...drive, people, grants, tell, teamDrivesEach: 2 })
    const make = (name: string, sub = 'ben') =>
      teamDrives.create({ name, managerSub: sub, quotaBytes: undefined, makerSub: sub }, note)
    const { id } = await make('A')
    const rest = await Promise.allSettled([make('B'), make('C'), make('D')])
    expect(rest.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(rest.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: {
        error: 'resource_exhausted',
        description:
          'a person may have created at most 2 team drives: delete one, or ask an administrator',
        details: [{ reason: 'too_many_team_drives', metadata: { most: '2' } }],
      },
    })
    await teamDrives.remove(person('ben'), id, 'A', note)
    await make('E')
    expect(await refusal(make('F'))).toBe('resource_exhausted')
    for (const name of ['A', 'B', 'C']) await make(name, 'boss')
    await removeDrive(drive, 'ben')
    await make('G')
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
