import { createAdmin } from '@awan/client/admin'
import { createDriveClient, createShortcuts } from '@awan/client/drive'
import { expect, test } from 'vitest'
import { onEachBackend, onSharedBackend } from './testing/backends.ts'
import {
  createPerson,
  createSignedUpPerson,
  PASSWORD,
  type Person,
  signUp,
} from './testing/person.ts'
import { startServer } from './testing/server.ts'

const subOf = async ({ client }: Person) => (await client.user.me()).sub

async function readMails(url: string, to: string) {
  const answer = await fetch(`${url}/dev/outbox`)
  const messages = (await answer.json()) as { to: string; purpose: string; text: string }[]
  return messages.filter((message) => message.to === to && message.purpose === 'invitation')
}

onEachBackend((prepare) => {
  test('a recipient adds a shared folder to their own drive, follows it, and finds it broken when access has ended', async () => {
    await using server = await startServer(await prepare())
    const [ana, ben] = [
      await createSignedUpPerson(server.url),
      await createSignedUpPerson(server.url),
    ]
    const folder = await ana.drive.files.createFolder({ name: 'Trips' })
    const grantee = { kind: 'person', sub: await subOf(ben) } as const
    const grant = await ana.drive.shares.create(folder.id, { grantee, role: 'editor' })
    await ben.drive.shares.rename(grant, 'Our trips')
    expect((await ben.drive.shares.withMe()).shares).toMatchObject([{ alias: 'Our trips' }])

    const shortcuts = createShortcuts(ben.client)
    const target = { drive_id: grant.drive_id, file_id: folder.id }
    const shortcut = await shortcuts.create({ target })
    expect(shortcut).toMatchObject({ name: 'Our trips', shortcut: 'folder', size: 0 })
    expect((await ben.drive.files.list()).files).toMatchObject([
      { id: shortcut.id, shortcut: 'folder' },
    ])
    const found = await shortcuts.target(shortcut.id)
    expect(found).toMatchObject({
      drive_id: grant.drive_id,
      file: { id: folder.id, name: 'Trips' },
    })

    await ana.drive.shares.revoke(grant.id)
    const broken = shortcuts.target(shortcut.id)
    await expect(broken).rejects.toMatchObject({ error: 'failed_precondition' })
  })

  test('a folder is shared, found among what is shared with me, worked in, and left', async () => {
    await using server = await startServer(await prepare())
    const [ana, ben] = [
      await createSignedUpPerson(server.url),
      await createSignedUpPerson(server.url),
    ]
    const folder = await ana.drive.files.createFolder({ name: 'Trips' })
    const { data } = await ana.client.user.query({ email: ben.email })
    const sub = data[0]?.sub ?? ''
    expect(sub).toBe(await subOf(ben))
    const grantee = { kind: 'person', sub } as const
    const grant = await ana.drive.shares.create(folder.id, { grantee, role: 'editor', note: 'Hi' })
    expect(grant).toMatchObject({ role: 'editor', note: 'Hi', effect: 'full', grantee: { sub } })

    const { shares } = await ben.drive.shares.withMe()
    expect(shares).toMatchObject([
      { file: { name: 'Trips' }, owner: { name: 'Ana' }, grant: { id: grant.id, role: 'editor' } },
    ])
    const driveId = shares[0]?.grant.drive_id ?? ''
    const { drives } = await ben.drive.drives()
    expect(drives.map(({ id, own }) => [id, own])).toEqual([
      [expect.any(String), true],
      [driveId, false],
    ])
    expect(drives[1]?.tops).toEqual([
      { id: folder.id, name: 'Trips', kind: 'folder', role: 'editor' },
    ])
    const there = createDriveClient(ben.client, { driveId })
    await there.files.createFolder({ name: '2026', parent_id: folder.id })
    expect((await ana.drive.files.list({ parent_id: folder.id })).files).toHaveLength(1)
    await expect(there.shares.list(folder.id)).rejects.toMatchObject({ error: 'permission_denied' })
    expect((await ana.drive.shares.suggest({ query: 'an' })).grantees).toMatchObject([grantee])

    await ana.drive.shares.change(grant.id, { role: 'manager', note: null })
    const { owner, grants } = await there.shares.list(folder.id)
    expect(owner).toMatchObject({ sub: await subOf(ana) })
    expect(grants).toMatchObject([{ id: grant.id, role: 'manager' }])
    expect((await ana.drive.shares.byMe()).shares).toMatchObject([{ file: { name: 'Trips' } }])

    await ben.drive.shares.leave(grant)
    expect((await ben.drive.shares.withMe()).shares).toEqual([])
    expect((await ben.drive.drives()).drives).toHaveLength(1)
    await expect(there.files.get(folder.id)).rejects.toMatchObject({ error: 'not_found' })
  })

  test('an address without an account is invited by mail, and opens what waits for it after signing up', async () => {
    await using server = await startServer(await prepare())
    const ana = await createSignedUpPerson(server.url)
    const folder = await ana.drive.files.createFolder({ name: 'Trips' })
    const ben = createPerson(server.url)
    const grantee = { kind: 'email', email: ben.email } as const
    const grant = await ana.drive.shares.create(folder.id, { grantee, role: 'viewer' })
    expect(grant.grantee).toEqual(grantee)
    await expect.poll(() => readMails(server.url, ben.email)).toHaveLength(1)
    expect((await readMails(server.url, ben.email))[0]?.text).toMatch(/From: Ana\nShared: Trips/)
    await signUp(server.url, ben)
    expect((await ben.drive.shares.withMe()).shares).toMatchObject([{ file: { name: 'Trips' } }])
    await ana.drive.shares.revoke(grant.id)
    expect((await ben.drive.shares.withMe()).shares).toEqual([])
  })

  test('what is shared with a group opens for its members, also by a group in the group', async () => {
    await using server = await startServer(await prepare())
    // The first account is the administrator.
    const ana = await createSignedUpPerson(server.url)
    const ben = await createSignedUpPerson(server.url)
    const admin = createAdmin(ana.client)
    const { sudo_token } = await ana.client.user.sudo({ password: PASSWORD })
    const family = await admin.groups.create({ name: 'Family', sudo_token })
    const parents = await admin.groups.create({ name: 'Parents', sudo_token })
    await admin.groups.addMember(family.id, { group_id: parents.id }, { sudo_token })
    const folder = await ana.drive.files.createFolder({ name: 'Trips' })
    const grantee = { kind: 'group', id: family.id } as const
    await ana.drive.shares.create(folder.id, { grantee, role: 'viewer' })
    const names = async () => (await ben.drive.shares.withMe()).shares.map(({ file }) => file.name)
    expect(await names()).toEqual([])
    await admin.groups.addMember(parents.id, { sub: await subOf(ben) }, { sudo_token })
    expect(await names()).toEqual(['Trips'])
    expect((await ben.drive.shares.suggest()).grantees).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ kind: 'group', name: 'Family' })]),
    )
    expect((await admin.groups.get(family.id)).members).toMatchObject([{ name: 'Parents' }])
    await admin.groups.rename(family.id, { name: 'Everybody', sudo_token })
    expect((await admin.groups.list()).groups.map(({ name }) => name)).toEqual([
      'Everybody',
      'Parents',
    ])
    expect((await admin.groups.list({ query: 'paren' })).groups).toMatchObject([
      { name: 'Parents' },
    ])
    await admin.groups.removeMember(family.id, { group_id: parents.id }, { sudo_token })
    expect(await names()).toEqual([])
    await admin.groups.addMember(family.id, { sub: await subOf(ben) }, { sudo_token })
    expect(await names()).toEqual(['Trips'])
    await admin.groups.removeMember(family.id, { sub: await subOf(ben) }, { sudo_token })
    await admin.groups.remove(family.id, { sudo_token })
    expect((await ana.drive.shares.list(folder.id)).grants).toEqual([])
  })
})

