import { once } from 'node:events'
import { WebSocket } from 'ws'

/** A program at the other end of a socket, which keeps what it hears. */
export interface TestSocket {
  readonly socket: WebSocket
  send(...texts: string[]): void
  /** The next text that was not read yet; undefined once the server has closed. */
  next(): Promise<string | undefined>
  /** What has come and was not read. */
  heard(): readonly string[]
  /** The number with which it was closed. */
  readonly closed: Promise<number>
}

export async function openSocket(
  url: string,
  headers: Record<string, string> = {},
  options: { autoPong?: boolean; ca?: Buffer } = {},
): Promise<TestSocket> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers, ...options })
  const texts: string[] = []
  const closed = once(socket, 'close').then(([code]) => code as number)
  let wake: (() => void) | undefined
  socket.on('message', (data) => {
    texts.push(String(data))
    wake?.()
  })
  socket.on('close', () => wake?.())
  await once(socket, 'open')
  return {
    socket,
    closed,
    heard: () => texts,
    send(...given) {
      for (const text of given) socket.send(text)
    },
    async next() {
      while (texts.length === 0 && socket.readyState !== WebSocket.CLOSED) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return texts.shift()
    },
  }
}

/** The status with which the server answers in place of a socket. */
export async function statusOfSocket(
  url: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers })
  // What ends the request after the answer was read is no error.
  socket.on('error', () => undefined)
  return new Promise((resolve) => {
    socket.once('open', () => {
      socket.terminate()
      resolve(101)
    })
    socket.once('unexpected-response', (request, { statusCode }) => {
      request.destroy()
      resolve(statusCode ?? 0)
    })
  })
}
