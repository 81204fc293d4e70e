import type { File } from '@awan/protocol/drive'
import type { ListSource } from './list-source.ts'

/** Answers as the server does: tokens are numbers of rows. */
export function createServer(count: number, { isMeasured = true, shortPages = false } = {}) {
  const names = Array.from({ length: count }, (_, index) => String(index))
  const pending = new Set<Promise<unknown>>()
  let failure: Error | undefined
  let asked = 0
  function answer<T>(make: () => T): Promise<T> {
    const answered = Promise.resolve().then(() => {
      if (failure) throw failure
      return make()
    })
    const settled = answered.catch(() => {})
    pending.add(settled)
    void settled.then(() => pending.delete(settled))
    return answered
  }
  const source: ListSource = {
    page({ page_token = '0', page_size }) {
      asked++
      return answer(() => {
        const from = Number(page_token)
        const end = from + (shortPages ? Math.ceil(page_size / 3) : page_size)
        const files = names.slice(from, end).map(toFile)
        return end < names.length ? { files, next_page_token: String(end) } : { files }
      })
    },
    measure({ page_size }) {
      return answer(() => {
        if (!isMeasured) return { every: page_size }
        let every = page_size
        while (names.length / every > 2000) every *= 2
        const tokens = Math.ceil(names.length / every) - 1
        return {
          count: names.length,
          every,
          page_tokens: Array.from({ length: tokens }, (_, index) => String((index + 1) * every)),
        }
      })
    },
  }
  return {
    ...source,
    asked: () => asked,
    insertFirst: (name: string) => names.unshift(name),
    fail: (error: Error | undefined) => {
      failure = error
    },
    async settled() {
      do {
        await Promise.all(pending)
        // What an answer has led to begins in the turns after it.
        for (let turn = 0; turn < 10; turn++) await Promise.resolve()
      } while (pending.size > 0)
    },
  }
}

export function toFile(name: string): File {
  return {
    id: `id-${name}`,
    kind: 'file',
    parent_id: 'root',
    name,
    size: 0,
    created_time: '2026-01-01T00:00:00.000Z',
    modified_time: '2026-01-01T00:00:00.000Z',
    starred: false,
    tags: [],
    etag: '"1"',
    capabilities: ['view', 'add', 'edit', 'share', 'own'],
  }
}