onSharedBackend((prepare) => {
  test('a share made on one server is announced on the other, and ends the stream there when it ends', async () => {
    const backend = await prepare()
    await using first = await startServer(backend)
    await using second = await startServer(backend)
    const ana = await createSignedUpPerson(first.url)
    const ben = await createSignedUpPerson(second.url)
    const folder = await ana.drive.files.createFolder({ name: 'Trips' })
    const told = ben.drive.shares.events()[Symbol.asyncIterator]()
    expect((await told.next()).value).toEqual({ seq: 0 })
    const grantee = { kind: 'person', sub: await subOf(ben) } as const
    const grant = await ana.drive.shares.create(folder.id, { grantee, role: 'viewer' })
    expect((await told.next()).value).toEqual({ seq: 1 })
    const there = createDriveClient(ben.client, { driveId: grant.drive_id })
    const changes = there.changes.events()[Symbol.asyncIterator]()
    expect((await changes.next()).value).toMatchObject({ drive_id: grant.drive_id })
    await ana.drive.shares.change(grant.id, { role: 'editor' })
    expect((await told.next()).value).toEqual({ seq: 2 })
    await ana.drive.shares.revoke(grant.id)
    // Another event may still have been on its way.
    while (!(await changes.next()).done);
    expect((await told.next()).value).toEqual({ seq: 3 })
    await told.return?.()
  })
})
