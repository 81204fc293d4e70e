import { expect, test } from 'vitest'
import { keepRecentFolder, readRecentFolders } from './recent-folders.ts'

test('the latest comes first, each once, and only a few are kept', () => {
  const storage = memory()
  for (const id of ['a', 'b', 'c', 'd', 'e', 'c']) {
    keepRecentFolder(storage, 'ana', { id, name: id.toUpperCase() })
  }
  expect(readRecentFolders(storage, 'ana').map(({ id }) => id)).toEqual(['c', 'e', 'd', 'b'])
  expect(readRecentFolders(storage, 'ana')[0]).toEqual({ id: 'c', name: 'C' })
})

test('what one person chose is not shown to another', () => {
  const storage = memory()
  keepRecentFolder(storage, 'ana', { id: 'a', name: 'A' })
  expect(readRecentFolders(storage, 'budi')).toEqual([])
})

test('nonsense in the storage is no folder', () => {
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
