import { createAdmin } from '@awan/client/admin'
import { createDriveClient, createTeamDrives } from '@awan/client/drive'
import { expect, test } from 'vitest'
import { onEachBackend } from './testing/backends.ts'
import { createSignedUpPerson, PASSWORD, type Person } from './testing/person.ts'
import { startServer } from './testing/server.ts'

const subOf = async ({ client }: Person) => (await client.user.me()).sub
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing was refused',
    ({ error }: { error: string }) => error,
  )

onEachBackend((prepare) => {
  test('a team drive is made, joined, filled from an own folder, renamed and deleted', async () => {
    await using server = await startServer(await prepare(), { teamDriveMakers: 'everybody' })
    const admin = await createSignedUpPerson(server.url)
    const [ana, ben] = [
      await createSignedUpPerson(server.url),
      await createSignedUpPerson(server.url),
    ]
    const { id: driveId } = await createTeamDrives(ana.client).create('  Choir ')
    const there = createDriveClient(ana.client, { driveId })
    expect(await there.about()).toMatchObject({ name: 'Choir', role: 'manager' })
    const grantee = { kind: 'person', sub: await subOf(ben) } as const
    await there.shares.create('root', { grantee, role: 'editor' })
    expect(await there.shares.list('root')).toMatchObject({ owner: { name: 'Choir' } })
    const { drives, can_create_team_drives } = await ben.drive.drives()
    expect(can_create_team_drives).toBe(true)
    expect(drives.map(({ kind, name }) => [kind, name])).toEqual([
      ['own', 'Ana'],
      ['team', 'Choir'],
    ])

    const folder = await ana.drive.files.createFolder({ name: 'Songs' })
    const begun = await there.files.moveFrom({}, [folder.id], 'root')
    await server.runChore('work on tasks')
    expect(await there.tasks.get(begun.task_id)).toMatchObject({ phase: 'complete', done: 1 })
    const bens = createDriveClient(ben.client, { driveId })
    expect((await bens.files.list()).files.map(({ name }) => name)).toEqual(['Songs'])
    expect((await ana.drive.files.list()).files).toEqual([])

    const bensDrives = createTeamDrives(ben.client)
    expect(await errorOf(bensDrives.rename(driveId, 'Mine'))).toBe('permission_denied')
    expect(await errorOf(createTeamDrives(admin.client).rename(driveId, 'Mine'))).toBe('not_found')
    const anas = createTeamDrives(ana.client)
    expect(await anas.rename(driveId, 'Band')).toEqual({ id: driveId, name: 'Band' })
    const another = await ben.client.user.sudo({ password: PASSWORD })
    const name = 'Band'
    expect(await errorOf(anas.remove(driveId, { name, ...another }))).toBe('permission_denied')
    const { sudo_token } = await ana.client.user.sudo({ password: PASSWORD })
    expect(await errorOf(anas.remove(driveId, { sudo_token }))).toBe('failed_precondition')
    await anas.remove(driveId, { name, sudo_token })
    expect(await errorOf(bens.files.list())).toBe('not_found')
    await server.runChore('remove deleted drives')
    expect((await ben.drive.drives()).drives).toHaveLength(1)
  })

  test('by default only administrators make team drives; they set quotas, appoint managers and delete', async () => {
    await using server = await startServer(await prepare())
    const [boss, ana] = [
      await createSignedUpPerson(server.url),
      await createSignedUpPerson(server.url),
    ]
    expect(await errorOf(createTeamDrives(ana.client).create('Choir'))).toBe('permission_denied')
    expect(await ana.drive.drives()).toMatchObject({ can_create_team_drives: false })
    expect(await boss.drive.drives()).toMatchObject({ can_create_team_drives: true })
    const { drives } = createAdmin(boss.client)
    const { sudo_token } = await boss.client.user.sudo({ password: PASSWORD })
    const manager_sub = await subOf(ana)
    const { id } = await drives.create({ name: 'Choir', manager_sub, sudo_token })
    expect(await errorOf(createDriveClient(boss.client, { driveId: id }).about())).toBe('not_found')
    const changed = await drives.change(id, { quota_bytes: 1000, sudo_token })
    expect(changed).toMatchObject({ name: 'Choir', quota_bytes: 1000, members: 1 })
    const own = await createTeamDrives(boss.client).create('Own')
    const all = await drives.list()
    expect(all.drives.map(({ name }) => name).toSorted()).toEqual(['Choir', 'Own'])
    expect(all.drives.find(({ name }) => name === 'Choir')?.managers).toEqual([
      { kind: 'person', id: manager_sub, name: 'Ana' },
    ])
    const appointed = await drives.appoint(own.id, manager_sub, { sudo_token })
    expect(appointed.managers).toHaveLength(2)
    expect(await errorOf(drives.remove(id, { name: 'Other', sudo_token }))).toBe(
      'failed_precondition',
    )
    await drives.remove(id, { name: 'Choir', sudo_token })
    const { events } = await createAdmin(boss.client).events()
    const types = events.map(({ type }) => type).filter((type) => type.startsWith('team_drive'))
    expect(types.toSorted()).toEqual([
      'team_drive.changed',
      'team_drive.created',
      'team_drive.created',
      'team_drive.manager_appointed',
      'team_drive.removed',
    ])
    expect(await errorOf(createAdmin(ana.client).drives.list())).toBe('permission_denied')
  })

  test('the last person of a group that alone manages a team drive cannot be taken out, and may be frozen', async () => {
    await using server = await startServer(await prepare())
    const [boss, ana] = [
      await createSignedUpPerson(server.url),
      await createSignedUpPerson(server.url),
    ]
    const admin = createAdmin(boss.client)
    const { sudo_token } = await boss.client.user.sudo({ password: PASSWORD })
    const sub = await subOf(ana)
    const { id } = await createTeamDrives(boss.client).create('Choir')
    const choir = createDriveClient(boss.client, { driveId: id })
    const group = await admin.groups.create({ name: 'Singers', sudo_token })
    await admin.groups.addMember(group.id, { sub }, { sudo_token })
    const grantee = { kind: 'group', id: group.id } as const
    await choir.shares.create('root', { grantee, role: 'manager' })
    const { grants } = await choir.shares.list('root')
    const own = grants.find(({ grantee }) => grantee.kind === 'person')
    await choir.shares.leave({ drive_id: id, id: own?.id ?? '' })
    const takeOut = () => admin.groups.removeMember(group.id, { sub }, { sudo_token })
    expect(await errorOf(takeOut())).toBe('failed_precondition')
    expect(await errorOf(admin.groups.remove(group.id, { sudo_token }))).toBe('failed_precondition')
    const managers = async () => (await admin.drives.list()).drives[0]?.managers
    expect(await managers()).toMatchObject([{ kind: 'group', name: 'Singers' }])
    // An account is frozen at once; administrators see that nobody manages the drive, and appoint somebody.
    await admin.users.setStatus(sub, { status: 'FROZEN', sudo_token })
    expect(await managers()).toEqual([])
    await admin.drives.appoint(id, await subOf(boss), { sudo_token })
    await takeOut()
  })
})
