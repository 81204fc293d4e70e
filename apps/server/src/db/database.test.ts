import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Database, Reader, Writer } from './database.ts'
import { onEachDatabase } from './testing.ts'

onEachDatabase((open, kind) => {
  test("a write returns its function's result and is seen by the next read", async () => {
    const db = await open()
    expect(await db.write((writer) => insert(writer, 'a').then(() => 42))).toBe(42)
    expect(await db.read(names)).toEqual(['a'])
    expect(await db.readLong(names)).toEqual(['a'])
  })

  test('a write that does not wait for the disk is seen by the next read too', async () => {
    const db = await open()
    await db.write((writer) => insert(writer, 'a'), { durable: false })
    expect(await db.read(names)).toEqual(['a'])
    expect(await db.readLong(names)).toEqual(['a'])
  })

  test('a failing write is rolled back without the writes that run at the same time', async () => {
    const db = await open()
    const outcomes = await Promise.allSettled([
      db.write((writer) => insert(writer, 'first')),
      db.write(async (writer) => {
        await insert(writer, 'undone')
        throw new Error('no')
      }),
      db.write(async (writer) => {
        await insert(writer, 'undone too')
        await insert(writer, 'undone too')
      }),
      db.write((writer) => insert(writer, 'last')),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ])
    expect(await db.read(names)).toEqual(['first', 'last'])
  })

  test('a write that throws before its first await is rejected, and the next write succeeds', async () => {
    const db = await open()
    const failing = db.write(() => {
      throw new Error('at once')
    })
    await expect(failing).rejects.toThrow('at once')
    await db.write((writer) => insert(writer, 'next'))
    await expect(
      db.read(() => {
        throw new Error('at once')
      }),
    ).rejects.toThrow('at once')
    expect(await db.read(names)).toEqual(['next'])
  })

  test('effects run after the commit, in order, before the write resolves', async () => {
    const db = await open()
    const events: string[] = []
    const seen: Promise<string[]>[] = []
    await db.write(async (writer) => {
      await insert(writer, 'a')
      writer.afterCommit(() => {
        events.push('first effect')
        seen.push(db.read(names))
      })
      writer.afterCommit(() => events.push('second effect'))
      events.push('work')
    })
    events.push('resolved')
    expect(events).toEqual(['work', 'first effect', 'second effect', 'resolved'])
    expect(await seen[0]).toEqual(['a'])
  })

  test('effects of a write that failed never run', async () => {
    const db = await open()
    let ran = false
    const failing = db.write(async (writer) => {
      writer.afterCommit(() => {
        ran = true
      })
      await insert(writer, 'a')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await db.write((writer) => insert(writer, 'b'))
    expect(ran).toBe(false)
  })

  test('an effect that throws is reported, and neither its write nor the next effect fails', async () => {
    const problems: string[] = []
    const db = await open({ onProblem: (problem) => problems.push(problem.message) })
    let ran = false
    await db.write(async (writer) => {
      writer.afterCommit(() => {
        throw new Error('broken effect')
      })
      writer.afterCommit(() => {
        ran = true
      })
      await insert(writer, 'a')
    })
    expect(problems).toEqual(['broken effect'])
    expect(ran).toBe(true)
    expect(await db.read(names)).toEqual(['a'])
  })

  test.each(['read', 'readLong'] as const)(
    '%s sees one snapshot from its first query to its last',
    async (how) => {
      const db = await open()
      await db.write((writer) => insert(writer, 'before'))
      const looked = Promise.withResolvers<void>()
      const written = Promise.withResolvers<void>()
      const reading = db[how](async (reader) => {
        const first = await names(reader)
        looked.resolve()
        await written.promise
        return [first, await names(reader)]
      })
      await looked.promise
      await db.write((writer) => insert(writer, 'meanwhile'))
      written.resolve()
      expect(await reading).toEqual([['before'], ['before']])
      expect(await db[how](names)).toEqual(['before', 'meanwhile'])
    },
  )

  test('reads do not see uncommitted rows', async () => {
    const db = await open()
    const inserted = Promise.withResolvers<void>()
    const looked = Promise.withResolvers<void>()
    const writing = db.write(async (writer) => {
      await insert(writer, 'a')
      inserted.resolve()
      await looked.promise
    })
    await inserted.promise
    expect(await db.read(names)).toEqual([])
    expect(await db.readLong(names)).toEqual([])
    looked.resolve()
    await writing
    expect(await db.read(names)).toEqual(['a'])
  })

  test('more reads than connections can run at once', async () => {
    const db = await open()
    await db.write((writer) => insert(writer, 'a'))
    const turns = Array.from({ length: 50 }, () =>
      db.read(async (reader) => {
        await new Promise(setImmediate)
        return await names(reader)
      }),
    )
    expect(new Set((await Promise.all(turns)).flat())).toEqual(new Set(['a']))
  })

  test('64 writers at once, ten times each, see no lock error', async () => {
    const db = await open()
    const writers = Array.from({ length: 64 }, async (_, writer) => {
      for (let i = 0; i < 10; i++) await db.write((tx) => insert(tx, `${writer} ${i}`))
    })
    await Promise.all(writers)
    expect(await db.read(names)).toHaveLength(640)
  })

  test('a reader or writer cannot be used after its transaction has ended', async () => {
    const db = await open()
    let reader: Reader | undefined
    let writer: Writer | undefined
    await db.read(async (handle) => {
      reader = handle
    })
    await db.write(async (handle) => {
      writer = handle
    })
    await expect(names(reader as Reader)).rejects.toThrow('after its transaction had ended')
    await expect(insert(writer as Writer, 'late')).rejects.toThrow(
      'after its transaction had ended',
    )
    expect(() => writer?.afterCommit(() => undefined)).toThrow('after its transaction had ended')
    expect(await db.read(names)).toEqual([])
  })

  test('a transaction that never settles is rolled back at its time limit and blocks nobody', async () => {
    const pass = useMovedTimers()
    await using db = await open({
      timeLimits: { writeMs: LIMIT_MS, readMs: LIMIT_MS, readLongMs: LIMIT_MS },
    })
    const never = new Promise<never>(() => undefined)
    const stuck = Promise.withResolvers<Writer>()
    const writing = db.write(async (writer) => {
      await insert(writer, 'undone')
      stuck.resolve(writer)
      await never
    })
    const late = await stuck.promise
    pass(LIMIT_MS - 1)
    // With nearly all of its own time left.
    const next = db.write((writer) => insert(writer, 'next'))
    pass(1)
    await expect(writing).rejects.toMatchObject({ error: 'deadline_exceeded' })
    await next
    await expect(insert(late, 'late')).rejects.toThrow('after its transaction had ended')
    for (const how of ['read', 'readLong'] as const) {
      let isPassing = false
      /** Once for all that have begun by then; who had to wait for a connection begins later. */
      const stall = () => {
        if (!isPassing) {
          setImmediate(() => {
            isPassing = false
            pass(LIMIT_MS)
          })
        }
        isPassing = true
        return never
      }
      const reading = Array.from({ length: 5 }, () => db[how](stall))
      for (const result of await Promise.allSettled(reading)) {
        expect(result).toMatchObject({
          status: 'rejected',
          reason: { error: 'deadline_exceeded' },
        })
      }
      expect(await db[how](names)).toEqual(['next'])
    }
  })

  test('a transaction cannot start another one inside, because it could wait for itself', async () => {
    const db = await open()
    await expect(db.write(() => db.write(async () => 1))).rejects.toThrow('inside another one')
    await expect(db.write(() => db.read(async () => 1))).rejects.toThrow('inside another one')
    await expect(db.read(() => db.readLong(async () => 1))).rejects.toThrow('inside another one')
  })

  test('an effect may start another write', async () => {
    const db = await open()
    const fromEffect = Promise.withResolvers<void>()
    await db.write(async (writer) => {
      await insert(writer, 'a')
      writer.afterCommit(() => {
        db.write((next) => insert(next, 'b')).then(fromEffect.resolve, fromEffect.reject)
      })
    })
    await fromEffect.promise
    expect(await db.read(names)).toEqual(['a', 'b'])
  })

  test('a reader has no methods to write, and the database refuses writes on it', async () => {
    const db = await open()
    for (const how of ['read', 'readLong'] as const) {
      await db[how](async (reader) => {
        expect(Object.keys(reader)).not.toContain('insertInto')
        // What the types forbid is tried all the same, through a builder that has it.
        const smuggled = reader.with('x', (q) => q.selectFrom('users').select('sub')) as never
        await expect(insert(smuggled, 'smuggled')).rejects.toThrow(/read-?only/i)
      })
    }
    expect(await db.read(names)).toEqual([])
  })

  test('several queries of one transaction may be started together', async () => {
    const db = await open()
    await db.write(async (writer) => {
      await Promise.all(['c', 'a', 'b'].map((name) => insert(writer, name)))
    })
    const both = await db.read((reader) => Promise.all([names(reader), names(reader)]))
    expect(both).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ])
  })

  test('counts, sums and large integers are returned as numbers', async () => {
    const db = await open()
    const size = Number.MAX_SAFE_INTEGER
    await db.write(async (writer) => {
      await writer
        .insertInto('secrets')
        .values({ name: 'a', value: '', created_at: size })
        .execute()
    })
    const row = await db.read((reader) =>
      reader
        .selectFrom('secrets')
        .select(({ fn }) => [
          'created_at',
          fn.countAll<number>().as('count'),
          fn.sum<number>('created_at').as('sum'),
          fn.max('created_at').as('max'),
        ])
        .groupBy('created_at')
        .executeTakeFirstOrThrow(),
    )
    expect(row).toEqual({ created_at: size, count: 1, sum: size, max: size })
  })

  test('an update and a delete report how many rows they changed', async () => {
    const db = await open()
    const touched = await db.write(async (writer) => {
      await insert(writer, 'a')
      await insert(writer, 'b')
      const updated = await writer.updateTable('secrets').set({ value: 'x' }).executeTakeFirst()
      const deleted = await writer.deleteFrom('secrets').where('name', '=', 'a').executeTakeFirst()
      return [updated.numUpdatedRows, deleted.numDeletedRows]
    })
    expect(touched).toEqual([2n, 1n])
  })

  test("text is sorted by its bytes, independent of the server's locale", async () => {
    const db = await open()
    const sorted = ['A', 'B', 'Z', '_', 'a', 'b', 'é', '中', '😀']
    await db.write(async (writer) => {
      for (const name of sorted.toReversed()) await insert(writer, name)
    })
    expect(await db.read(names)).toEqual(sorted)
    const after = await db.read((reader) =>
      reader.selectFrom('secrets').select('name').where('name', '>', 'a').orderBy('name').execute(),
    )
    expect(after.map(({ name }) => name)).toEqual(['b', 'é', '中', '😀'])
  })

  test('a reader can run a recursive query', async () => {
    const db = await open()
    const numbers = await db.read((reader) =>
      reader
        .withRecursive('counter(n)', (q) =>
          q
            .selectNoFrom(sql<number>`1`.as('n'))
            .unionAll(
              q.selectFrom('counter').select(sql<number>`n + 1`.as('n')).where('n', '<', 4),
            ),
        )
        .selectFrom('counter')
        .select('n')
        .execute(),
    )
    expect(numbers.map(({ n }) => n)).toEqual([1, 2, 3, 4])
  })

  test('check resolves while the database answers and rejects once it is closed', async () => {
    const db = await open()
    await db.check()
    await db[Symbol.asyncDispose]()
    await expect(db.check()).rejects.toMatchObject({ error: 'unavailable' })
  })

  test('closing waits for running transactions and refuses new ones', async () => {
    const db = await open()
    const writes = Array.from({ length: 5 }, (_, i) => db.write((writer) => insert(writer, `${i}`)))
    const reading = db.readLong(names)
    const closing = db[Symbol.asyncDispose]()
    await expect(db.write((writer) => insert(writer, 'late'))).rejects.toMatchObject({
      error: 'unavailable',
    })
    await Promise.all([...writes, reading, closing])
    await db[Symbol.asyncDispose]()
  })

  test('the database reports its kind', async () => {
    const db: Database = await open()
    expect(db.kind).toBe(kind)
  })
})

const LIMIT_MS = 1_000

/** Limits are reached when the test says so, and never because a machine is busy. */
function useMovedTimers(): (ms: number) => void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  return (ms) => {
    vi.advanceTimersByTime(ms)
  }
}

async function names(reader: Reader): Promise<string[]> {
  const rows = await reader.selectFrom('secrets').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}

async function insert(writer: Writer, name: string): Promise<void> {
  await writer.insertInto('secrets').values({ name, value: '', created_at: 0 }).execute()
}
