import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { ManualClock } from '../../kernel/clock.ts'
import { systemRandom } from '../../kernel/id.ts'
import { createGroups, groupsOf } from './groups.ts'

onEachDatabase((openDatabase) => {
  async function open() {
    const db = await openDatabase()
    const groups = createGroups({ clock: new ManualClock(0), random: systemRandom })
    const make = (name: string) => db.write((writer) => groups.create(writer, name))
    const add = (id: string, member: { sub: string } | { groupId: string }) =>
      db.write((writer) => groups.add(writer, id, member))
    const of = (sub: string) => db.read((reader) => groupsOf(reader, sub))
    return { db, groups, make, add, of }
  }

  test('a person belongs to their groups and to the groups that contain those', async () => {
    const { db, groups, make, add, of } = await open()
    const [family, parents, others] = [await make('Family'), await make('Parents'), await make('X')]
    await add(parents, { sub: 'ana' })
    await add(parents, { sub: 'ana' })
    await add(family, { groupId: parents })
    await add(family, { sub: 'ben' })
    await add(others, { sub: 'ben' })
    expect((await of('ana')).sort()).toEqual([family, parents].sort())
    expect((await of('ben')).sort()).toEqual([family, others].sort())
    expect(await of('nobody')).toEqual([])
    await db.write((writer) => groups.remove(writer, family, { groupId: parents }))
    expect(await of('ana')).toEqual([parents])
  })

  test('groups nest one level deep, and a group cannot contain itself', async () => {
    const { make, add } = await open()
    const [a, b, c] = [await make('a'), await make('b'), await make('c')]
    await add(a, { groupId: b })
    const refused = { error: 'invalid_argument' }
    await expect(add(b, { groupId: c })).rejects.toMatchObject(refused)
    await expect(add(c, { groupId: a })).rejects.toMatchObject(refused)
    await expect(add(a, { groupId: a })).rejects.toMatchObject(refused)
  })

  test('the list contains only groups whose name contains the query, page by page', async () => {
    const { db, groups, make, add } = await open()
    const choir = await make('Choir')
    for (const name of ['The choir of men', 'Family', '100 % CHOIR']) await make(name)
    await add(choir, { sub: 'ana' })
    const list = (query: string | undefined, after?: { name: string; id: string }) =>
      db.read((reader) => groups.list(reader, { query, after, limit: 2 }))
    const names = async (query: string) => (await list(query)).map(({ name }) => name)
    const first = await list('choir')
    expect(first).toMatchObject([{ name: '100 % CHOIR' }, { name: 'Choir', members: 1 }])
    expect(await list('choir', first[1])).toMatchObject([{ name: 'The choir of men' }])
    expect(await names('%')).toEqual(['100 % CHOIR'])
    expect(await names('nobody')).toEqual([])
    expect(await list(undefined)).toHaveLength(2)
  })
})
