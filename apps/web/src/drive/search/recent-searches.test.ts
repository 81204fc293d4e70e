import { expect, test } from 'vitest'
import { createRecentSearches } from './recent-searches.ts'

function memory() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

test('recent searches are listed newest first, without duplicates, six at most', () => {
  const storage = memory()
  const searches = createRecentSearches('ana', () => storage)
  for (const query of ['a', 'b', ' a ', 'c', 'd', 'e', 'f', 'g', '  ']) searches.remember(query)
  expect(searches.all()).toEqual(['g', 'f', 'e', 'd', 'c', 'a'])
  searches.forget()
  expect(searches.all()).toEqual([])
})

test('recent searches of one person are not shown to another', () => {
  const storage = memory()
  createRecentSearches('ana', () => storage).remember('alps')
  expect(createRecentSearches('budi', () => storage).all()).toEqual([])
})

test('blocked or damaged storage yields no recent searches and no error', () => {
  const blocked = createRecentSearches('ana', () => {
    throw new DOMException('blocked', 'SecurityError')
  })
  blocked.remember('alps')
  blocked.forget()
  expect(blocked.all()).toEqual([])

  const storage = memory()
  storage.setItem('awan.searches.ana', '{"not":"a list"')
  expect(createRecentSearches('ana', () => storage).all()).toEqual([])
  storage.setItem('awan.searches.ana', '[1, "alps", null]')
  expect(createRecentSearches('ana', () => storage).all()).toEqual(['alps'])
})
