import { type AwanClient, createAwanClient } from '@awan/client'
import { createNodeRuntime } from '@awan/client/node'
import type { ErrorObject } from '@awan/protocol/errors'
import type { Config } from '../../../src/config/config.ts'
import type { Writer } from '../../../src/db/database.ts'
import { openDatabase } from '../../../src/db/open-database.ts'
import type { Backend } from '../../testing/backends.ts'
import { createSignedUpPerson, type Person } from '../../testing/person.ts'
import { startServer, type TestServer } from '../../testing/server.ts'

/** Where errors are caused: a server with an administrator, and what it stands on. */
export interface Stage extends AsyncDisposable {
  server: TestServer
  url: string
  admin: Person
  /** Another server, with a database of its own. */
  open(overrides?: Partial<Config>): Promise<{ server: TestServer; backend: Backend }>
  /** Changes rows as an operator would by hand. */
  change(work: (writer: Writer) => Promise<unknown>): Promise<void>
}

export async function openStage(prepare: () => Promise<Backend>): Promise<Stage> {
  await using opening = new AsyncDisposableStack()
  const open = async (overrides: Partial<Config> = {}) => {
    const backend = await prepare()
    const trustedProxies = ['127.0.0.1']
    return {
      server: opened.use(await startServer(backend, { trustedProxies, ...overrides })),
      backend,
    }
  }
  const opened = opening.use(new AsyncDisposableStack())
  const { server, backend } = await open()
  const admin = await createSignedUpPerson(server.url)
  const closing = opening.move()
  return {
    server,
    url: server.url,
    admin,
    open,
    async change(work) {
      await using db = await openDatabase(backend.database)
      await db.write(work)
    },
    [Symbol.asyncDispose]: () => closing[Symbol.asyncDispose](),
  }
}

/** What came back over HTTP. */
export interface Answer {
  status: number
  path: string
  body: Partial<ErrorObject>
}

export interface Sent {
  body?: unknown
  token?: string
  headers?: Record<string, string>
  /** Who sends, where the same one sends again; else each call comes from an address of its own. */
  from?: string
}

let addresses = 0

export async function send(
  url: string,
  call: `${string} /${string}`,
  { body, token, headers = {}, from }: Sent = {},
): Promise<Answer> {
  const [method = '', path = ''] = call.split(' ')
  const answer = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      'x-client-id': 'awan-web',
      'x-forwarded-for': from ?? `198.18.${++addresses >> 8}.${addresses & 255}`,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: toBody(body) }),
  })
  return read(answer)
}

/** What our own client was answered last, for errors that only it gets to see. */
export async function lastAnswer(
  url: string,
  act: (client: AwanClient) => Promise<unknown>,
): Promise<Answer> {
  let last: Response | undefined
  const runtime = createNodeRuntime()
  const client = createAwanClient({
    clientId: 'awan-web',
    origins: [url],
    runtime: {
      ...runtime,
      async fetch(address, init) {
        const answer = await runtime.fetch(address, init)
        last = answer.clone()
        return answer
      },
    },
  })
  await act(client).catch(() => undefined)
  if (!last) throw new Error('nothing was sent')
  return read(last)
}

async function read(answer: Response): Promise<Answer> {
  const text = await answer.text()
  const location = answer.headers.get('location')
  return {
    status: answer.status,
    path: new URL(answer.url).pathname,
    // A browser that asks gets its error in the address to which it is sent back.
    body: location ? Object.fromEntries(new URL(location).searchParams) : JSON.parse(text),
  }
}

function toBody(body: unknown): string | URLSearchParams | Uint8Array<ArrayBuffer> {
  if (body instanceof URLSearchParams) return body
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body)
}
