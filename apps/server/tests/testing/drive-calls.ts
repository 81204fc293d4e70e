import { randomUUID } from 'node:crypto'
import { headers } from '@awan/protocol'
import { openRaw } from '../testing/raw-calls.ts'

// biome-ignore lint/suspicious/noExplicitAny: what was answered is looked at, not trusted
type Answer = any

/** Calls of one person at the drive. What is not answered with yes is thrown. */
export interface Calls {
  json(call: `${string} /${string}`, body?: object, more?: Record<string, string>): Promise<Answer>
  putBlocks(uploadId: string, first: number, bytes: Uint8Array, hashes: string[]): Promise<void>
  content(fileId: string): Promise<Buffer>
}

export function openCalls(url: string, token: string): Calls {
  const raw = openRaw(url)
  const send = async (method: string, path: string, init: RequestInit = {}) => {
    const answer = await fetch(url + path, {
      ...init,
      method,
      headers: { 'x-client-id': 'awan-cli', authorization: `Bearer ${token}`, ...init.headers },
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (answer.status !== 200) {
      throw new Error(`${method} ${path}: ${answer.status} ${bytes.toString('utf8', 0, 500)}`)
    }
    return bytes
  }
  return {
    async json(call, body, more = {}) {
      const { status, body: answer } = await raw(call, { token, body, headers: more })
      if (status !== 200) throw new Error(`${call}: ${status} ${JSON.stringify(answer)}`)
      return answer
    },
    async putBlocks(uploadId, first, bytes, hashes) {
      await send('PUT', `/drive/v1/uploads/${uploadId}/blocks/${first}`, {
        body: bytes as Uint8Array<ArrayBuffer>,
        headers: { [headers.blockHashes]: hashes.join(',') },
      })
    },
    content: (fileId) => send('GET', `/drive/v1/files/${fileId}/content`),
  }
}

/** A call with this can be repeated when its answer was lost. */
export function onlyOnce(): Record<string, string> {
  return { [headers.idempotencyKey]: randomUUID() }
}

/** fetch throws TypeError when the other side is gone, and nothing else does. */
export function isNobody(error: unknown): boolean {
  return error instanceof TypeError
}
