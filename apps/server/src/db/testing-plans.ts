import type { CompiledQuery } from 'kysely'
import pg from 'pg'
import { describe } from 'vitest'
import type { Database } from './database.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'
import { openSqliteReaderConnection } from './sqlite-connection.ts'
import { patient, usePostgresDatabases, useSqliteFiles } from './testing.ts'

/** What a query costs, as the database itself tells it. */
export interface Cost {
  /** The indexes that are walked through, with the conditions that bound the walk. */
  ranges: string[]
  /** What reads more than it needs: whole tables, sorts. */
  excess: string[]
  /** How many entries of the table were touched, where the database counts them. */
  touched: number | undefined
}

/** A database that tells how it goes about a query. */
export interface ExplainedDatabase {
  db: Database
  /** Tells of the table that is read in order; what is joined to it may be small. */
  explain(query: CompiledQuery, table: string): Promise<Cost>
  /** Has the database look at what it holds by now: its plans depend on it. */
  analyze(): Promise<void>
}

export function onEachExplainedDatabase(
  define: (open: () => Promise<ExplainedDatabase>, kind: Database['kind']) => void,
): void {
  describe('on SQLite', () => {
    const { place, cleanUp } = useSqliteFiles()
    define(async () => {
      const path = await place()
      const db = cleanUp(openSqlite(path, patient()))
      return {
        db,
        explain: (query, table) => explainSqlite(path, query, table),
        analyze: async () => {},
      }
    }, 'sqlite')
  })
  describe('on PostgreSQL', () => {
    const { place, cleanUp } = usePostgresDatabases()
    define(async () => {
      const url = await place()
      const db = cleanUp(openPostgres(url, patient()))
      const client = cleanUp(await connect(url))
      return {
        db,
        explain: (query, table) => explainPostgres(client, query, table),
        async analyze() {
          await client.query('analyze')
        },
      }
    }, 'postgres')
  })
}

async function explainSqlite(
  path: string,
  { sql, parameters }: CompiledQuery,
  table: string,
): Promise<Cost> {
  const connection = openSqliteReaderConnection(path)
  try {
    const plan = await connection.runPrepared<{ detail: string }>({
      name: 'plan',
      sql: `explain query plan ${sql}`,
      parameters: [...parameters],
    })
    const details = plan.map(({ detail }) => detail)
    return {
      ranges: details.filter((detail) => detail.startsWith(`SEARCH ${table}`)),
      excess: details.filter((detail) => /^SCAN|TEMP B-TREE/.test(detail)),
      touched: undefined,
    }
  } finally {
    connection.close()
  }
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

async function explainPostgres(
  client: pg.Client,
  { sql, parameters }: CompiledQuery,
  table: string,
): Promise<Cost> {
  const answer = await client.query(`explain (analyze, format json) ${sql}`, [...parameters])
  const steps = flatten(answer.rows[0]['QUERY PLAN'][0].Plan)
  const ofTable = steps.filter((step) => step['Relation Name'] === table)
  return {
    ranges: ofTable.map((step) => `${step['Index Name']} ${step['Index Cond']}`),
    excess: [
      ...steps.filter((step) => /Sort|Hash/.test(step['Node Type'])),
      ...ofTable.filter((step) => /Seq Scan|Bitmap/.test(step['Node Type'])),
    ].map((step) => step['Node Type']),
    touched: ofTable.reduce((sum, step) => sum + touchedBy(step), 0),
  }
}

function touchedBy(step: PlanNode): number {
  return (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops']
}

function flatten(step: PlanNode): PlanNode[] {
  return [step, ...(step.Plans ?? []).flatMap(flatten)]
}

async function connect(url: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}
