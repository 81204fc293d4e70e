import { expect, test } from 'vitest'
import { createReach } from '../offline/reach.ts'
import { createChangeReader } from './change-reader.ts'
import { createJournal, createLiveClock } from './testing.ts'

const CALM_MS = 250
const RETRY_MS = 3000

function setUp(journal = createJournal()) {
  const clock = createLiveClock()
  const told: string[] = []
  const stop = new AbortController()
  const reach = createReach()
  const reader = createChangeReader({
    changes: journal,
    onChanges: (changes) => told.push(changes.map(({ id }) => id).join()),
    onReset: () => told.push('reset'),
    takeOldestSeq: reach.takeOldestSeq,
    wait: clock.wait,
  })
  reach.subscribe(reader.checkAge)
  const running = reader.run(stop.signal)
  return {
    ...clock,
    journal,
    reach,
    reader,
    told,
    async [Symbol.asyncDispose]() {
      stop.abort()
      await running
    },
  }
}

test('only changes after the start are reported', async () => {
  const journal = createJournal()
  journal.write('before')
  await using place = setUp(journal)
  await place.pass(CALM_MS)
  journal.write('a', 'b')
  place.reader.catchUp()
  await place.pass(CALM_MS)
  expect(place.told).toEqual(['a,b'])
})

test.each(['before', 'after'])(
  'a change between the answer of a list and the first cursor resets the view when the list arrives %s the cursor',
  async (order) => {
    const journal = createJournal()
    journal.write('listed')
    const listedSeq = 1
    journal.write('missed')
    await using place = setUp(journal)
    if (order === 'before') place.reach.answered(listedSeq)
    await place.pass(CALM_MS)
    if (order === 'after') place.reach.answered(listedSeq)
    expect(place.told).toEqual(['reset'])
    // What is read again shows all of it.
    place.reach.answered(2)
    expect(place.told).toEqual(['reset'])
  },
)

test('a server whose numbers have gone back is read again once, not for ever', async () => {
  const journal = createJournal()
  for (const id of ['a', 'b', 'c']) journal.write(id)
  await using place = setUp(journal)
  await place.pass(CALM_MS)
  for (let answers = 0; answers < 3; answers++) place.reach.answered(1)
  expect(place.told).toEqual(['reset'])
})

test('a list that shows what the first cursor knows is not read again', async () => {
  const journal = createJournal()
  journal.write('listed')
  await using place = setUp(journal)
  place.reach.answered(1)
  await place.pass(CALM_MS)
  place.reach.answered(1)
  expect(place.told).toEqual([])
})

test('a burst of changes is read in one call', async () => {
  await using place = setUp()
  await place.pass(CALM_MS)
  for (const id of ['a', 'b', 'c']) {
    place.journal.write(id)
    place.reader.catchUp()
  }
  await place.pass(CALM_MS)
  expect(place.told).toEqual(['a,b,c'])
  expect(place.journal.asked).toHaveLength(2)
})

test('a failed read is retried', async () => {
  await using place = setUp()
  await place.pass(CALM_MS)
  place.journal.write('a')
  place.journal.failOnce('unreachable')
  place.reader.catchUp()
  await place.pass(RETRY_MS)
  await place.pass(CALM_MS)
  expect(place.told).toEqual(['a'])
})

test('an expired cursor resets the view, and reading continues from there', async () => {
  await using place = setUp()
  await place.pass(CALM_MS)
  place.journal.failOnce('out_of_range')
  place.journal.write('lost')
  place.reader.catchUp()
  await place.pass(CALM_MS)
  expect(place.told).toEqual(['reset'])
  place.journal.write('a')
  place.reader.catchUp()
  await place.pass(CALM_MS)
  expect(place.told).toEqual(['reset', 'a'])
})

test('very many changes reset the view instead of being read to the end', async () => {
  await using place = setUp(createJournal({ pageSize: 2 }))
  await place.pass(CALM_MS)
  place.journal.write(...Array.from({ length: 20 }, (_, index) => `f${index}`))
  place.reader.catchUp()
  await place.pass(CALM_MS)
  expect(place.told.at(-1)).toBe('reset')
  expect(place.told).toHaveLength(6)
})

test('a restarted reader reports the changes made in between', async () => {
  const journal = createJournal()
  const clock = createLiveClock()
  const told: string[] = []
  const reader = createChangeReader({
    changes: journal,
    onChanges: (changes) => told.push(...changes.map(({ id }) => id)),
    onReset: () => told.push('reset'),
    takeOldestSeq: createReach().takeOldestSeq,
    wait: clock.wait,
  })
  const first = new AbortController()
  const running = reader.run(first.signal)
  await clock.pass(CALM_MS)
  first.abort()
  await running
  journal.write('meanwhile')
  const second = new AbortController()
  const again = reader.run(second.signal)
  await clock.pass(CALM_MS)
  expect(told).toEqual(['meanwhile'])
  second.abort()
  await again
})
