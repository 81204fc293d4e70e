import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { handOverDrive } from '../account-files/hand-over-drive.ts'
import { removeDrive } from '../account-files/remove-drive.ts'
import { refusal } from '../testing.ts'
import { KEPT_MS } from './inbox.ts'
import { MAX_TOLD, MAX_UNREAD_BY_ONE, WINDOW_MS } from './tell.ts'
import { groupMessagesChore, TOLD_AT_ONCE } from './tell-groups.ts'
import { openInbox } from './testing.ts'

onEachDatabase((openDatabase) => {
  const open = async (options?: { maxKept?: number }) => openInbox(await openDatabase(), options)

  test('a person is told what is shared with them, that their role has changed and that access has ended, the last word only', async () => {
    await using world = await open()
    const { share, shares, ana, shared, read, clock } = world
    const grant = await share(shared.id, 'ben')
    expect(await read('ben')).toEqual([
      {
        id: expect.any(String),
        kind: 'shared_with_you',
        created_time: new Date(clock.now()).toISOString(),
        read: false,
        drive_id: ana.driveId,
        actor: { sub: 'ana', name: 'ana' },
        file: { id: shared.id, name: 'shared', kind: 'folder' },
        role: 'viewer',
      },
    ])
    await shares.change(ana, grant.id, { note: 'have a look' })
    expect(await read('ben')).toMatchObject([{ kind: 'shared_with_you' }])
    await shares.change(ana, grant.id, { role: 'editor' })
    expect(await read('ben')).toMatchObject([{ kind: 'role_changed', role: 'editor' }])
    await share(shared.id, 'ben', 'viewer')
    expect(await read('ben')).toMatchObject([{ kind: 'role_changed', role: 'viewer' }])
    await shares.revoke(ana, grant.id)
    expect(await read('ben')).toMatchObject([{ kind: 'access_ended', actor: { sub: 'ana' } }])
  })

  test('a message names nothing that its reader no longer sees', async () => {
    await using world = await open()
    const { share, shares, ana, shared, outer, read, drive } = world
    const grant = await share(shared.id, 'ben')
    await share(outer.id, 'eva')
    await drive.nodes.update('ana', shared.id, { name: 'secret plans', conflict: 'fail' })
    expect((await read('ben'))[0]?.file?.name).toBe('secret plans')
    await shares.revoke(ana, grant.id)
    const ended = await read('ben')
    expect(ended).toHaveLength(1)
    expect(ended[0]).not.toHaveProperty('file')
    expect(JSON.stringify(ended)).not.toContain('secret plans')
    await drive.tasks.begin('ana', 'trash', { ids: [outer.id] })
    expect((await read('eva'))[0]).not.toHaveProperty('file')
  })

  test('nobody is told what they did themselves, nor what was done in their own drive', async () => {
    await using world = await open()
    const { share, shares, as, shared, read, groups, grants, ana } = world
    await share(shared.id, 'ben', 'manager')
    groups.set('team', ['ana', 'ben', 'eva'])
    const grantee = { kind: 'group', id: 'team' } as const
    await shares.create(as('ben'), { nodeId: shared.id, grantee, role: 'viewer' })
    expect(await read('ana')).toEqual([])
    expect(await read('ben')).toMatchObject([{ kind: 'shared_with_you', actor: { sub: 'ana' } }])
    expect(await read('eva')).toMatchObject([{ kind: 'shared_with_you', actor: { sub: 'ben' } }])
    const person = { kind: 'person', sub: 'eva' } as const
    const own = await share(shared.id, 'eva')
    await grants.leave(ana.driveId, own.id, [person])
    expect(await read('eva')).toMatchObject([{ kind: 'shared_with_you' }])
  })

  test('every member of a group is told at once, up to the limit; those of a larger one soon after', async () => {
    await using world = await open()
    const { shares, ana, shared, outer, read, groups } = world
    const members = Array.from({ length: MAX_TOLD }, (_, at) => `member${at}`)
    groups.set('team', members)
    const grantee = { kind: 'group', id: 'team' } as const
    await shares.create(ana, { nodeId: shared.id, grantee, role: 'viewer' })
    expect(await read(`member${MAX_TOLD - 1}`)).toHaveLength(1)
    groups.set('team', [...members, 'one more'])
    await shares.create(ana, { nodeId: outer.id, grantee, role: 'viewer' })
    expect(await read('one more')).toEqual([])
    expect(await read('member0')).toHaveLength(1)
    await world.tellGroups()
    expect(await read('one more')).toMatchObject([{ file: { id: outer.id }, role: 'viewer' }])
    expect(await read('member0')).toHaveLength(2)
    await world.tellGroups()
    expect(await read('member0')).toHaveLength(2)
  })

  test('a group of 10,000 people is told in short transactions, each person once, also when one fails in between', {
    timeout: 120_000,
  }, async () => {
    await using world = await open()
    const { db, shares, ana, shared, groups, people, tell } = world
    const members = Array.from({ length: 10_000 }, (_, at) => `member${at}`)
    groups.set('team', [...members, 'ana'])
    const grantee = { kind: 'group', id: 'team' } as const
    await shares.create(ana, { nodeId: shared.id, grantee, role: 'viewer' })
    const sizes: number[] = []
    const chore = groupMessagesChore({
      db,
      people,
      tell: {
        async ofGroup(writer, message, subs) {
          await tell.ofGroup(writer, message, subs)
          sizes.push(subs.length)
          // Its transaction is lost, as that of a process that is killed.
          if (sizes.length === 7) throw new Error('killed')
        },
      },
    })
    await expect(chore.run()).rejects.toThrow('killed')
    // Two processes go on.
    await Promise.all([chore.run(), world.tellGroups()])
    expect(Math.max(...sizes)).toBe(TOLD_AT_ONCE)
    const told = await db.read((reader) =>
      reader.selectFrom('inbox_messages').select('person_sub').execute(),
    )
    expect(told.map(({ person_sub }) => person_sub).toSorted()).toEqual(members.toSorted())
    const left = await db.read((reader) =>
      reader.selectFrom('group_messages').selectAll().execute(),
    )
    expect(left).toEqual([])
  })

  test('the last word about a share is what a large group is told, and what somebody was told since stays', async () => {
    await using world = await open()
    const { share, shares, ana, shared, read, groups, clock, drive } = world
    groups.set(
      'team',
      Array.from({ length: MAX_TOLD + 1 }, (_, at) => `member${at}`),
    )
    const grantee = { kind: 'group', id: 'team' } as const
    const grant = await shares.create(ana, { nodeId: shared.id, grantee, role: 'viewer' })
    clock.advance(1000)
    await shares.change(ana, grant.id, { role: 'editor' })
    clock.advance(1000)
    await share(shared.id, 'member1', 'manager')
    await world.tellGroups()
    expect(await read('member0')).toMatchObject([{ kind: 'role_changed', role: 'editor' }])
    expect(await read('member1')).toMatchObject([{ kind: 'shared_with_you', role: 'manager' }])
    await shares.create(ana, { nodeId: shared.id, grantee, role: 'contributor' })
    await removeDrive(drive, 'ana')
    await world.tellGroups()
    expect(await read('member0')).toEqual([])
  })

  test('a share that is rejected tells nobody', async () => {
    await using world = await open()
    const { shares, share, as, shared, read } = world
    await share(shared.id, 'ben')
    const grantee = { kind: 'person', sub: 'eva' } as const
    const attempt = shares.create(as('ben'), { nodeId: shared.id, grantee, role: 'viewer' })
    expect(await refusal(attempt)).toBe('permission_denied')
    expect(await read('eva')).toEqual([])
  })

  test('files that arrive in a drop folder are one message with a count and the names of the senders, until it is read or a day old', async () => {
    await using world = await open()
    const { drives, visitDrop, read, inbox, clock, shared } = world
    let made = 0
    const send = async (name: string, count: number, file = 'a.txt') => {
      const access = await visitDrop(name)
      await drives.transact({ ...access, right: 'add' }, async (transaction) => {
        for (let at = 0; at < count; at++) {
          const node = { id: `file${made++}`, kind: 'file', name: file, size: 1 } as const
          transaction.drive.reach.arriving?.add(node, transaction.now)
        }
      })
    }
    await send('Zoe', 2)
    clock.advance(60_000)
    await send('Max', 1)
    await send('Zoe', 1)
    // What Finder leaves beside them is not news.
    await send('Zoe', 1, '.DS_Store')
    await send('Eli', 1, '._a.txt')
    expect(await read('ana')).toMatchObject([
      {
        kind: 'drop_arrived',
        file: { id: shared.id, name: 'shared' },
        count: 4,
        senders: ['Zoe', 'Max'],
        created_time: new Date(clock.now()).toISOString(),
      },
    ])
    await inbox.markRead('ana', undefined)
    await send('Zoe', 1)
    expect(await read('ana')).toMatchObject([
      { count: 1, read: false },
      { count: 4, read: true },
    ])
    clock.advance(WINDOW_MS)
    await send('Zoe', 3)
    expect((await read('ana')).map(({ count }) => count)).toEqual([3, 1, 4])
  })

  test('messages are listed page by page, the newest first, marked as read and deleted', async () => {
    await using world = await open()
    const { folder, share, inbox, clock } = world
    for (const name of ['a', 'b', 'c']) {
      await share((await folder(name)).id, 'ben')
      clock.advance(1000)
    }
    const first = await inbox.list('ben', { size: 2, token: undefined })
    expect(first).toMatchObject({
      unread: 3,
      messages: [{ file: { name: 'c' } }, { file: { name: 'b' } }],
    })
    const second = await inbox.list('ben', { size: 2, token: first.next_page_token })
    expect(second.messages).toMatchObject([{ file: { name: 'a' } }])
    expect(second).not.toHaveProperty('next_page_token')
    const [newest] = first.messages
    expect(await inbox.markRead('ben', [newest?.id ?? '', 'unknown'])).toBe(2)
    expect(await inbox.markRead('eva', [second.messages[0]?.id ?? ''])).toBe(0)
    expect(await inbox.markRead('ben', undefined)).toBe(0)
    expect(await refusal(inbox.delete('eva', newest?.id ?? ''))).toBe('not_found')
    await inbox.delete('ben', newest?.id ?? '')
    expect((await inbox.list('ben', { size: 10, token: undefined })).messages).toHaveLength(2)
    const wrong = inbox.list('ben', { size: 10, token: 'wrong' })
    expect(await refusal(wrong)).toBe('invalid_argument')
  })

  test('an open stream of changes tells the number of unread messages at once and whenever it changes', async () => {
    await using world = await open()
    const { drive, following, share, shared, inbox } = world
    const ben = await drive.as('ben')
    const stream = await following.events.open({ ...ben, right: 'view' }, async () => undefined)
    const heard: number[] = []
    let told = () => {}
    stream.on('data', (data: Buffer) => {
      for (const [, text] of data.toString().matchAll(/event: inbox\ndata: (.*)\n/g)) {
        heard.push(JSON.parse(text ?? '').unread)
        told()
      }
    })
    const until = (unread: number) =>
      new Promise<void>((resolve) => {
        told = () => heard.at(-1) === unread && resolve()
        told()
      })
    await until(0)
    await share(shared.id, 'ben')
    await until(1)
    await inbox.markRead('ben', undefined)
    await until(0)
    expect(heard).toEqual([0, 1, 0])
    stream.destroy()
  })

  test('messages are deleted after their retention period, and of too many the oldest', async () => {
    await using world = await open({ maxKept: 2 })
    const { folder, share, inbox, clock, read } = world
    for (const name of ['a', 'b', 'c']) {
      await share((await folder(name)).id, 'ben')
      clock.advance(1000)
    }
    const cleanUp = async () => {
      for (const chore of inbox.chores) await chore.run()
    }
    await cleanUp()
    expect((await read('ben')).map(({ file }) => file?.name)).toEqual(['c', 'b'])
    clock.advance(KEPT_MS - 1500)
    await cleanUp()
    expect((await read('ben')).map(({ file }) => file?.name)).toEqual(['c'])
    clock.advance(1000)
    await cleanUp()
    expect(await read('ben')).toEqual([])
  })

  test('one person has a hundred unread messages in the inbox of another, and drops their own oldest ones only', async () => {
    await using world = await open()
    const { folder, outer, share, shares, as, inbox, clock, read } = world
    await share(outer.id, 'mia', 'manager')
    const grantee = { kind: 'person', sub: 'ben' } as const
    const shareBy = async (sub: string, name: string) => {
      const { id: nodeId } = await folder(name, outer.id)
      await shares.create(as(sub), { nodeId, grantee, role: 'viewer' })
      clock.advance(1000)
    }
    await shareBy('ana', 'of Ana')
    for (let at = 0; at < MAX_UNREAD_BY_ONE + 2; at++) await shareBy('mia', `mia ${at}`)
    const page = await inbox.list('ben', { size: 200, token: undefined })
    const names = page.messages.map(({ file }) => file?.name)
    expect(names).toHaveLength(MAX_UNREAD_BY_ONE + 1)
    expect(names.slice(-2)).toEqual(['mia 2', 'of Ana'])
    expect(await read('mia')).toHaveLength(1)
    // What was read makes no room and takes none.
    await inbox.markRead('ben', undefined)
    await shareBy('mia', 'another')
    expect((await inbox.list('ben', { size: 200, token: undefined })).messages).toHaveLength(
      MAX_UNREAD_BY_ONE + 2,
    )
  })

  test('an administrator who appoints a manager cannot push the message about it out of an inbox', async () => {
    await using world = await open()
    const { db, tell, folder, outer, share, shares, as, ana, clock, inbox } = world
    await share(outer.id, 'mia', 'manager')
    await db.write((writer) =>
      tell.people(writer, ['ben'], {
        kind: 'manager_appointed',
        driveId: ana.driveId,
        nodeId: outer.id,
        at: clock.now(),
        actorSub: 'mia',
      }),
    )
    const grantee = { kind: 'person', sub: 'ben' } as const
    for (let at = 0; at < MAX_UNREAD_BY_ONE + 2; at++) {
      clock.advance(1000)
      const { id: nodeId } = await folder(`mia ${at}`, outer.id)
      await shares.create(as('mia'), { nodeId, grantee, role: 'viewer' })
    }
    const { messages } = await inbox.list('ben', { size: 200, token: undefined })
    expect(messages).toHaveLength(MAX_UNREAD_BY_ONE + 1)
    expect(messages.at(-1)?.kind).toBe('manager_appointed')
  })

  test('an open request for access stays however many messages come after it', async () => {
    await using world = await open({ maxKept: 2 })
    const { outer, shared, folder, share, requests, ana, inbox, clock, read } = world
    await share(outer.id, 'ben', 'manager')
    await requests.ask('cleo', { driveId: ana.driveId, fileId: shared.id, message: undefined })
    for (const name of ['a', 'b', 'c']) {
      clock.advance(1000)
      await share((await folder(name)).id, 'ben')
    }
    for (const chore of inbox.chores) await chore.run()
    expect((await read('ben')).map(({ kind, file }) => [kind, file?.name])).toEqual([
      ['shared_with_you', 'c'],
      ['shared_with_you', 'b'],
      ['access_asked', 'shared'],
    ])
  })

  test('the inbox of a deleted account is deleted with its settings and its requests', async () => {
    await using world = await open()
    const { db, drive, share, shared, outer, requests, inbox, read, ana } = world
    await share(shared.id, 'ben')
    await requests.ask('ben', { driveId: ana.driveId, fileId: outer.id, message: undefined })
    await inbox.changeSettings('ben', { shared_with_you: 'never' })
    await removeDrive(drive, 'ben')
    expect(await read('ben')).toEqual([])
    expect(await read('ana')).toEqual([])
    const left = await db.read((reader) =>
      reader.selectFrom('inbox_settings').selectAll().execute(),
    )
    expect(left).toEqual([])
  })

  test('the inbox of a merged account belongs to the other account', async () => {
    await using world = await open()
    const { db, drive, share, shared, read } = world
    await share(shared.id, 'old')
    await drive.drives.of('ben')
    const move = { from: 'old', to: 'ben', folderName: 'Phone' }
    await db.write((writer) => handOverDrive(drive, writer, move))
    expect(await read('ben')).toMatchObject([{ file: { id: shared.id }, actor: { sub: 'ana' } }])
    expect(await read('old')).toEqual([])
  })
})
