import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const here = new URL('./', import.meta.url)

async function read(path: string): Promise<string> {
  return readFile(new URL(path, here), 'utf8')
}

test('each call of the specification has a journey, and the README names it', async () => {
  const rules = [
    ...(await read('../../../../docs/spec/calls.md')).matchAll(
      /^- \*\*(CAL-\d+)\*\* .*?`(.*?)[`?{]/gm,
    ),
  ]
  const rows = [...(await read('README.md')).matchAll(/^\| (CAL-\d+) \| `(.*?)` \| (.*) \|$/gm)]
  expect(rules.length).toBeGreaterThan(30)
  expect(rows.map(([, rule]) => rule)).toEqual(rules.map(([, rule]) => rule))
  for (const [index, [, rule, call = '', journeys = '']] of rows.entries()) {
    expect(call, rule).toContain(rules[index]?.[2])
    const named = [...journeys.matchAll(/\[[\w-]+\]\((.+?)\)|"(.+?)"/g)]
    expect(named.length, rule).toBeGreaterThan(1)
    let source = ''
    for (const [, file, title] of named) {
      if (file !== undefined) source = await read(file)
      else
        expect(
          titlesOf(source).some((each) => each.includes(title ?? '')),
          title,
        ).toBe(true)
    }
  }
})

function titlesOf(source: string): string[] {
  return [...source.matchAll(/(?:test|\]\))\(\s*'(.+?)',/g)].map(([, title = '']) => title)
}
