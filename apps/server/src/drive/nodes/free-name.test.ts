import { expect, test } from 'vitest'
import { findFreeName } from './free-name.ts'

function takenBy(names: Iterable<string>) {
  const taken = new Set(names)
  const looks: string[] = []
  return {
    looks,
    isTaken: async (name: string) => {
      looks.push(name)
      return taken.has(name)
    },
  }
}

test('a free name stays as it is', async () => {
  expect(await findFreeName('a.txt', 'file', takenBy([]).isTaken)).toBe('a.txt')
})

test('the number is added before the extension of a file', async () => {
  const names = ['a.txt', 'a (2).txt', 'a (3).txt']
  expect(await findFreeName('a.txt', 'file', takenBy(names).isTaken)).toBe('a (4).txt')
})

test('a dot in a folder name does not start an extension', async () => {
  expect(await findFreeName('v1.2', 'folder', takenBy(['v1.2']).isTaken)).toBe('v1.2 (2)')
})

test('a leading dot does not start an extension', async () => {
  expect(await findFreeName('.env', 'file', takenBy(['.env']).isTaken)).toBe('.env (2)')
})

test('spaces in the name are kept, also before the number', async () => {
  expect(await findFreeName(' a ', 'folder', takenBy([' a ']).isTaken)).toBe(' a  (2)')
  expect(await findFreeName('a .txt', 'file', takenBy(['a .txt']).isTaken)).toBe('a  (2).txt')
})

test('the next free name after ten thousand copies is found in fewer than 40 lookups', async () => {
  const names = ['a', ...Array.from({ length: 9_999 }, (_, index) => `a (${index + 2})`)]
  const { isTaken, looks } = takenBy(names)
  expect(await findFreeName('a', 'file', isTaken)).toBe('a (10001)')
  expect(looks.length).toBeLessThan(40)
})

test('a long name is cut at a whole character to make room for the number', async () => {
  const name = `${'😀'.repeat(62)}.jpeg`
  const free = await findFreeName(name, 'file', takenBy([name]).isTaken)
  expect(free).toBe(`${'😀'.repeat(61)} (2).jpeg`)
  expect(Buffer.byteLength(free)).toBeLessThanOrEqual(255)
})
