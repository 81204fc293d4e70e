import { Secret } from '../kernel/secret.ts'
import { type Migration, migratePostgres, migrateSqlite } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { openDatabase } from './open-database.ts'

/**
 * Another process for tests that need one: it says that it is ready, waits for the word, does one
 * task and tells what came of it.
 */
export interface ProcessTask {
  kind: 'sqlite' | 'postgres'
  /** Path or URL. */
  place: string
  task: 'migrate' | 'die while migrating' | 'write until killed' | 'write 200'
  name: string
}

export type ProcessMessage =
  | 'ready'
  | { migrated: string[] }
  | { saved: string }
  | { failed: string }
  | 'done'

const { kind, place, task, name } = JSON.parse(process.argv[2] ?? '') as ProcessTask

// Done, or left alone by the test.
process.once('disconnect', () => process.exit())
process.once('message', () => {
  run().then(
    () => process.disconnect(),
    (error: Error) => {
      tell({ failed: error.message })
      process.disconnect()
    },
  )
})
tell('ready')

async function run(): Promise<void> {
  switch (task) {
    case 'migrate':
      return tell({ migrated: await migrate(migrations) })
    case 'die while migrating':
      return tell({ migrated: await migrate([...migrations, deadly]) })
    case 'write until killed':
    case 'write 200':
      return writeRows(task === 'write 200' ? 200 : Number.POSITIVE_INFINITY)
  }
}

async function writeRows(limit: number): Promise<void> {
  const config =
    kind === 'sqlite'
      ? ({ kind, path: place } as const)
      : ({ kind, url: new Secret(place) } as const)
  await using db = await openDatabase(config)
  let next = 0
  const writeInTurn = async () => {
    while (next < limit) {
      const row = { name: `${name} ${next++}`, value: '', created_at: 0 }
      await db.write((writer) => writer.insertInto('secrets').values(row).execute())
      tell({ saved: row.name })
    }
  }
  await Promise.all(Array.from({ length: 8 }, writeInTurn))
  tell('done')
}

function migrate(steps: readonly Migration[]): Promise<string[]> {
  return kind === 'sqlite' ? migrateSqlite(place, steps) : migratePostgres(place, steps)
}

const deadly: Migration = {
  name: '999-deadly',
  async up(schema, { integer }) {
    await schema.createTable('half_made').addColumn('id', integer).execute()
    process.kill(process.pid, 'SIGKILL')
    // The signal arrives while this waits.
    await new Promise(() => undefined)
  },
}

function tell(message: ProcessMessage): void {
  process.send?.(message)
}
