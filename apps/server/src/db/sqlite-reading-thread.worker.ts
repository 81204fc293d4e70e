import { parentPort, workerData } from 'node:worker_threads'
import { ServiceError } from '@awan/protocol/errors'
import type { ThreadReadModule } from './database.ts'
import { createReader } from './handle.ts'
import { Lease } from './lease.ts'
import { openSqliteReaderConnection } from './sqlite-connection.ts'
import type { ReadingAnswer, ReadingQuestion } from './sqlite-reading-threads.ts'
import type { ThreadReply, ThreadRequest } from './sqlite-thread.ts'

const { path } = workerData as { path: string }
const connection = openSqliteReaderConnection(path)

parentPort?.on('message', async ({ id, ...question }: ThreadRequest<ReadingQuestion>) => {
  const answer = await read(question).catch(toAnswer)
  const reply: ThreadReply<ReadingAnswer> = { id, ...answer }
  parentPort?.postMessage(reply, answer.bytes ? [answer.bytes.buffer] : [])
})

/** In a transaction of its own: it sees all that was committed before it was asked, at one moment. */
async function read({ module, input }: ReadingQuestion): Promise<ReadingAnswer> {
  const loaded = (await import(module)) as ThreadReadModule<unknown>
  const lease = new Lease(connection)
  connection.run('begin')
  try {
    return { bytes: await loaded.read(createReader('sqlite', lease), input) }
  } finally {
    lease.end()
    connection.run('rollback')
  }
}

function toAnswer(error: unknown): ReadingAnswer {
  return error instanceof ServiceError ? {} : { failure: String(error) }
}
