import { afterAll, beforeAll, expect, test } from 'vitest'
import { findExamples, readPages } from './pages.ts'
import { openWorkshop, type Workshop } from './workshop.ts'

const examples = (await readPages()).flatMap(findExamples)
const scripts = examples.filter(({ language }) => /^tsx?$/.test(language))

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop?.[Symbol.asyncDispose]())

test('every example compiles against the published package', async () => {
  expect(await workshop.compile(scripts)).toBe('')
})

test('an example that does not compile is reported with its page, line and reason', async () => {
  const code = 'await client.signIn.withPassword({ username: email })\n'
  const said = await workshop.compile([{ page: 'wrong.md', language: 'ts', code, line: 12 }])
  expect(said).toContain('wrong.line-12.ts(12,')
  expect(said).toContain("'password' is missing")
})

test('every example is TypeScript or a shell command', () => {
  const others = examples.filter((example) => !scripts.includes(example))
  expect(others.filter(({ language }) => language !== 'sh')).toEqual([])
  expect(scripts.length).toBeGreaterThan(30)
})

test('examples import only the client, React and Node', () => {
  const foreign = scripts.flatMap(({ page, code }) =>
    [...code.matchAll(/\b(?:from|import\() ?'([^']+)'/g)]
      .map(([, specifier = '']) => specifier)
      .filter((specifier) => !/^(@awan\/client(\/[\w-]+)?|react|node:[\w/]+)$/.test(specifier))
      .map((specifier) => `${page} imports ${specifier}`),
  )
  expect(foreign).toEqual([])
})

test('examples are found with their language and line, and an unclosed one is refused', () => {
  const fence = '`'.repeat(3)
  const markdown = `# Title\n\n${fence}ts\nconst a = 1\n${fence}\n\nText.\n\n${fence}sh\nls\n${fence}\n`
  expect(findExamples({ name: 'a.md', markdown })).toEqual([
    { page: 'a.md', language: 'ts', code: 'const a = 1\n', line: 4 },
    { page: 'a.md', language: 'sh', code: 'ls\n', line: 10 },
  ])
  expect(() => findExamples({ name: 'a.md', markdown: `${fence}ts\nconst a = 1` })).toThrow(
    'a.md: the code that begins in line 2 never ends',
  )
})
