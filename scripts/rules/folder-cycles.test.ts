import { expect, test } from 'vitest'
import { findImports } from './find-imports.ts'
import { describeFolderCycle, findFolderCycles } from './folder-cycles.ts'

test('finds sibling folders that import one another, at any depth', () => {
  const cycles = cyclesOf({
    'src/a/one.ts': "import '../b/two.ts'",
    'src/b/two.ts': "import type { C } from '../c/deep/three.ts'",
    'src/c/deep/three.ts': "import '../../a/four.ts'",
    'src/d/x/one.ts': "import '../y/two.ts'",
    'src/d/y/two.ts': "const three = () => import('../x/three.ts')",
    'src/e/one.ts': "import '../a/one.ts'",
  })
  expect(cycles).toEqual(['src: a, b, c', 'src/d: x, y'])
})

test.each([
  ['a file beside the folders', { 'src/join.ts': "import './a/one.ts'" }, '../join.ts'],
  ['a test', { 'src/b/two.test.ts': "import '../a/one.ts'" }, '../b/two.ts'],
  ['a part of tests', { 'src/b/testing-two.ts': "import '../a/one.ts'" }, '../b/two.ts'],
  ['a folder of tests', { 'src/b/testing/two.ts': "import '../../a/one.ts'" }, '../b/two.ts'],
  [
    'a worker',
    { 'src/b/two.ts': "new Worker(new URL('../a/one.ts', import.meta.url))" },
    '../b/two.ts',
  ],
])('%s closes no circle of folders', (_what, sources, imported) => {
  expect(cyclesOf({ 'src/a/one.ts': `import '${imported}'`, ...sources })).toEqual([])
})

test('a failure names the folders, the imports between them, the rule and its reason', () => {
  const [cycle] = findFolderCycles(
    importsOf({
      'src/a/one.ts': "import '../b/two.ts'\nimport '../b/three.ts'",
      'src/b/two.ts': "import '../a/one.ts'",
    }),
  )
  expect(cycle && describeFolderCycle(cycle)).toBe(
    `src: a, b import one another
    b -> a
        src/b/two.ts:1 imports src/a/one.ts
    a -> b
        src/a/one.ts:1 imports src/b/two.ts
        src/a/one.ts:2 imports src/b/three.ts
    rule: folders of one parent import each other in one direction only
    why:  folders in a circle cannot be read, tested or changed one at a time; move the file that is in the wrong one`,
  )
})

function cyclesOf(sources: Record<string, string>): string[] {
  return findFolderCycles(importsOf(sources)).map(
    ({ parent, folders }) => `${parent}: ${folders.join(', ')}`,
  )
}

function importsOf(sources: Record<string, string>) {
  return new Map(
    Object.entries(sources).map(([file, code]) => [file, findImports(file, code).imports]),
  )
}
