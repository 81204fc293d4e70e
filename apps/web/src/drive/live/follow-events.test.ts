import { ServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { followEvents, type Told } from './follow-events.ts'
import { cancelledBy, createJournal, createLiveClock } from './testing.ts'

type Stream = (signal: AbortSignal | undefined) => AsyncGenerator<{ name: Told }>

/** Each connection does what the next stream says; the last one is for all that follow. */
function setUp(...streams: [Stream, ...Stream[]]) {
  const clock = createLiveClock()
  const journal = createJournal()
  const stop = new AbortController()
  const events: Told[] = []
  let connections = 0
  let heard = Promise.withResolvers<void>()
  const following = followEvents(
    {
      changes: {
        list: journal.list,
        allEvents(options) {
          const stream = streams[Math.min(connections, streams.length - 1)] ?? streams[0]
          connections += 1
          return stream(options?.signal)
        },
      },
      onEvent(told) {
        events.push(told)
        heard.resolve()
        heard = Promise.withResolvers()
      },
      ...clock,
    },
    stop.signal,
  )
  return {
    ...clock,
    journal,
    events,
    connections: () => connections,
    next: () => heard.promise,
    async [Symbol.asyncDispose]() {
      stop.abort()
      await following
    },
  }
}

const event = { name: 'seq' } as const

async function* broken(): AsyncGenerator<{ name: Told }> {
  yield event
  throw new ServiceError('unreachable')
}

// biome-ignore lint/correctness/useYield: it never gets to say anything
async function* refused(): AsyncGenerator<{ name: Told }> {
  throw new ServiceError('unreachable')
}

async function* open(signal: AbortSignal | undefined): AsyncGenerator<{ name: Told }> {
  yield event
  await cancelledBy(signal)
}

// biome-ignore lint/correctness/useYield: it is held back on its way
async function* silent(signal: AbortSignal | undefined): AsyncGenerator<{ name: Told }> {
  await cancelledBy(signal)
}

test('a broken event stream is opened again, sooner after one that worked', async () => {
  await using place = setUp(refused, refused, broken, open)
  await place.pass(500)
  await place.pass(1000)
  await place.next()
  const last = place.next()
  await place.pass(500)
  await last
  expect(place.connections()).toBe(4)
  expect(place.events).toEqual(['seq', 'seq'])
})

test('each event is reported by its name', async () => {
  await using place = setUp(async function* (signal) {
    yield { name: 'seq' }
    yield { name: 'inbox' }
    yield { name: 'shares' }
    await cancelledBy(signal)
  })
  while (place.events.length < 3) await place.next()
  expect(place.events).toEqual(['seq', 'inbox', 'shares'])
})

test('long polling takes over when the event stream stays silent', async () => {
  await using place = setUp(silent)
  const first = place.next()
  await place.pass(10_000)
  await first
  const second = place.next()
  place.journal.write('a')
  await second
  expect(place.connections()).toBe(1)
  expect(place.journal.asked.at(-1)).toEqual({ cursor: '1', wait: 50 })
  // Of shares and messages no answer tells: each time there may be new ones.
  expect(place.events).toEqual(['seq', 'shares', 'inbox', 'seq', 'shares', 'inbox'])
})
