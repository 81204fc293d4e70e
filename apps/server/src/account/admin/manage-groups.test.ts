import {
  addGroupToGroup,
  addPersonToGroup,
  createGroup,
  getGroup,
  grantSudo,
  listGroups,
  removeGroup,
  removeGroupFromGroup,
  removePersonFromGroup,
  renameGroup,
} from '@awan/protocol/account'
import { expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { groupsOf } from '../groups/groups.ts'
import { createTestAccount, failure, PASSWORD } from '../testing.ts'

onEachDatabase((open) => {
  /** The first account is the administrator. */
  async function start(db: Database) {
    const heard: object[] = []
    const app = await createTestAccount(db, {
      accountFiles: [
        {
          remove: async () => undefined,
          handOver: async () => undefined,
          list: async function* () {},
          findFolder: async () => undefined,
          listShares: async () => [],
          listSavedSearches: async () => [],
          groupsShrink: async () => async () => undefined,
          groupRemoved: async (_writer, groupId) => void heard.push({ removed: groupId }),
          membershipChanged: async (_writer, member) => void heard.push(member),
        },
      ],
    })
    const admin = await app.signUp('admin@example.org', { name: 'Putri' })
    app.clock.advance(1000)
    const person = await app.signUp('rahma@example.org', { name: 'Rahma' })
    const accessToken = admin.access_token
    const { sudo_token: sudoToken } = await app.call(grantSudo, {
      body: { password: PASSWORD },
      accessToken,
    })
    const caller = { accessToken, sudoToken }
    const make = async (name: string) => {
      app.clock.advance(1000)
      return (await app.call(createGroup, { body: { name }, ...caller })).id
    }
    return { app, caller, admin, person, make, heard }
  }

  test('an administrator creates, renames and removes groups and their members, and each change is in the audit log', async () => {
    const db = await open()
    const { app, caller, person, make, heard } = await start(db)
    const [family, parents] = [await make('Family'), await make('Parents')]
    const { sub } = person
    await app.call(addPersonToGroup, { params: { group_id: parents, sub }, ...caller })
    await app.call(addPersonToGroup, { params: { group_id: parents, sub }, ...caller })
    const nested = { params: { group_id: family, inner_id: parents }, ...caller }
    await app.call(addGroupToGroup, nested)
    expect(await app.call(getGroup, { params: { group_id: family }, ...caller })).toMatchObject({
      name: 'Family',
      member_count: 1,
      members: [{ kind: 'group', id: parents, name: 'Parents' }],
    })
    expect(await app.call(getGroup, { params: { group_id: parents }, ...caller })).toMatchObject({
      members: [{ kind: 'person', sub, name: 'Rahma' }],
    })
    const mine = () => db.read((reader) => groupsOf(reader, sub))
    expect((await mine()).sort()).toEqual([family, parents].sort())
    const renamed = { params: { group_id: family }, body: { name: 'Everybody' }, ...caller }
    expect(await app.call(renameGroup, renamed)).toMatchObject({ name: 'Everybody' })
    await app.call(removeGroupFromGroup, nested)
    expect(await mine()).toEqual([parents])
    await app.call(removePersonFromGroup, { params: { group_id: parents, sub }, ...caller })
    expect(await mine()).toEqual([])
    await app.call(addPersonToGroup, { params: { group_id: family, sub }, ...caller })
    await app.call(removeGroup, { params: { group_id: family }, ...caller })
    expect(await mine()).toEqual([])
    const { groups } = await app.call(listGroups, { query: {}, ...caller })
    expect(groups).toMatchObject([{ id: parents, name: 'Parents', member_count: 0 }])
    expect(heard).toEqual([
      { sub },
      { groupId: parents },
      { groupId: parents },
      { sub },
      { sub },
      { removed: family },
    ])
    const events = await db.read((reader) =>
      reader
        .selectFrom('account_events')
        .select(['type', 'envelope'])
        .where('type', 'like', 'group.%')
        .orderBy('id')
        .execute(),
    )
    expect(events.map(({ type }) => type).sort()).toEqual([
      'group.created',
      'group.created',
      // Of the group, and of each person in their own history.
      ...Array.from({ length: 5 }, () => 'group.member_added'),
      ...Array.from({ length: 3 }, () => 'group.member_removed'),
      'group.removed',
      'group.renamed',
    ])
    const added = events.find(({ type }) => type === 'group.member_added')
    expect(JSON.parse(added?.envelope ?? '{}')).toMatchObject({
      specversion: '1.0.1',
      data: { group_id: expect.any(String), name: expect.any(String) },
    })
  })

  test('what an administrator did to groups stays recorded when their account is gone, and whoever was added sees it', async () => {
    const db = await open()
    const { app, caller, admin, person, make } = await start(db)
    const id = await make('Family')
    for (const sub of [person.sub, admin.sub]) {
      await app.call(addPersonToGroup, { params: { group_id: id, sub }, ...caller })
    }
    await db.write(async (w) => {
      await w.deleteFrom('account_events').where('sub', '=', admin.sub).execute()
    })
    const rows = await db.read((reader) =>
      reader
        .selectFrom('account_events')
        .select(['sub', 'type', 'envelope'])
        .where('type', 'like', 'group.%')
        .execute(),
    )
    const left = rows.map(({ sub, type, envelope }) => {
      const { data } = JSON.parse(envelope)
      return [sub, type, data.administrator, data.member_sub].join(' ')
    })
    expect(left.toSorted()).toEqual(
      [
        [id, 'group.created', admin.sub, ''],
        [id, 'group.member_added', admin.sub, admin.sub],
        [id, 'group.member_added', admin.sub, person.sub],
        [person.sub, 'group.member_added', admin.sub, person.sub],
      ]
        .map((row) => row.join(' '))
        .toSorted(),
    )
  })

  test('groups refuse a taken name, an unknown group or member, and a second level of nesting', async () => {
    const { app, caller, make } = await start(await open())
    const [a, b, c] = [await make('a'), await make('b'), await make('c')]
    expect(
      await failure(app.call(createGroup, { body: { name: ' a ' }, ...caller })),
    ).toMatchObject({
      error: 'already_exists',
    })
    const rename = { params: { group_id: b }, body: { name: 'a' }, ...caller }
    expect(await failure(app.call(renameGroup, rename))).toMatchObject({ error: 'already_exists' })
    await app.call(renameGroup, { ...rename, body: { name: 'b' } })
    const missing = { error: 'not_found' }
    const unknown = { params: { group_id: 'unknown' }, ...caller }
    expect(await failure(app.call(getGroup, unknown))).toMatchObject(missing)
    expect(await failure(app.call(removeGroup, unknown))).toMatchObject(missing)
    const nobody = { params: { group_id: a, sub: 'nobody' }, ...caller }
    expect(await failure(app.call(addPersonToGroup, nobody))).toMatchObject(missing)
    expect(await failure(app.call(removePersonFromGroup, nobody))).toMatchObject(missing)
    const nest = (group_id: string, inner_id: string) =>
      app.call(addGroupToGroup, { params: { group_id, inner_id }, ...caller })
    await nest(a, b)
    expect(await failure(nest(b, c))).toMatchObject({ error: 'invalid_argument' })
    expect(await failure(nest(c, a))).toMatchObject({ error: 'invalid_argument' })
  })

  test('groups are listed by name in pages, for administrators only, and changes need sudo', async () => {
    const { app, caller, person, make } = await start(await open())
    for (const name of ['c', 'a', 'b']) await make(name)
    const names: string[] = []
    let page_token: string | undefined
    do {
      const page = await app.call(listGroups, { query: { limit: 2, page_token }, ...caller })
      names.push(...page.groups.map(({ name }) => name))
      page_token = page.next_page_token
    } while (page_token !== undefined)
    expect(names).toEqual(['a', 'b', 'c'])
    const denied = { error: 'permission_denied' }
    const { accessToken } = caller
    const body = { name: 'd' }
    expect(await failure(app.call(createGroup, { body, accessToken }))).toMatchObject(denied)
    const other = { query: {}, accessToken: person.access_token }
    expect(await failure(app.call(listGroups, other))).toMatchObject(denied)
    const bad = { query: { page_token: 'x' }, accessToken }
    expect(await failure(app.call(listGroups, bad))).toMatchObject({ error: 'invalid_argument' })
  })
})
