import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

test('importing the errors loads no language and no other package', async () => {
  const { files, packages } = await staticImports(join(import.meta.dirname, 'index.ts'))
  expect([...files].filter((path) => path.includes('messages/'))).toEqual([])
  expect([...packages]).toEqual([])
  expect([...files]).toContain(join(import.meta.dirname, 'service-error.ts'))
  expect([...files]).toContain(join(import.meta.dirname, '../locales.ts'))
})

interface Reached {
  files: Set<string>
  packages: Set<string>
}

/** What a module pulls in before it runs; `import()` and types are not among it. */
async function staticImports(
  path: string,
  reached: Reached = { files: new Set(), packages: new Set() },
): Promise<Reached> {
  if (reached.files.has(path)) return reached
  reached.files.add(path)
  const source = await readFile(path, 'utf8')
  const statements = source.matchAll(
    /^(?:import|export)\s(?!type\b)(?:[^'"()]*?\sfrom\s)?\s*['"]([^'"]+)['"]/gm,
  )
  for (const [, target = ''] of statements) {
    if (target.startsWith('.')) await staticImports(join(dirname(path), target), reached)
    else reached.packages.add(target)
  }
  return reached
}
