import { Agent, request } from 'node:http'

export interface SentRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: string | Buffer | undefined
}

export interface Answer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
}

/** Sends what fetch would refuse to send: any path, any body with any method. */
export type Send = (sent: SentRequest) => Promise<Answer>

export function openSender(url: string, timeoutMs: number): { send: Send } & Disposable {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const { hostname, port } = new URL(url)
  return {
    send: ({ method, path, headers, body }) =>
      new Promise((resolve, reject) => {
        const length =
          body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
        const options = { agent, hostname, port, method, path, headers: { ...headers, ...length } }
        const outgoing = request(options, (answer) => {
          const chunks: Buffer[] = []
          const finish = () => {
            const { statusCode = 0, headers } = answer
            resolve({ status: statusCode, headers, text: Buffer.concat(chunks).toString() })
          }
          const isEndless = answer.headers['content-type']?.startsWith('text/event-stream')
          answer.on('data', (chunk: Buffer) => {
            chunks.push(chunk)
            if (!isEndless) return
            // Its first event is the answer.
            finish()
            outgoing.destroy()
          })
          answer.on('error', reject)
          answer.on('end', finish)
        })
        outgoing.setTimeout(timeoutMs, () =>
          outgoing.destroy(new Error(`no answer within ${timeoutMs} ms`)),
        )
        outgoing.on('error', reject)
        outgoing.end(body)
      }),
    [Symbol.dispose]: () => agent.destroy(),
  }
}
