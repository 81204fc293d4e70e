import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { File } from '@awan/protocol/drive'
import { type HttpResponse, Upload, type UploadOptions } from 'tus-js-client'
import { expect, test } from 'vitest'
import { someBytes } from '../src/drive/test-bytes.ts'
import { onEachBackend } from './testing/backends.ts'
import { createSignedUpPerson, type Person } from './testing/person.ts'
import { startServer, type TestServer } from './testing/server.ts'

const MIB = 1024 * 1024
const TUS = { 'tus-resumable': '1.0.0' }
const BYTES = { 'content-type': 'application/offset+octet-stream' }

interface Sender {
  person: Person
  endpoint: string
  headers: { authorization: string }
  /** By hand, as no library would. */
  send(
    method: string,
    path: string,
    headers?: Record<string, string>,
    body?: Buffer,
  ): Promise<Response>
  begin(size: number, headers?: Record<string, string>): Promise<string>
  read(id: string): Promise<Buffer>
  files(): Promise<File[]>
}

async function openSender(server: TestServer): Promise<Sender> {
  const person = await createSignedUpPerson(server.url)
  const headers = { authorization: `Bearer ${await person.client.session.accessToken()}` }
  const send: Sender['send'] = (method, path, more = {}, body) =>
    fetch(new URL(path, server.url), {
      method,
      headers: { ...TUS, ...headers, ...more },
      ...(body && { body: new Uint8Array(body) }),
    })
  return {
    person,
    endpoint: `${server.url}/drive/v1/tus`,
    headers,
    send,
    async begin(size, more = {}) {
      const answer = await send('POST', '/drive/v1/tus', {
        'upload-length': String(size),
        'upload-metadata': metadata({ filename: 'by-hand.bin' }),
        ...more,
      })
      expect(answer.status).toBe(201)
      return answer.headers.get('location') ?? ''
    },
    async read(id) {
      return Buffer.from(await (await person.drive.files.download(id)).arrayBuffer())
    },
    files: async () => (await person.drive.files.list()).files,
  }
}

const metadata = (said: Record<string, string>) =>
  Object.entries(said)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')

interface Outcome {
  upload: Upload
  answers: HttpResponse[]
}

/** Runs the foreign client to its end; `watch` sees its progress. */
function run(
  sender: Sender,
  source: Upload['file'],
  options: UploadOptions,
  watch: (upload: Upload, sent: number) => void = () => undefined,
): Promise<Outcome> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
  const answers: HttpResponse[] = []
  const upload = new Upload(source, {
    endpoint: sender.endpoint,
    headers: sender.headers,
    retryDelays: null,
    ...options,
    onAfterResponse: (_request, answer) => {
      answers.push(answer)
    },
    onProgress: (sent) => watch(upload, sent),
    onSuccess: () => resolve({ upload, answers }),
    onError: reject,
  })
  upload.start()
  return promise
}

const fileIdOf = ({ answers }: Outcome) => answers.at(-1)?.getHeader('X-File-Id') ?? ''

