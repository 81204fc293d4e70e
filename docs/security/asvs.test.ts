import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asvsNumbers } from './asvs-numbers.ts'

const ROOT = join(import.meta.dirname, '../..')
const page = await readFile(join(import.meta.dirname, 'asvs.md'), 'utf8')
const guide = await readFile(join(import.meta.dirname, 'README.md'), 'utf8')

const STATES = ['held', 'partly', 'not yet', 'does not apply']
const rows = page
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [, number = '', asks = '', state = '', where = ''] = line.split('|').map((c) => c.trim())
    return { number, asks, state, where }
  })

test('every requirement of levels 1 and 2 has a row, in the order of the standard', () => {
  const upToLevel3 = page.slice(0, page.indexOf('\n## Level 3 '))
  const numbers = [...upToLevel3.matchAll(/^\| (\d+\.\d+\.\d+) /gm)].map(([, number]) => number)
  expect(numbers).toEqual(asvsNumbers)
})

test('every row names the requirement, its state, and where it is met or why not', () => {
  const unclear = rows.filter(
    ({ asks, state, where }) => asks === '' || where === '' || !STATES.includes(state),
  )
  expect(unclear).toEqual([])
})

test('the list of open requirements at the top is complete', () => {
  const top = page.slice(page.indexOf('## What is open'), page.indexOf('\n## V1 '))
  const listed = new Set([...top.matchAll(/\d+\.\d+\.\d+/g)].map(([number]) => number))
  const open = rows
    .filter(({ number, state }) => asvsNumbers.includes(number) && isOpen(state))
    .map(({ number }) => number)
  expect(open.filter((number) => !listed.has(number))).toEqual([])
  const closed = asvsNumbers.filter((number) => listed.has(number) && !open.includes(number))
  expect(closed).toEqual([])
})

test('every named file exists', () => {
  const named = [...`${page}\n${guide}`.matchAll(/`([\w.@/-]+\.(?:tsx?|mjs|md|json))`/g)]
  expect(named.length).toBeGreaterThan(100)
  const missing = named.map(([, path = '']) => path).filter((path) => !existsSync(toFile(path)))
  expect(missing).toEqual([])
})

test('every named test exists in its file', async () => {
  const named = [...page.matchAll(/`([\w./-]+\.(?:test|spec)\.ts)`((?:,? "[^"]+")+)/g)]
  const names = named.flatMap(([, path = '', quoted = '']) =>
    [...quoted.matchAll(/"([^"]+)"/g)].map(([, name = '']) => ({ path, name })),
  )
  expect(names.length).toBeGreaterThan(80)
  const missing: string[] = []
  for (const { path, name } of names) {
    const source = await readFile(toFile(path), 'utf8')
    if (!source.includes(name)) missing.push(`${path}: ${name}`)
  }
  expect(missing).toEqual([])
})

function isOpen(state: string): boolean {
  return state === 'partly' || state === 'not yet'
}

/** Most of it is in the server, so that its folder is left out. */
function toFile(path: string): string {
  const isWhole = /^(apps|packages|docs|e2e|scripts)\/|^package-lock\.json$/.test(path)
  return join(ROOT, isWhole ? path : join('apps/server/src', path))
}
