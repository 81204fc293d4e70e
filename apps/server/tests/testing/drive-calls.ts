import { randomUUID } from 'node:crypto'
import { headers } from '@awan/protocol'
import { isErrorName } from '@awan/protocol/errors'
import { openRaw } from './raw-calls.ts'

// biome-ignore lint/suspicious/noExplicitAny: what was answered is looked at, not trusted
type Answer = any

/** A no, in the words of the error object. */
export class Refusal extends Error {
  readonly status: number
  readonly error: string

  constructor(call: string, status: number, body: { error: string }) {
    super(`${call}: ${status} ${JSON.stringify(body)}`)
    this.status = status
    this.error = body.error
  }
}

/** Calls of one person at the drive. What is not answered with yes is thrown. */
export interface DriveCalls {
  json(call: `${string} /${string}`, body?: object, more?: Record<string, string>): Promise<Answer>
  putBlocks(uploadId: string, first: number, bytes: Uint8Array, hashes: string[]): Promise<void>
  /** Bytes as they are, at whatever call takes them. */
  bytes(
    call: `${string} /${string}`,
    bytes: Uint8Array,
    more?: Record<string, string>,
  ): Promise<Answer>
  content(fileId: string): Promise<Buffer>
}

export function openDriveCalls(url: string, token: string): DriveCalls {
  const raw = openRaw(url)
  const send = async (method: string, path: string, init: RequestInit = {}) => {
    const answer = await fetch(url + path, {
      ...init,
      method,
      headers: { 'x-client-id': 'awan-cli', authorization: `Bearer ${token}`, ...init.headers },
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (answer.status === 200) return bytes
    throw new Refusal(`${method} ${path}`, answer.status, JSON.parse(bytes.toString()))
  }
  return {
    async json(call, body, more = {}) {
      const { status, body: answer } = await raw(call, { token, body, headers: more })
      if (status !== 200) throw new Refusal(call, status, answer)
      return answer
    },
    async putBlocks(uploadId, first, bytes, hashes) {
      await send('PUT', `/drive/v1/uploads/${uploadId}/blocks/${first}`, {
        body: bytes as Uint8Array<ArrayBuffer>,
        headers: { [headers.blockHashes]: hashes.join(',') },
      })
    },
    async bytes(call, bytes, more = {}) {
      const [method = '', path = ''] = call.split(' ', 2)
      const body = bytes as Uint8Array<ArrayBuffer>
      return JSON.parse((await send(method, path, { body, headers: more })).toString())
    },
    content: (fileId) => send('GET', `/drive/v1/files/${fileId}/content`),
  }
}

/** How a call ends: `yes`, or with what error. No error object is a fault of its own. */
export async function endOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'yes',
    (error: unknown) => {
      if (error instanceof Refusal && isErrorName(error.error)) return error.error
      throw error
    },
  )
}

/** A call with this can be repeated when its answer was lost. */
export function onlyOnce(): Record<string, string> {
  return { [headers.idempotencyKey]: randomUUID() }
}

/** fetch throws TypeError when the other side is gone, and nothing else does. */
export function isNobody(error: unknown): boolean {
  return error instanceof TypeError
}
