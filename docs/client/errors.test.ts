import { expect, test } from 'vitest'
import { catalogue, isErrorName } from '../../packages/protocol/src/errors/index.ts'
import { en } from '../../packages/protocol/src/errors/messages/en.ts'
import { type Page, readPages, withoutExamples } from './pages.ts'

const pages = await readPages()
const page = pages.find(({ name }) => name === 'errors.md') ?? { name: '', markdown: '' }
const table = tablesOf(page).find(([header]) => header?.includes('English text')) ?? []
const rows = table.slice(1).map(([name, code, text, advice]) => ({
  name: name?.replaceAll('`', ''),
  code: Number(code),
  text,
  advice,
}))

test('the table has every error of the catalogue, in its order, with its number and English text', () => {
  const expected = Object.entries(catalogue).map(([name, { code }]) => ({
    name,
    code,
    text: en.error[code],
  }))
  expect(rows.map(({ name, code, text }) => ({ name, code, text }))).toEqual(expected)
})

test('the table says for every error what an app should do', () => {
  expect(rows.filter(({ advice }) => !/^[A-Z].*\.$/.test(advice ?? ''))).toEqual([])
})

test('the texts quoted beside the table match the catalogue', () => {
  for (const text of [en.tooFrequent, en.error[0], en.defaultPrefix]) {
    expect(page.markdown).toContain(`"${text}"`)
  }
})

test('the other pages name only errors that exist', () => {
  const named = pages
    .flatMap(tablesOf)
    .filter(([header]) => header?.[0] === 'Error')
    .flatMap(([, ...errors]) => errors.flatMap(([cell = '']) => cell.match(/\w+/g) ?? []))
  expect(named.length).toBeGreaterThan(80)
  expect(named.filter((name) => !isErrorName(name))).toEqual([])
})

/** The tables of a page: rows of cells, the first one the header. */
function tablesOf(page: Page): string[][][] {
  const tables = withoutExamples(page).match(/^\|.*\n\|[-|]+\n(?:\|.*\n)+/gm) ?? []
  return tables.map((text) =>
    text
      .split('\n')
      .filter((line) => /^\| /.test(line))
      .map((line) => line.slice(2, -2).split(' | ')),
  )
}
