import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  compare,
  parseMentions,
  parseRules,
  readMentions,
  readRules,
  summarize,
} from './spec-rules.ts'

test('every rule has a unique id', async () => {
  expect(compare(await readRules(), []).duplicates).toEqual([])
})

test('the rules of one file share a prefix that no other file uses', async () => {
  const rules = await readRules()
  const owners = Map.groupBy(rules, (rule) => rule.id.slice(0, 3))
  for (const [prefix, members] of owners) {
    const files = new Set(members.map((rule) => rule.file))
    expect([...files], `files that use ${prefix}`).toHaveLength(1)
  }
  expect(owners.size).toBe(new Set(rules.map((rule) => rule.file)).size)
})

test('every rule id in a test title exists', async () => {
  const rules = await readRules()
  const { unknown, untested } = compare(rules, await readMentions())
  process.stdout.write(`${summarize(rules, untested)}\n`)
  expect(unknown.map(({ id, at }) => `${at} names ${id}`)).toEqual([])
})

test('a rule is read with its id, its text and its file', () => {
  const markdown = '# Title\n\nSome words.\n\n- **ABC-1** First.\n- **ABC-12** Second.\n'
  expect(parseRules(markdown, 'letters.md')).toEqual([
    { id: 'ABC-1', text: 'First.', file: 'letters.md' },
    { id: 'ABC-12', text: 'Second.', file: 'letters.md' },
  ])
})

test.each(['- ABC-1 no stars', '- **ABC-0** zero', '- **abc-1** small', '  - **ABC-1** deeper'])(
  'a list item that is not a rule is refused with its file: %s',
  (line) => {
    expect(() => parseRules(line, 'letters.md')).toThrow(
      `letters.md: a list item must read "- **ABC-1** text", but one is: ${line}`,
    )
  },
)

test('rule ids are found at the start of test titles, in any quotes and several per title', () => {
  const source = [
    `test('${bracketed(1)} one', () => {})`,
    `test("${bracketed(2)} ${bracketed(3)} two", () => {})`,
    `test(\`[${'ABC'}-4, ABC-5] three \${x}\`, () => {})`,
    `test('four, see ${bracketed(6)}', () => {})`,
    `// ABC-7: a comment`,
  ].join('\n')
  expect(parseMentions(source, 'a.test.ts')).toEqual([
    { id: 'ABC-1', at: 'a.test.ts:1' },
    { id: 'ABC-2', at: 'a.test.ts:2' },
    { id: 'ABC-3', at: 'a.test.ts:2' },
    { id: 'ABC-4', at: 'a.test.ts:3' },
    { id: 'ABC-5', at: 'a.test.ts:3' },
  ])
})

test('rule ids are read from tests and browser stories only, not from installed packages', async () => {
  const root = await mkdtemp(join(tmpdir(), 'spec-rules-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const files = [
    'src/a.test.ts',
    'web/b.test.tsx',
    'e2e/story/c.spec.ts',
    'src/not-a-story.spec.ts',
    'src/source.ts',
    'node_modules/x/d.test.ts',
  ]
  for (const [index, file] of files.entries()) {
    await mkdir(join(root, file, '..'), { recursive: true })
    await writeFile(join(root, file), `test('${bracketed(index + 1)} holds', () => {})\n`)
  }
  expect((await readMentions(root)).map(({ at }) => at)).toEqual([
    'e2e/story/c.spec.ts:1',
    'src/a.test.ts:1',
    'web/b.test.tsx:1',
  ])
})

test('duplicate, unknown and untested rules are reported separately', () => {
  const rules = parseRules('- **ABC-1** a\n- **ABC-2** b\n- **ABC-1** c', 'letters.md')
  const strange = { id: 'ABC-9', at: 'a.test.ts:1' }
  const findings = compare(rules, [strange, { id: 'ABC-1', at: 'a.test.ts:2' }])
  expect(findings.duplicates).toEqual(['ABC-1'])
  expect(findings.unknown).toEqual([strange])
  expect(findings.untested.map((rule) => rule.id)).toEqual(['ABC-2'])
  expect(summarize(rules, findings.untested)).toBe(
    'letters.md    2 of   3 rules have a test\ntotal         2 of   3 rules have a test',
  )
})

/** Written in two parts, so that this file's own text names no rule. */
function bracketed(number: number): string {
  return `[${'ABC'}-${number}]`
}
