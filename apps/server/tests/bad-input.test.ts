import { catalogue, isErrorName } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { onEachBackend } from './testing/backends.ts'
import { createSignedUpPerson, PASSWORD } from './testing/person.ts'
import { startServer } from './testing/server.ts'

interface Operation {
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, unknown> } }> }
}

interface Attempt {
  method: string
  path: string
  body?: string
}

/** What no call can have meant, and no field can hold: rejected before any database is asked. */
const WRONG_TYPES: unknown[] = [null, true, [], ['x'], {}, { $gt: '' }]

/** Numbers and strings, so that some field may let them through to the database. */
const WRONG_VALUES: unknown[] = [
  -1,
  1e308,
  'x'.repeat(100_000),
  '\u0000',
  '\ud800',
  "'; drop table users; --",
  '../../etc/passwd',
  '%00',
]

/** Neither an id nor the name of a file. */
const WRONG_WAYS = ['%00', '..%2F..', 'x'.repeat(3000)]
const WRONG_IDS = ['x', '-1', '%F0%9F%98%80']

const WRONG_BODIES = ['', '{', '[]', '"x"', 'null', '{"__proto__":{"a":1}}', '\u0000', '{}']

/** Names that the standards give on their own endpoints and our catalogue does not have. */
const STANDARD_NAMES = [
  'invalid_client',
  'unsupported_grant_type',
  'invalid_token',
  'insufficient_scope',
]

onEachBackend((prepare) => {
  test('malformed input at any endpoint causes no 500, no stack trace and no change', async () => {
    // Each attempt comes from an address of its own, so that no limit spares the rest.
    const backend = await prepare()
    await using server = await startServer(backend, { trustedProxies: ['127.0.0.1'] })
    const { client, drive, email } = await createSignedUpPerson(server.url)
    const { access_token } = JSON.parse(client.runtime.storage.get('credentials_awan-cli') ?? '{}')
    const { quota_usage } = await drive.about()
    const { cursor } = await drive.changes.list()

    const attempts = await listAttempts(server.url, {
      // What no database sees is tried with one of them.
      onlyValues: backend.database.kind === 'postgres',
    })
    expect(attempts.length).toBeGreaterThan(300)
    const problems: string[] = []
    await Promise.all(
      Array.from({ length: LANES }, async (_, lane) => {
        for (let index = lane; index < attempts.length; index += LANES) {
          const attempt = attempts[index] as Attempt
          for (const authorization of [undefined, `Bearer ${access_token}`]) {
            const problem = await tryOut(server.url, attempt, authorization)
            if (problem) problems.push(problem)
          }
        }
      }),
    )
    expect(problems).toEqual([])
    // Signing out needs nothing but to be asked for.
    await client.signIn.withPassword({ username: email, password: PASSWORD })
    expect((await drive.changes.list({ cursor })).changes).toEqual([])
    expect(await drive.about()).toMatchObject({ quota_usage })
    expect((await drive.files.list({})).files).toEqual([])
    expect(server.log()).not.toContain('request failed')
  })
})

/** So many are under way at the same time. */
const LANES = 8

interface Choice {
  /** Only bodies of the right shape with wrong values in them. */
  onlyValues: boolean
}

async function listAttempts(url: string, choice: Choice): Promise<Attempt[]> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  const attempts = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      attemptsAt(path, method.toUpperCase(), operation, choice),
    ),
  )
  // Sign-outs come last: after one, the remaining calls would prove nothing.
  const ends = ({ path }: Attempt) => path.startsWith('/v1/user/signout')
  return [...attempts.filter((attempt) => !ends(attempt)), ...attempts.filter(ends)]
}

function attemptsAt(
  path: string,
  method: string,
  operation: Operation,
  { onlyValues }: Choice,
): Attempt[] {
  const values = onlyValues ? WRONG_VALUES : [...WRONG_TYPES, ...WRONG_VALUES]
  const wrongValues = path.endsWith('{path}') ? WRONG_WAYS : [...WRONG_WAYS, ...WRONG_IDS]
  const wrongPaths = path.includes('{')
    ? wrongValues.map((value) => path.replace(/\{\w+\}/g, value))
    : [`${path}?parent_id=%00&page_size=-1&page_token=%7B%7D`, `${path}?page_size=1&page_size=2`]
  const schema = operation.requestBody?.content['application/json']?.schema
  const wrongBodies = schema
    ? [
        ...(onlyValues ? [] : WRONG_BODIES),
        ...Object.keys(schema.properties ?? {}).flatMap((field) =>
          values.map((value) => JSON.stringify({ [field]: value })),
        ),
      ]
    : []
  const anyPath = path.replace(/\{\w+\}/g, '0')
  return [
    ...wrongPaths.map((wrong) => ({ method, path: wrong })),
    ...wrongBodies.map((body) => ({ method, path: anyPath, body })),
  ]
}

let attempts = 0

/** Undefined when the server answered as it should. */
async function tryOut(
  url: string,
  { method, path, body }: Attempt,
  authorization: string | undefined,
): Promise<string | undefined> {
  const answer = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      'x-client-id': 'awan-cli',
      'x-forwarded-for': `198.18.${(attempts++ >> 8) & 255}.${attempts & 255}`,
      ...(authorization ? { authorization } : {}),
    },
    ...(body === undefined ? {} : { body }),
  })
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    // A stream that only ends when the client disconnects was not rejected.
    await answer.body?.cancel()
    return undefined
  }
  const text = await answer.text()
  const name = `${method} ${path.slice(0, 80)} ${body?.slice(0, 60) ?? ''}`
  if (answer.status >= 500) return `${name} answered ${answer.status} ${text}`
  if (answer.status < 400 || method === 'HEAD') return undefined
  const object = JSON.parse(text) as { error?: string; error_code?: number }
  if (path.startsWith('/oauth2/') && STANDARD_NAMES.includes(object.error ?? '')) return undefined
  if (!isErrorName(object.error)) return `${name} answered without an error name: ${text}`
  if (catalogue[object.error].code !== object.error_code)
    return `${name} has a wrong number: ${text}`
  if (/node_modules|\.ts:\d+/.test(text)) return `${name} shows a stack trace: ${text}`
  return undefined
}
