import { expect, test } from 'vitest'
import { findImports } from './find-imports.ts'
import { findCycles } from './import-cycles.ts'

test('import cycles of any length are found', () => {
  expect(
    cyclesOf({
      'a/one.ts': "import { two } from './two.ts'",
      'a/two.ts': "export * from '../b/three.ts'",
      'b/three.ts': "const one = () => import('../a/one.ts')",
      'b/four.tsx': "import '../a/one.ts'",
    }),
  ).toEqual([['a/one.ts', 'a/two.ts', 'b/three.ts']])
})

test('two cycles are reported separately even if one imports the other', () => {
  const cycles = cyclesOf({
    'a.ts': "import './b.ts'",
    'b.ts': "import './a.ts'; import './c.ts'",
    'c.ts': "import './d.ts'",
    'd.ts': "import './c.ts'",
  })
  expect(cycles).toEqual([
    ['c.ts', 'd.ts'],
    ['a.ts', 'b.ts'],
  ])
})

test.each([
  ['a type', "import type { A } from './a.ts'"],
  ['a type in place', "let a: import('./a.ts').A"],
  ['a type that is passed on', "export type { A } from './a.ts'"],
])('%s closes a circle', (_what, code) => {
  expect(cyclesOf({ 'a.ts': "import './b.ts'", 'b.ts': code })).toEqual([['a.ts', 'b.ts']])
})

test.each([
  ['a worker', "new Worker(new URL('./a.ts', import.meta.url))"],
  ['a package', "import 'a.ts'"],
])('importing %s does not close a cycle', (_what, code) => {
  expect(cyclesOf({ 'a.ts': "import './b.ts'", 'b.ts': code })).toEqual([])
})

function cyclesOf(sources: Record<string, string>) {
  return findCycles(
    new Map(Object.entries(sources).map(([file, code]) => [file, findImports(file, code).imports])),
  )
}
