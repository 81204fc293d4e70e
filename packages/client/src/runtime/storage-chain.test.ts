import { expect, test, vi } from 'vitest'
import { createStorageChain, type WebStorage } from './storage-chain.ts'

function createLocalStorage(): WebStorage & { values: Map<string, string>; isFull: boolean } {
  const values = new Map<string, string>()
  return {
    values,
    isFull: false,
    getItem: (key) => values.get(key) ?? null,
    setItem(key, value) {
      if (this.isFull) throw new Error('QuotaExceededError')
      values.set(key, value)
    },
    key: (index: number) => [...values.keys()][index] ?? null,
    get length() {
      return values.size
    },
    removeItem: (key) => void values.delete(key),
  }
}

test('[STO-4] local storage is used where it works', () => {
  const local = createLocalStorage()
  const warn = vi.fn()
  const storage = createStorageChain(() => local, warn)
  storage.set('k', 'v')
  expect(local.values.get('k')).toBe('v')
  expect(storage.get('k')).toBe('v')
  storage.remove('k')
  expect(storage.get('k')).toBeUndefined()
  expect(warn).not.toHaveBeenCalled()
})

test('[STO-4] memory is used when local storage is blocked, with one warning', () => {
  const warn = vi.fn()
  const storage = createStorageChain(() => {
    throw new Error('SecurityError')
  }, warn)
  storage.set('k', 'v')
  expect(storage.get('k')).toBe('v')
  storage.remove('k')
  expect(storage.get('k')).toBeUndefined()
  expect(warn).toHaveBeenCalledTimes(1)
})

test('a value that no longer fits is kept in memory, and the old one is removed from local storage', () => {
  const local = createLocalStorage()
  const storage = createStorageChain(
    () => local,
    () => {},
  )
  storage.set('k', 'old')
  local.isFull = true
  storage.set('k', 'new')
  expect(storage.get('k')).toBe('new')
  expect(local.values.has('k')).toBe(false)
  storage.remove('k')
  expect(storage.get('k')).toBeUndefined()
})
