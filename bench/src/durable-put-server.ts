import { fdatasync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import BetterSqlite3 from 'better-sqlite3'
import { fastify } from 'fastify'

/**
 * The least that a durable PUT costs on our HTTP stack: the body becomes one row of one table, and the answer follows when
 * the row is on the disk. `node durable-put-server.ts FOLDER each` commits each row alone, with `synchronous = FULL`;
 * `together` commits as our own store does: all that wait in one transaction, then one sync off the event loop.
 */
const [folder = '', commits = 'together'] = process.argv.slice(2)
const path = join(folder, 'rows.sqlite')
const database = new BetterSqlite3(path)
database.pragma('journal_mode = WAL')
database.pragma(`synchronous = ${commits === 'each' ? 'FULL' : 'NORMAL'}`)
database.pragma('wal_autocheckpoint = 4000')
database.pragma('cache_size = -32768')
database.exec(
  'create table files (id integer primary key, path text not null, bytes blob not null)',
)
const insert = database.prepare<[string, Buffer]>('insert into files (path, bytes) values (?, ?)')
const sync = promisify(fdatasync)
const log = openSync(`${path}-wal`, 'r+')

interface Waiting {
  path: string
  bytes: Buffer
  written: PromiseWithResolvers<void>
}

let waiting: Waiting[] = []
let isWriting = false

const insertAll = database.transaction((rows: readonly Waiting[]) => {
  for (const { path, bytes } of rows) insert.run(path, bytes)
})

async function writeWaiting(): Promise<void> {
  isWriting = true
  while (waiting.length > 0) {
    const rows = waiting
    waiting = []
    insertAll(rows)
    await sync(log)
    for (const { written } of rows) written.resolve()
    await nextTurn()
  }
  isWriting = false
}

async function write(path: string, bytes: Buffer): Promise<void> {
  if (commits === 'each') {
    insert.run(path, bytes)
    return
  }
  const written = Promise.withResolvers<void>()
  waiting.push({ path, bytes, written })
  if (!isWriting) void writeWaiting()
  await written.promise
}

const app = fastify()
app.addContentTypeParser(
  'application/octet-stream',
  { parseAs: 'buffer' },
  (_request, body, done) => done(null, body),
)
app.put<{ Body: Buffer; Params: { '*': string } }>('/*', async ({ body, params }) => {
  await write(params['*'], body)
  return { path: params['*'], size: body.length }
})
console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
process.once('SIGTERM', () => app.close())
