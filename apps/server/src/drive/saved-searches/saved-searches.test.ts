import { MAX_SAVED_SEARCHES } from '@awan/protocol'
import { expect, test } from 'vitest'
import { expectError } from '../../blobs/testing.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { ManualClock } from '../../kernel/clock.ts'
import { systemRandom } from '../../kernel/id.ts'
import { deleteSavedSearchesOf, handOverSavedSearches } from './own-searches.ts'
import { createSavedSearches } from './saved-searches.ts'

onEachDatabase((openDatabase) => {
  async function open() {
    const db = await openDatabase()
    const clock = new ManualClock(Date.parse('2026-05-01T10:00:00Z'))
    return { db, searches: createSavedSearches({ db, clock, random: systemRandom }) }
  }
  const QUERY = { q: '海 sea', type_group: 'image', modified: 'year', starred: true } as const

  test('saved searches are listed by name, changed and deleted', async () => {
    const { searches } = await open()
    const trips = await searches.save('ana', { name: 'Trips', query: QUERY })
    expect(trips).toMatchObject({ query: QUERY, created_at: '2026-05-01T10:00:00.000Z' })
    await searches.save('ana', { name: 'bills 10', query: {} })
    await searches.save('ana', { name: 'Bills 9', query: {} })
    const names = async () => (await searches.list('ana')).map(({ name }) => name)
    expect(await names()).toEqual(['Bills 9', 'bills 10', 'Trips'])
    expect(await searches.change('ana', trips.id, { name: 'A trip' })).toMatchObject({
      name: 'A trip',
      query: QUERY,
    })
    const changed = await searches.change('ana', trips.id, { query: { q: 'lake' } })
    expect(changed).toMatchObject({ name: 'A trip', query: { q: 'lake' } })
    expect(await searches.change('ana', trips.id, {})).toEqual(changed)
    await searches.delete('ana', trips.id)
    expect(await names()).toEqual(['Bills 9', 'bills 10'])
    await expectError(searches.delete('ana', trips.id), 'not_found')
  })

  test("another person's saved searches are as those that do not exist", async () => {
    const { searches } = await open()
    const { id } = await searches.save('ana', { name: 'Trips', query: QUERY })
    expect(await searches.list('ben')).toEqual([])
    await expectError(searches.change('ben', id, { name: 'Mine' }), 'not_found')
    await expectError(searches.delete('ben', id), 'not_found')
    expect((await searches.list('ana'))[0]?.name).toBe('Trips')
  })

  test('a person has a limited number of saved searches', async () => {
    const { searches } = await open()
    for (let at = 0; at < MAX_SAVED_SEARCHES; at++) {
      await searches.save('ana', { name: `${at}`, query: {} })
    }
    await expectError(searches.save('ana', { name: 'more', query: {} }), 'resource_exhausted')
    await searches.save('ben', { name: 'first', query: {} })
  })

  test('saved searches are deleted with their person, or move to the account that the person moves into', async () => {
    const { db, searches } = await open()
    await searches.save('AMS=1', { name: 'Of the phone', query: QUERY })
    await searches.save('ana', { name: 'Own', query: {} })
    await db.write((writer) => handOverSavedSearches(writer, { from: 'AMS=1', to: 'ana' }))
    expect((await searches.list('ana')).map(({ name }) => name)).toEqual(['Of the phone', 'Own'])
    await searches.save('ben', { name: 'His', query: {} })
    await db.write((writer) => deleteSavedSearchesOf(writer, 'ana'))
    expect(await searches.list('ana')).toEqual([])
    expect(await searches.list('ben')).toHaveLength(1)
  })
})
