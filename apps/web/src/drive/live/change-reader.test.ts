import { expect, test } from 'vitest'
import { createChangeReader } from './change-reader.ts'
import { createJournal, createLiveClock } from './testing.ts'

const CALM_MS = 250
const RETRY_MS = 3000

function setUp(journal = createJournal()) {
  const clock = createLiveClock()
  const told: string[] = []
  const stop = new AbortController()
  const reader = createChangeReader({
    changes: journal,
    onChanges: (changes) => told.push(changes.map(({ id }) => id).join()),
    onReset: () => told.push('reset'),
    wait: clock.wait,
  })
  const running = reader.run(stop.signal)
  return {
    ...clock,
    journal,
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
