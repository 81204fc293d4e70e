import { parentPort, workerData } from 'node:worker_threads'
import { openSqliteReaderConnection } from './sqlite-connection.ts'
import type { LongAnswer, LongQuestion } from './sqlite-long-reader.ts'
import type { ThreadReply, ThreadRequest } from './sqlite-thread.ts'

const { path } = workerData as { path: string }
const MAX_ROWS = 100_000
const connection = openSqliteReaderConnection(path)

parentPort?.on('message', ({ id, ...question }: ThreadRequest<LongQuestion>) => {
  parentPort?.postMessage({ id, ...answer(question) } satisfies ThreadReply<LongAnswer>)
})

function answer({ sql, parameters }: LongQuestion): LongAnswer {
  try {
    return { rows: connection.runLimited(sql, parameters, MAX_ROWS) }
  } catch (thrown) {
    const error = thrown as Error & { code?: string }
    return { error: { message: error.message, code: error.code } }
  }
}
