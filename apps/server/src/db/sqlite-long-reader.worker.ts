import { parentPort, workerData } from 'node:worker_threads'
import { openSqliteReaderConnection } from './sqlite-connection.ts'
import type { ThreadReply, ThreadRequest } from './sqlite-long-reader.ts'

const { path } = workerData as { path: string }
const MAX_ROWS = 100_000
const connection = openSqliteReaderConnection(path)

parentPort?.on('message', (request: ThreadRequest) => {
  parentPort?.postMessage(answer(request))
})

function answer({ id, sql, parameters }: ThreadRequest): ThreadReply {
  try {
    return { id, rows: connection.runLimited(sql, parameters, MAX_ROWS) }
  } catch (thrown) {
    const error = thrown as Error & { code?: string }
    return { id, error: { message: error.message, code: error.code } }
  }
}
