import { readdir, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { BLOCK_BYTES } from '@awan/protocol'
import { catalogue, isErrorName } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { hashBlock } from '../src/drive/contents/block-hash.ts'
import { onEachBackend } from './testing/backends.ts'
import { openDriveCalls } from './testing/drive-calls.ts'
import { findWrongRows } from './testing/left-behind.ts'
import { openRaw, signUpRaw } from './testing/raw-calls.ts'
import { startServer } from './testing/server.ts'
import { beginUpload, commit, contentOf, sendMissing } from './testing/uploading.ts'

/** What no file system should ever be asked to hold, or no header to carry. */
const IMPOSSIBLE_NAMES = [
  '',
  '.',
  '..',
  '/',
  'a/b',
  '../../etc/passwd',
  '/etc/passwd',
  'a\0b',
  'a\nb',
  'a\r\nset-cookie: a=b',
  'a\u007fb',
  'a\u0085b',
  'a\u2028b',
  '\ud800',
  'x\udc00y',
  'x'.repeat(256),
  'é'.repeat(128),
  '𝕬'.repeat(64),
  'x'.repeat(100_000),
]

/** Odd, and people's own business; what reads them elsewhere must not be led astray. */
const ODD_NAMES = [
  ' ',
  ' .. ',
  '..\\..\\windows',
  '%2e%2e%2fetc%2fpasswd',
  '%00.txt',
  'a"; filename="evil.exe',
  "a'; drop table nodes; --",
  '\u202egnp.exe',
  '<img src=x onerror=alert(1)>.html',
  'page.html',
  'picture.svg',
  'CON',
  'con.txt',
  'trailing.',
  '-rf',
  '$(reboot)',
  '__proto__',
  'root',
  '名前.txt',
  '👩‍👩‍👧‍👦',
  'a'.repeat(255),
]

onEachBackend((prepare) => {
  test('invalid names are rejected wherever a name is given, and unusual ones are kept unchanged', async () => {
    const backend = await prepare()
    await using server = await startServer(backend)
    const { token } = await signUpRaw(server.url, openRaw(server.url))
    const raw = openRaw(server.url)
    const calls = openDriveCalls(server.url, token)
    const { id } = await calls.json('POST /drive/v1/files', { kind: 'folder', name: 'a' })
    for (const name of IMPOSSIBLE_NAMES) {
      for (const [call, body] of [
        ['POST /drive/v1/files', { kind: 'folder', name }],
        ['POST /drive/v1/uploads', { name, size: 1 }],
        [`PATCH /drive/v1/files/${id}`, { name }],
      ] as const) {
        const answer = await raw(call, { token, body })
        expect([answer.status, answer.body.error], `${call} ${JSON.stringify(name)}`).toEqual([
          400,
          'invalid_argument',
        ])
      }
    }

    const content = contentOf(100, 1)
    for (const name of ODD_NAMES) {
      const uploading = await beginUpload(calls, { name, parentId: id }, content)
      await sendMissing(calls, uploading)
      const file = await commit(calls, uploading, 'fail')
      const answer = await fetch(`${server.url}/drive/v1/files/${file}/content`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect(Buffer.from(await answer.arrayBuffer()).equals(content.bytes)).toBe(true)
      const disposition = answer.headers.get('content-disposition') ?? ''
      const encoded = encodeURIComponent(name).replace(/[!'()*]/g, toPercent)
      expect(disposition, name).toMatch(/^attachment; filename="[^"\\\r\n]*"; filename\*=UTF-8''/)
      expect(disposition, name).toContain(encoded)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('content-security-policy')).toContain('sandbox')
      expect(answer.headers.get('content-type')).not.toMatch(/html|svg|xml|script/)
    }
    const { files } = await calls.json(`GET /drive/v1/files?parent_id=${id}&page_size=1000`)
    const kept = files.map(({ name }: { name: string }) => name)
    expect(kept.toSorted()).toEqual(ODD_NAMES.toSorted())

    // One name in two ways of writing is one name.
    await calls.json('POST /drive/v1/files', { kind: 'folder', name: 'caf\u00e9' })
    const again = await raw('POST /drive/v1/files', {
      token,
      body: { kind: 'folder', name: 'cafe\u0301' },
    })
    expect(again.body.error).toBe('already_exists')
    if (backend.blobs.kind === 'disk') expect(await strangeFiles(backend.blobs.path)).toEqual([])
    expect(await findWrongRows(backend)).toEqual([])
  })

  test('invalid numbers, ids, ranges, hashes and blocks are rejected with a catalogued error', async () => {
    const backend = await prepare()
    await using server = await startServer(backend)
    const { token } = await signUpRaw(server.url, openRaw(server.url))
    const raw = openRaw(server.url)
    const calls = openDriveCalls(server.url, token)
    const content = contentOf(BLOCK_BYTES + 10, 2)
    const done = await beginUpload(calls, { name: 'done', parentId: 'root' }, content)
    await sendMissing(calls, done)
    const fileId = await commit(calls, done, 'fail')
    const open = await beginUpload(calls, { name: 'open', parentId: 'root' }, content)

    const sizes = [-1, -0.5, 1.5, 2 ** 53, 1e308, '5', null, true, [], {}]
    const hashes = [
      ['x'],
      ['A'.repeat(64)],
      ['a'.repeat(63)],
      [1],
      'a'.repeat(64),
      ['a'.repeat(64)],
      [`b3:${'a'.repeat(64)}`, 'a'.repeat(64)],
      [`b4:${'a'.repeat(64)}`],
    ]
    const times = ['yesterday', '2026-02-30T00:00:00Z', '+999999-01-01T00:00:00Z', 5, '']
    const tokens = ['x', '%00', '-1', 'e30', 'x'.repeat(5000)]
    const refused: (readonly [`${string} /${string}`, object?])[] = [
      ...sizes.map((size) => ['POST /drive/v1/uploads', { name: 'x', size }] as const),
      ...hashes.map((block_hashes) => {
        const body = { name: 'x', size: content.bytes.length, block_hashes }
        return ['POST /drive/v1/uploads', body] as const
      }),
      ...times.flatMap((modified_time) => [
        ['POST /drive/v1/uploads', { name: 'x', size: 1, modified_time }] as const,
        [`PATCH /drive/v1/files/${fileId}`, { modified_time }] as const,
        [`GET /drive/v1/files?modified_after=${encodeURIComponent(modified_time)}x`] as const,
      ]),
      ...['-1', '0', '1e9', '1.5', 'x', '99999999999999999999'].flatMap((number) => [
        [`GET /drive/v1/files?page_size=${number}`] as const,
        [`GET /drive/v1/trash?page_size=${number}`] as const,
        [`GET /drive/v1/changes?page_size=${number}`] as const,
      ]),
      ...['-1', '61', '1e9', 'x'].map((wait) => [`GET /drive/v1/changes?wait=${wait}`] as const),
      ...['-1', 'x', '1.5', '1e400'].map(
        (size) => [`GET /drive/v1/files?size_min=${size}`] as const,
      ),
      ...tokens.flatMap((page) => [
        [`GET /drive/v1/files?page_token=${page}`] as const,
        [`GET /drive/v1/trash?page_token=${page}`] as const,
        [`GET /drive/v1/tasks?page_token=${page}`] as const,
      ]),
      ['POST /drive/v1/files:batchTrash', { ids: [] }],
      ['POST /drive/v1/files:batchTrash', { ids: ['../..'] }],
      ['POST /drive/v1/files:batchTrash', { ids: Array.from({ length: 10_001 }, String) }],
      ['POST /drive/v1/files:batchDelete', { inside: { place: 'everywhere' } }],
      ['POST /drive/v1/files:batchDelete', { inside: {} }],
      ['POST /drive/v1/files:batchMove', { ids: [fileId], parent_id: '..%2f' }],
      [`PATCH /drive/v1/files/${fileId}`, { tags: ['a\0b'] }],
      [`PATCH /drive/v1/files/${fileId}`, { description: 'x'.repeat(1_000_000) }],
    ]
    const problems: string[] = []
    for (const [call, body] of refused) {
      const { status, body: said } = await raw(call, { token, body })
      const name: unknown = said.error
      const isNamed = isErrorName(name) && catalogue[name].code === said.error_code
      if (status >= 400 && status < 500 && isNamed) continue
      problems.push(`${call} ${JSON.stringify(body)?.slice(0, 80)}: ${status} ${said.error}`)
    }
    expect(problems).toEqual([])

    // Ids that lead elsewhere.
    for (const id of ['..%2f..%2fetc%2fpasswd', '%00', '..;', 'root%2f..', '*', 'x'.repeat(65)]) {
      for (const path of [`files/${id}`, `files/${id}/content`, `uploads/${id}`, `tasks/${id}`]) {
        const { status, body } = await raw(`GET /drive/v1/${path}`, { token })
        expect([400, 404], `${path} ${status}`).toContain(status)
        expect(isErrorName(body.error), path).toBe(true)
      }
    }

    // Ranges of what is downloaded.
    const size = content.bytes.length
    for (const [range, status] of [
      ['bytes=5-1', 200],
      ['bytes=-0', 416],
      [`bytes=${size}-`, 416],
      ['bytes=99999999999999999999999-', 416],
      ['bytes=-99999999999999999999999', 206],
      ['bytes=0-99999999999999999999999', 206],
      ['bytes=a-b', 200],
      ['lines=0-5', 200],
      [`bytes=${'0-,'.repeat(2000)}0-`, undefined],
      ['bytes=0-5,3-9', undefined],
    ] as const) {
      const answer = await fetch(`${server.url}/drive/v1/files/${fileId}/content`, {
        headers: { authorization: `Bearer ${token}`, range },
      })
      const bytes = (await answer.arrayBuffer()).byteLength
      if (status !== undefined) expect(answer.status, range).toBe(status)
      expect(answer.status, range).toBeLessThan(500)
      // However often a range is repeated, nobody gets more than the content and its wrapping.
      expect(bytes, range).toBeLessThan(2 * size)
    }

    // Blocks that are not there, too many, too few, or others than was said.
    const put = async (first: string, bytes: Buffer, more: Record<string, string> = {}) => {
      const answer = await fetch(`${server.url}/drive/v1/uploads/${open.id}/blocks/${first}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, ...more },
        body: new Uint8Array(bytes),
      })
      return ((await answer.json()) as { error?: string }).error
    }
    const block = content.bytes.subarray(0, BLOCK_BYTES)
    const blocksPerPut = open.blocksPerPut
    expect(await put('-1', block)).toBe('invalid_argument')
    expect(await put('1.5', block)).toBe('invalid_argument')
    expect(await put('x', block)).toBe('invalid_argument')
    expect(await put('9007199254740993', block)).toMatch(/invalid_argument|out_of_range/)
    expect(await put('2', block)).toMatch(/invalid_argument|out_of_range/)
    expect(await put('1000000', block)).toMatch(/invalid_argument|out_of_range/)
    expect(await put('0', Buffer.alloc(0))).toBe('invalid_argument')
    expect(await put('0', block.subarray(1))).toBe('invalid_argument')
    expect(await put('0', Buffer.concat([content.bytes, Buffer.from('x')]))).toMatch(
      /invalid_argument|out_of_range/,
    )
    const whole = blocksPerPut === 1 ? block : content.bytes
    const hashesOf = (count: number) => ({
      'x-block-hashes': Array.from({ length: count }, () => hashBlock(Buffer.from('other'))).join(
        ',',
      ),
    })
    expect(await put('0', whole, hashesOf(blocksPerPut))).toBe('data_loss')
    expect(await put('0', whole, { 'x-block-hashes': 'nonsense' })).toBe('invalid_argument')
    expect(await put('0', whole, hashesOf(9))).toMatch(/invalid_argument|data_loss/)
    // None of it has done any harm.
    await sendMissing(calls, open)
    const id = await commit(calls, open, 'fail')
    expect(content.bytes.equals(await calls.content(id))).toBe(true)
    expect(await findWrongRows(backend)).toEqual([])
    const failures = server
      .log()
      .split('\n')
      .filter((line) => line.includes('request failed'))
    expect(failures).toEqual([])

    // A link that is over looks like one that never was.
    const { url }: { url: `/${string}` } = await calls.json(`POST /drive/v1/files/${fileId}/link`)
    expect((await fetch(server.url + url)).status).toBe(200)
    server.clock.advance(3_600_000)
    const over = await raw(`GET ${url}`)
    const never = await raw('GET /drive/v1/content/abc')
    expect(over.status).toBe(404)
    expect({ ...over.body, error_uri: '' }).toEqual({ ...never.body, error_uri: '' })
  })

  test('a request with a wrong or ambiguous Content-Length is rejected, and the upload can go on', async () => {
    await using server = await startServer(await prepare())
    const { token } = await signUpRaw(server.url, openRaw(server.url))
    const calls = openDriveCalls(server.url, token)
    const content = contentOf(100, 3)
    const open = await beginUpload(calls, { name: 'open', parentId: 'root' }, content)
    const head = `PUT /drive/v1/uploads/${open.id}/blocks/0 HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n`
    for (const lengths of [
      'content-length: 100\r\ncontent-length: 5\r\n',
      'content-length: -1\r\n',
      'content-length: 1e3\r\n',
      'content-length: 100\r\ntransfer-encoding: chunked\r\n',
      'transfer-encoding: chunked, identity\r\n',
    ]) {
      const answer = await say(server.url, `${head}${lengths}\r\nabc`)
      expect(answer, lengths).toMatch(/^HTTP\/1\.1 400 .*"error":"invalid_argument"/s)
    }
    await sendMissing(calls, open)
    const id = await commit(calls, open, 'fail')
    expect(content.bytes.equals(await calls.content(id))).toBe(true)
  })
})

async function say(url: string, words: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(words)
  return text(socket)
}

function toPercent(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
}

/** Whatever a blob store keeps, it names itself. */
async function strangeFiles(path: string): Promise<string[]> {
  const strange: string[] = []
  for (const name of await readdir(path, { recursive: true })) {
    const isFolder = (await stat(`${path}/${name}`)).isDirectory()
    if (!isFolder && !/^[0-9a-z]{2}\/[0-9a-z]{8,64}$/.test(name)) strange.push(name)
  }
  return strange
}
