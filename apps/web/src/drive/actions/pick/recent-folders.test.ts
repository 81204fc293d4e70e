import { expect, test } from 'vitest'
import { keepRecentFolder, readRecentFolders } from './recent-folders.ts'

test('recent folders are listed newest first, without duplicates, four at most', () => {
  const storage = memory()
  for (const id of ['a', 'b', 'c', 'd', 'e', 'c']) {
    keepRecentFolder(storage, 'ana', { id, name: id.toUpperCase() })
  }
  expect(readRecentFolders(storage, 'ana').map(({ id }) => id)).toEqual(['c', 'e', 'd', 'b'])
  expect(readRecentFolders(storage, 'ana')[0]).toEqual({ id: 'c', name: 'C' })
})

test('recent folders of one person are not shown to another', () => {
  const storage = memory()
  keepRecentFolder(storage, 'ana', { id: 'a', name: 'A' })
  expect(readRecentFolders(storage, 'budi')).toEqual([])
})

test('invalid entries in the storage are not listed as recent folders', () => {
  const storage = memory()
  storage.setItem('awan.recent-folders.ana', '[{"id":3},null,{"id":"a","name":"A"}]')
  expect(readRecentFolders(storage, 'ana')).toEqual([{ id: 'a', name: 'A' }])
  storage.setItem('awan.recent-folders.ana', '{')
  expect(readRecentFolders(storage, 'ana')).toEqual([])
})

function memory(): Storage {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  } as Storage
}
