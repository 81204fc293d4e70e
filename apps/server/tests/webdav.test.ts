import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createTestFolder } from '../src/blobs/testing.ts'
import { someBytes } from '../src/drive/testing.ts'
import { onEachBackend } from './testing/backends.ts'
import { createSignedUpPerson, PASSWORD, type Person } from './testing/person.ts'
import { startServer } from './testing/server.ts'

const run = promisify(execFile)

interface AppPassword {
  id: string
  login_name: string
  password: string
}

onEachBackend((prepare) => {
  /** As the page of the account makes one. */
  async function makePassword(url: string, { client }: Person, more: object = {}) {
    const { sudo_token } = await client.user.sudo({ password: PASSWORD })
    const { access_token } = JSON.parse(client.runtime.storage.get('credentials_awan-cli') ?? '{}')
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${access_token}`,
      'x-sudo-token': sudo_token,
    }
    const path = `${url}/v1/user/app_passwords`
    const body = JSON.stringify({ name: 'Laptop', ...more })
    const answer = await fetch(path, { method: 'POST', headers, body })
    const made = (await answer.json()) as AppPassword
    expect(answer.status, JSON.stringify(made)).toBe(200)
    const revoke = () => fetch(`${path}/${made.id}`, { method: 'DELETE', headers })
    const login = Buffer.from(`${made.login_name}:${made.password}`).toString('base64')
    const dav = (method: string, at: string, body?: BodySent, depth = '0') =>
      fetch(`${url}/dav${at}`, {
        method,
        headers: { authorization: `Basic ${login}`, depth },
        ...(body !== undefined && { body, duplex: 'half' }),
      } as RequestInit)
    return { ...made, revoke, dav }
  }

  test('litmus passes whole with an app password', async () => {
    await using server = await startServer(await prepare())
    const person = await createSignedUpPerson(server.url)
    const { login_name, password } = await makePassword(server.url, person)
    const { stdout } = await run('litmus', [`${server.url}/dav/`, login_name, password], {
      cwd: await createTestFolder(),
    })
    const passed = [...stdout.matchAll(/of (\d+) tests run: (\d+) passed/g)]
    expect(passed.map(([, ran, passed]) => `${passed}/${ran}`)).toEqual([
      '16/16',
      '13/13',
      '30/30',
      '41/41',
      '4/4',
    ])
    expect(server.log()).not.toContain(password)
  })

  test('a revoked app password opens nothing, not even for a file that is on its way', async () => {
    await using server = await startServer(await prepare())
    const person = await createSignedUpPerson(server.url)
    const { dav, revoke } = await makePassword(server.url, person)
    expect((await dav('MKCOL', '/trip')).status).toBe(201)
    const bytes = someBytes(600_000)
    const half = Promise.withResolvers<void>()
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(bytes.subarray(0, 400_000))
        await half.promise
        controller.enqueue(bytes.subarray(400_000))
        controller.close()
      },
    })
    const putting = dav('PUT', '/trip/a', body)
    expect((await revoke()).status).toBe(200)
    half.resolve()
    expect((await putting).status).toBe(401)
    expect((await dav('PROPFIND', '/')).status).toBe(401)
    const { files } = await person.drive.files.list({ parent_id: 'root' })
    expect(files.map(({ name }) => name)).toEqual(['trip'])
  })

  test('what a program has locked is refused to the SDK with its reason', async () => {
    await using server = await startServer(await prepare())
    const person = await createSignedUpPerson(server.url)
    const { dav } = await makePassword(server.url, person)
    expect((await dav('PUT', '/a', 'words')).status).toBe(201)
    const lock =
      '<lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype><owner>Ana</owner></lockinfo>'
    expect((await dav('LOCK', '/a', lock)).status).toBe(200)
    const { files } = await person.drive.files.list({ parent_id: 'root' })
    const [file] = files
    if (!file) throw new Error('no file')
    const refused = await person.drive.files.update(file.id, { name: 'b' }).catch((error) => error)
    expect(refused).toMatchObject({ error: 'failed_precondition', details: [{ reason: 'LOCKED' }] })
    expect(refused.description).toContain('is locked by Ana until')
    server.clock.advance(3_600_000)
    expect(await person.drive.files.update(file.id, { name: 'b' })).toMatchObject({ name: 'b' })
  })
})

type BodySent = string | ReadableStream<Uint8Array>