onEachBackend((prepare) => {
  // A person who returns after weeks is still signed in.
  const open = async () => startServer(await prepare(), { accessTokenTtlMs: 30 * 24 * 3_600_000 })

  test('tus-js-client uploads a file in one request, with its name, type, folder and time', async () => {
    await using server = await open()
    const ana = await openSender(server)
    const { id: parent_id } = await ana.person.drive.files.createFolder({ name: 'Photos' })
    const bytes = someBytes(9 * MIB + 77)
    const outcome = await run(ana, bytes, {
      metadata: {
        filename: '海.jpg',
        filetype: 'image/jpeg',
        parent_id,
        modified: '2026-01-02T03:04:05.000Z',
      },
    })
    const id = fileIdOf(outcome)
    expect(await ana.person.drive.files.get(id)).toMatchObject({
      name: '海.jpg',
      mime_type: 'image/jpeg',
      parent_id,
      modified_time: '2026-01-02T03:04:05.000Z',
      size: bytes.length,
    })
    expect((await ana.read(id)).equals(bytes)).toBe(true)
    expect(outcome.answers.map((answer) => answer.getStatus())).toEqual([201, 204])
  })

  test('tus-js-client uploads a file stream without a Content-Length', async () => {
    await using server = await open()
    const ana = await openSender(server)
    const folder = await mkdtemp(join(tmpdir(), 'awan-tus-'))
    try {
      const bytes = someBytes(5 * MIB + 1)
      await writeFile(join(folder, 'film.mp4'), bytes)
      const outcome = await run(ana, createReadStream(join(folder, 'film.mp4')), {
        metadata: { filename: 'film.mp4' },
      })
      expect((await ana.read(fileIdOf(outcome))).equals(bytes)).toBe(true)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('tus-js-client sends bytes with the creation, in small chunks, and resumes after a pause', async () => {
    await using server = await open()
    const ana = await openSender(server)
    const bytes = someBytes(9 * MIB + 5)
    const options = {
      chunkSize: 300_000,
      uploadDataDuringCreation: true,
      metadata: { filename: 'a.bin' },
    }
    const paused = Promise.withResolvers<string>()
    void run(ana, bytes, options, (upload, sent) => {
      if (sent < 6 * MIB) return
      upload.abort().then(() => paused.resolve(upload.url ?? ''), paused.reject)
    })
    const uploadUrl = await paused.promise
    const head = await ana.send('HEAD', uploadUrl)
    expect(head.status).toBe(200)
    expect(head.headers.get('cache-control')).toBe('no-store')
    const offset = Number(head.headers.get('upload-offset'))
    // Whole blocks and the beginning of the next one.
    expect(offset).toBeGreaterThan(5 * MIB)
    expect(offset % (4 * MIB)).not.toBe(0)
    expect(await ana.files()).toEqual([])

    const outcome = await run(ana, bytes, { ...options, uploadUrl })
    expect((await ana.read(fileIdOf(outcome))).equals(bytes)).toBe(true)
  })

  test('tus-js-client resumes after a cut connection', async () => {
    await using server = await open()
    const ana = await openSender(server)
    const bytes = someBytes(10 * MIB)
    const url = await ana.begin(bytes.length)
    const sent = request(new URL(url, server.url), {
      method: 'PATCH',
      headers: {
        ...TUS,
        ...BYTES,
        ...ana.headers,
        'upload-offset': '0',
        'content-length': String(bytes.length),
      },
    })
    const cut = Promise.withResolvers<void>()
    sent.on('error', () => cut.resolve())
    await new Promise((resolve) => sent.write(bytes.subarray(0, 9 * MIB + 3), resolve))
    sent.destroy()
    await cut.promise
    // Until the server notices the cut, the offset may differ from what it just reported.
    const uploadUrl = new URL(url, server.url).href
    const outcome = await run(ana, bytes, { uploadUrl, retryDelays: [0, 100, 500, 2000] })
    expect((await ana.read(fileIdOf(outcome))).equals(bytes)).toBe(true)
    expect(outcome.upload.url).toBe(uploadUrl)
  })

  test('tus-js-client joins partial uploads sent in parallel into one file', async () => {
    await using server = await open()
    const ana = await openSender(server)
    const bytes = someBytes(11 * MIB + 9)
    const outcome = await run(ana, bytes, {
      parallelUploads: 2,
      chunkSize: 3 * MIB,
      metadata: { filename: 'joined.bin', conflict: 'fail' },
    })
    const id = fileIdOf(outcome)
    expect((await ana.read(id)).equals(bytes)).toBe(true)
    expect(await ana.files()).toMatchObject([{ id, name: 'joined.bin', size: bytes.length }])
    const head = await ana.send('HEAD', outcome.upload.url ?? '')
    expect(head.headers.get('upload-concat')).toMatch(
      /^final;\/drive\/v1\/tus\/\w+ \/drive\/v1\/tus\/\w+$/,
    )
    expect(head.headers.get('upload-offset')).toBe(String(bytes.length))
    const patch = await ana.send('PATCH', outcome.upload.url ?? '', {
      ...BYTES,
      'upload-offset': String(bytes.length),
    })
    expect(patch.status).toBe(403)
    for (const part of head.headers.get('upload-concat')?.slice(6).split(' ') ?? []) {
      expect((await ana.send('HEAD', part)).status).toBe(404)
    }
  })

  test('only complete partial uploads of the same person can be joined', async () => {
    await using server = await open()
    const [ana, ben] = [await openSender(server), await openSender(server)]
    const partial = { 'upload-concat': 'partial' }
    const complete = await ana.begin(3, partial)
    const sent = await ana.send(
      'PATCH',
      complete,
      { ...BYTES, 'upload-offset': '0' },
      Buffer.from('abc'),
    )
    expect(sent.status).toBe(204)
    expect(sent.headers.get('x-file-id')).toBe(null)
    expect((await ana.send('HEAD', complete)).headers.get('upload-concat')).toBe('partial')
    const unfinished = await ana.begin(3, partial)
    const whole = await ana.begin(0)
    const joined = async (by: Sender, ...urls: string[]) => {
      const headers = {
        'upload-concat': `final;${urls.join(' ')}`,
        'upload-metadata': metadata({ filename: 'joined.txt' }),
      }
      return by.send('POST', '/drive/v1/tus', headers)
    }
    expect((await joined(ana, complete, unfinished)).status).toBe(400)
    expect((await joined(ana, complete, whole)).status).toBe(400)
    expect((await joined(ana, 'https://elsewhere.example/tus/x')).status).toBe(400)
    expect((await joined(ben, complete)).status).toBe(404)
    const twice = await joined(ana, `${server.url}${complete}`, complete)
    expect(twice.status).toBe(201)
    expect((await ana.read(twice.headers.get('x-file-id') ?? '')).toString()).toBe('abcabc')
  })

  test('a terminated upload is gone', async () => {
    await using server = await open()
    const ana = await openSender(server)
    const bytes = someBytes(6 * MIB)
    const stopped = Promise.withResolvers<string>()
    const options = { chunkSize: MIB, metadata: { filename: 'a.bin' } }
    void run(ana, bytes, options, (upload, sent) => {
      if (sent < 5 * MIB) return
      upload.abort(true).then(() => stopped.resolve(upload.url ?? ''), stopped.reject)
    })
    const url = await stopped.promise
    expect((await ana.send('HEAD', url)).status).toBe(404)
    expect((await ana.send('DELETE', url)).status).toBe(404)
    expect(await ana.files()).toEqual([])
  })

  test('a request with a wrong checksum is rejected and keeps the offset', async () => {
    await using server = await open()
    const ana = await openSender(server)
    const bytes = someBytes(9 * MIB)
    const url = await ana.begin(bytes.length)
    const patch = (offset: number, body: Buffer, checksum: string) =>
      ana.send(
        'PATCH',
        url,
        { ...BYTES, 'upload-offset': String(offset), 'upload-checksum': checksum },
        body,
      )
    const digest = (name: string, body: Buffer) =>
      `${name} ${createHash(name).update(body).digest('base64')}`
    const small = bytes.subarray(0, 1000)
    const large = bytes.subarray(1000)
    expect((await patch(0, small, digest('sha1', large))).status).toBe(460)
    expect((await patch(0, small, 'md5 AAAA')).status).toBe(400)
    expect((await patch(0, small, digest('sha1', small))).status).toBe(204)
    const wrong = await patch(1000, large, digest('sha256', small))
    expect(wrong.status).toBe(460)
    expect(await wrong.json()).toMatchObject({ error: 'data_loss' })
    expect((await ana.send('HEAD', url)).headers.get('upload-offset')).toBe('1000')
    const right = await patch(1000, large, digest('sha256', large))
    expect(right.status).toBe(204)
    expect((await ana.read(right.headers.get('x-file-id') ?? '')).equals(bytes)).toBe(true)
  })

  test('an upload reports its expiry and is gone after it', async () => {
    await using server = await open()
    const ana = await openSender(server)
    const url = await ana.begin(3)
    const head = await ana.send('HEAD', url)
    const expiry = Date.parse(head.headers.get('upload-expires') ?? '')
    expect(Math.abs(expiry - server.clock.now() - 7 * 24 * 3_600_000)).toBeLessThan(60_000)
    server.clock.advance(3_600_000)
    const bytes = { ...BYTES, 'upload-offset': '0' }
    const patched = await ana.send('PATCH', url, bytes, Buffer.from('a'))
    expect(Date.parse(patched.headers.get('upload-expires') ?? '')).toBeGreaterThan(expiry)
    server.clock.advance(7 * 24 * 3_600_000)
    expect((await ana.send('HEAD', url)).status).toBe(410)
    expect((await ana.send('PATCH', url, { ...BYTES, 'upload-offset': '1' })).status).toBe(410)
    await server.runChores()
    expect((await ana.send('HEAD', url)).status).toBe(404)
  })

  test('after a rejected upload request the connection can be used again', async () => {
    await using server = await open()
    const ana = await openSender(server)
    using agent = Object.assign(new Agent({ keepAlive: true, maxSockets: 1 }), {
      [Symbol.dispose]: () => agent.destroy(),
    })
    const ask = (method: string, url: string, body: Buffer) => {
      const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
      const headers = { ...TUS, ...BYTES, ...ana.headers, 'upload-offset': '5' }
      const sent = request(new URL(url, server.url), { method, agent, headers }, (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode))
      })
      sent.on('error', reject)
      sent.end(body)
      return promise
    }
    const url = await ana.begin(20 * MIB)
    expect(await ask('PATCH', url, someBytes(16 * MIB))).toBe(409)
    expect(await ask('HEAD', url, Buffer.alloc(0))).toBe(200)
    const blocks = '/drive/v1/uploads/unknown/blocks/0'
    expect(await ask('PUT', blocks, someBytes(16 * MIB))).toBe(404)
    expect(await ask('HEAD', url, Buffer.alloc(0))).toBe(200)
  })

  test('another person’s upload answers 404', async () => {
    await using server = await open()
    const [ana, ben] = [await openSender(server), await openSender(server)]
    const url = await ana.begin(3)
    const patch = { ...BYTES, 'upload-offset': '0' }
    expect((await ben.send('HEAD', url)).status).toBe(404)
    expect((await ben.send('PATCH', url, patch, Buffer.from('abc'))).status).toBe(404)
    expect((await ben.send('DELETE', url)).status).toBe(404)
    expect((await ana.send('HEAD', url)).headers.get('upload-offset')).toBe('0')
  })

  test('the server follows the tus protocol for versions, offsets, types, metadata and method override', async () => {
    await using server = await open()
    const ana = await openSender(server)
    const options = await fetch(ana.endpoint, { method: 'OPTIONS' })
    expect(options.status).toBe(204)
    expect(options.headers.get('tus-version')).toBe('1.0.0')
    expect(options.headers.get('tus-extension')?.split(',')).toEqual([
      'creation',
      'creation-with-upload',
      'expiration',
      'checksum',
      'termination',
      'concatenation',
    ])
    expect(options.headers.get('tus-checksum-algorithm')).toBe('sha1,sha256')

    const said = { 'upload-metadata': metadata({ filename: 'a.txt', caption: 'sea' }) }
    const url = await ana.begin(6, said)
    const head = await ana.send('HEAD', url)
    expect(head.headers.get('upload-metadata')).toBe(said['upload-metadata'])
    expect(head.headers.get('upload-length')).toBe('6')
    expect(head.headers.get('tus-resumable')).toBe('1.0.0')

    const wrongVersion = await ana.send('PATCH', url, { 'tus-resumable': '0.2.2' })
    expect(wrongVersion.status).toBe(412)
    expect(wrongVersion.headers.get('tus-version')).toBe('1.0.0')
    const at = (offset: number) => ({ 'upload-offset': String(offset) })
    const text = Buffer.from('abc')
    expect((await ana.send('PATCH', url, { ...BYTES, ...at(1) }, text)).status).toBe(409)
    expect((await ana.send('PATCH', url, BYTES, text)).status).toBe(400)
    expect((await ana.send('PATCH', url, { ...BYTES, 'upload-offset': '-1' }, text)).status).toBe(
      400,
    )
    expect((await ana.send('PATCH', url, at(0), text)).status).toBe(415)
    const long = Buffer.from('abcdefg')
    expect((await ana.send('PATCH', url, { ...BYTES, ...at(0) }, long)).status).toBe(416)

    const disguised = { ...BYTES, ...at(0), 'x-http-method-override': 'PATCH' }
    const other = await ana.begin(6)
    expect((await ana.send('POST', other, disguised, text)).headers.get('upload-offset')).toBe('3')
    const gone = await ana.send('POST', other, { 'x-http-method-override': 'DELETE' })
    expect(gone.status).toBe(204)
    expect((await ana.send('POST', url)).status).toBe(405)

    const refused = async (headers: Record<string, string>) =>
      (await ana.send('POST', '/drive/v1/tus', { ...said, ...headers })).status
    expect(await refused({})).toBe(400)
    expect(await refused({ 'upload-length': '1e3' })).toBe(400)
    expect(await refused({ 'upload-defer-length': '1' })).toBe(400)
    expect(await refused({ 'upload-length': '1', 'upload-metadata': 'filename !' })).toBe(400)
    expect(await refused({ 'upload-length': '1', 'upload-metadata': '' })).toBe(400)
    const conflict = metadata({ filename: 'a.txt', conflict: 'ask' })
    expect(await refused({ 'upload-length': '1', 'upload-metadata': conflict })).toBe(400)
    const parent = metadata({ filename: 'a.txt', parent_id: 'nowhere' })
    expect(await refused({ 'upload-length': '1', 'upload-metadata': parent })).toBe(404)
    expect(await refused({ 'upload-length': '1', 'upload-concat': 'half' })).toBe(400)
    expect((await fetch(ana.endpoint, { method: 'POST', headers: TUS })).status).toBe(401)
  })

  test('an empty file is created at once, and the sender chooses the conflict rule', async () => {
    await using server = await open()
    const ana = await openSender(server)
    const make = async (said: Record<string, string>) => {
      const headers = {
        'upload-length': '0',
        'upload-metadata': metadata({ filename: 'a.txt', ...said }),
      }
      const answer = await ana.send('POST', '/drive/v1/tus', headers)
      return { status: answer.status, id: answer.headers.get('x-file-id') }
    }
    const first = await make({})
    expect(first.status).toBe(201)
    const second = await make({})
    expect(second.id).not.toBe(first.id)
    expect((await make({ conflict: 'replace' })).id).toBe(first.id)
    expect(await make({ conflict: 'fail' })).toEqual({ status: 409, id: null })
    expect((await ana.files()).map(({ name }) => name).sort()).toEqual(['a (2).txt', 'a.txt'])
  })

  test('a name taken during the upload answers already_exists, also to HEAD', async () => {
    await using server = await open()
    const ana = await openSender(server)
    const said = { 'upload-metadata': metadata({ filename: 'a.txt', conflict: 'fail' }) }
    const url = await ana.begin(1, said)
    await run(ana, Buffer.from('other'), { metadata: { filename: 'a.txt' } })
    const patched = await ana.send(
      'PATCH',
      url,
      { ...BYTES, 'upload-offset': '0' },
      Buffer.from('x'),
    )
    expect(await patched.json()).toMatchObject({ error: 'already_exists' })
    expect((await ana.send('HEAD', url)).status).toBe(409)
  })
})
