import { ServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { everybody } from '../testing-access.ts'
import { createFindSharees } from './sharees.ts'

onEachDatabase((openDatabase) => {
  const caller = {
    person: { kind: 'person', sub: 'ana', appPasswordId: 'a' },
    driveId: undefined,
    limit: undefined,
    recheck: async () => undefined,
  } as const

  async function open(takePoint: (key: string) => Promise<void> = async () => undefined) {
    const taken: unknown[] = []
    const looked: string[] = []
    const find = createFindSharees(
      {
        db: await openDatabase(),
        people: {
          ...everybody,
          personOfContact: async (_reader, typed) => {
            looked.push(typed)
            return typed === 'dora99' ? 'dora' : undefined
          },
        },
        suggestGrantees: async (_person, { query }) =>
          'ben'.startsWith(query) ? [{ kind: 'person', sub: 'ben', name: 'ben' }] : [],
      },
      {
        async takePoint(key, { points, perSeconds }) {
          taken.push({ key, points, perSeconds })
          await takePoint(key)
        },
      },
    )
    return { taken, looked, find: (search: string) => find(caller, { search, limit: 10 }) }
  }

  test('a look-up by a whole contact counts as one of our own call, and others do not', async () => {
    const { taken, looked, find } = await open()
    for (const search of ['', 'b', 'ben', 'x', 'xy', 'eva@example.org']) await find(search)
    const search = { key: 'drive sharees user ana', points: 600, perSeconds: 600 }
    expect([taken, looked]).toEqual([Array(6).fill(search), []])
    taken.splice(0)
    expect((await find('dora99')).exact.users).toMatchObject([{ value: { shareWith: 'dora' } }])
    const contact = { key: 'query:contact:ana', points: 60, perSeconds: 3600 }
    expect(taken).toEqual([search, contact])
  })

  test('nobody goes through the names of everybody: searches are counted as in our own call', async () => {
    const { find } = await open(async (key) => {
      if (key.startsWith('drive sharees')) throw new ServiceError('resource_exhausted')
    })
    await expect(find('be')).rejects.toMatchObject({ error: 'resource_exhausted' })
  })

  test('when they are used up, those with whom one shares are left, and nobody is looked up', async () => {
    const { looked, find } = await open(async (key) => {
      if (key.startsWith('query:contact')) throw new ServiceError('resource_exhausted')
    })
    expect((await find('dora99')).exact.users).toEqual([])
    expect((await find('be')).found.users).toHaveLength(1)
    expect(looked).toEqual([])
    const broken = await open(async () => {
      throw new ServiceError('unavailable')
    })
    await expect(broken.find('dora99')).rejects.toMatchObject({ error: 'unavailable' })
  })
})
