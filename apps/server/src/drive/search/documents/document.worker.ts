import { parentPort } from 'node:worker_threads'
import { type DocumentLimits, documentText } from './document-text.ts'

// Unpacks and reads one document after the other. Whoever started it reads the bytes that are asked for.

export interface DocumentRequest {
  readonly document: number
  readonly sizeBytes: number
  readonly limits: DocumentLimits
}

/** What was asked for last. */
export interface BytesReply {
  readonly bytes: Uint8Array
}

export type DocumentReply =
  | { readonly document: number; readonly start: number; readonly length: number }
  | { readonly document: number; readonly text: string | undefined }

let waiting: PromiseWithResolvers<Buffer> | undefined

parentPort?.on('message', (message: DocumentRequest | BytesReply) => {
  if ('bytes' in message) waiting?.resolve(Buffer.from(message.bytes))
  // What fails otherwise than a document may ends this thread, and the next document has a new one.
  else void answer(message)
})

async function answer({ document, sizeBytes, limits }: DocumentRequest): Promise<void> {
  const send = (reply: DocumentReply) => parentPort?.postMessage(reply)
  const read = (start: number, length: number) => {
    waiting = Promise.withResolvers()
    send({ document, start, length })
    return waiting.promise
  }
  send({ document, text: await documentText(read, sizeBytes, limits) })
}
