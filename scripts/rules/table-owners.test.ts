import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findTables, type TableUse } from './find-tables.ts'
import { judgeTables, type TableOwner, tableOwners } from './table-owners.ts'

const SERVER = fileURLToPath(new URL('../../apps/server/src/', import.meta.url))
const IGNORED = /\.test\.ts$|\/testing|^db\/|\.child\.ts$/

const HIDDEN_TABLE =
  /\.(?:selectFrom|innerJoin|leftJoin|crossJoin|insertInto|updateTable|deleteFrom)\(\s*\w+\s*[,)]/

const names = new Set(
  [...readFileSync(`${SERVER}db/tables.ts`, 'utf8').matchAll(/^ {2}(\w+): \w+Row$/gm)].map(
    ([, name = '']) => name,
  ),
)

const uses = globSync('**/*.ts', { cwd: SERVER })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !IGNORED.test(path))
  .map((file) => ({ file, tables: findTables(file, readFileSync(SERVER + file, 'utf8'), names) }))

test('every table has an owner', () => {
  expect(names.size).toBeGreaterThan(50)
  expect(Object.keys(tableOwners).toSorted()).toEqual([...names].toSorted())
})

test('a table is read and written by its owner, and by the listed exceptions', () => {
  expect(judgeTables(uses, tableOwners).join('\n'), 'ask the folder that owns the table').toBe('')
})

test('no exception is listed that is not needed any more', () => {
  const used = new Set(
    uses.flatMap(({ file, tables }) =>
      tables.map(({ table, writes }) => `${table} ${writes} ${posix.dirname(file)}`),
    ),
  )
  const idle = Object.entries<TableOwner>(tableOwners).flatMap(([table, { reads, writes }]) => [
    ...Object.keys(reads ?? {})
      .filter((folder) => !used.has(`${table} false ${folder}`))
      .map((folder) => `${table} is not read by ${folder}`),
    ...Object.keys(writes ?? {})
      .filter((folder) => !used.has(`${table} true ${folder}`))
      .map((folder) => `${table} is not written by ${folder}`),
  ])
  expect(idle).toEqual([])
})

test('SQL is written in stores only', () => {
  const elsewhere = uses
    .filter(({ file, tables }) => tables.length > 0 && !file.endsWith('.store.ts'))
    .map(({ file }) => file)
  // Parts of a query, which stores of other folders put into theirs.
  expect(elsewhere.toSorted()).toEqual(['drive/access/shared-until.ts', 'drive/marks/own-marks.ts'])
})

test('a query names its table, and no variable that holds the name', () => {
  const hidden = uses
    .map(({ file }) => file)
    .filter((file) => HIDDEN_TABLE.test(readFileSync(SERVER + file, 'utf8')))
  expect(hidden, 'the owner of such a table is not checked').toEqual([])
})

test.each<[string, Partial<TableUse>[]]>([
  ["reader.selectFrom('users').execute()", [{ table: 'users', writes: false }]],
  ["reader.selectFrom(['users as u', 'nodes'])", [{ table: 'users' }, { table: 'nodes' }]],
  ["writer.deleteFrom('nodes')", [{ table: 'nodes', writes: true }]],
  ["createPreparedInsert('nodes', [])", [{ table: 'nodes', writes: true }]],
  ['sql`select 1 from nodes join users on true`', [{ table: 'nodes' }, { table: 'users' }]],
  ['sql`update nodes set size = 1`', [{ table: 'nodes', writes: true }]],
  ["reader.selectFrom('below').select('nodes.id')", []],
])('in %s the tables are found', (code, expected) => {
  expect(findTables('x.ts', code, new Set(['users', 'nodes']))).toMatchObject(expected)
})

test('a failure names file, line, table, owner and reason', () => {
  const use = { table: 'users', writes: false, line: 3 }
  const [problem] = judgeTables([{ file: 'drive/x/x.store.ts', tables: [use] }], {
    users: { owner: 'account/users' },
  })
  expect(problem).toContain('drive/x/x.store.ts:3 reads users')
  expect(problem).toContain('account/users owns the table')
})
