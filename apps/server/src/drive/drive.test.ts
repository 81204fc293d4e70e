import { truncate } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { BLOCK_BYTES } from '@awan/protocol'
import { expect, test } from 'vitest'
import { blobPath } from '../blobs/blob-rules.ts'
import { onEachDatabase } from '../db/testing.ts'
import { blockHashes, contentHash, someBytes } from './testing.ts'
import { type Answer, serveDrive } from './testing-http.ts'

onEachDatabase((openDatabase) => {
  const serve = async (options: { quotaBytes?: number } = {}) =>
    serveDrive(await openDatabase(), options)

  test('a folder is listed with the requested order and filters, and invalid parameters are rejected', async () => {
    const ana = (await serve()).as('ana')
    await ana.json('POST', '/drive/v1/files', { kind: 'folder', name: 'b' })
    await ana.upload('a.txt', Buffer.from('long'))
    await ana.upload('c.txt', Buffer.from('x'))
    const names = async (query: string) => {
      const { files } = await ana.json('GET', `/drive/v1/files?${query}`)
      return files?.map(({ name }) => name)
    }
    expect(await names('order_by=size&direction=desc')).toEqual(['b', 'a.txt', 'c.txt'])
    expect(await names('folders_first=false')).toEqual(['a.txt', 'b', 'c.txt'])
    expect(await names('type_group=document&size_max=1')).toEqual(['c.txt'])
    expect(await names('starred=true')).toEqual([])
    const first = await ana.json('GET', '/drive/v1/files?page_size=1')
    for (const wrong of [
      'order_by=colour',
      'direction=up',
      'folders_first=1',
      'size_min=-1',
      'modified_after=yesterday',
      `order_by=size&page_token=${first.next_page_token}`,
    ]) {
      expect((await ana.json('GET', `/drive/v1/files?${wrong}`)).error, wrong).toBe(
        'invalid_argument',
      )
    }
  })

  test('changes answer a waiting call and the event stream, and both end when the server stops', async () => {
    const { as, drive } = await serve()
    const ana = as('ana')
    const present = await ana.json('GET', '/drive/v1/changes')
    expect(present).toMatchObject({ seq: 0 })
    const { cursor } = present
    const waiting = ana.json('GET', `/drive/v1/changes?cursor=${cursor}&wait=60`)
    const events = await ana.call('GET', '/drive/v1/changes/events')
    expect(events.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect((await ana.call('HEAD', '/drive/v1/changes/events')).status).toBe(200)
    const folder = await ana.json('POST', '/drive/v1/files', { kind: 'folder', name: 'x' })
    const told = await waiting
    expect(told).toMatchObject({
      has_more: false,
      seq: 1,
      changes: [{ id: folder.id, seq: 1, file: { name: 'x', tags: [], starred: false } }],
    })
    const idle = ana.json('GET', `/drive/v1/changes?cursor=${told.cursor}&wait=60`)
    drive.stopFollowing()
    expect(await idle).toMatchObject({ changes: [], cursor: told.cursor })
    // The unread count of the inbox comes before or after.
    const seqs = [...(await events.text()).matchAll(/^event: seq\nid: (\d+)$/gm)]
    expect(seqs.map(([, seq]) => seq)).toEqual(['0', '1'])
    expect(await ana.json('GET', '/drive/v1/changes?wait=61')).toMatchObject({ status: 400 })
  })

  test('a folder is created, and a file is uploaded, listed and downloaded by range', async () => {
    const ana = (await serve()).as('ana')
    const folder = await ana.json('POST', '/drive/v1/files', { kind: 'folder', name: 'Photos' })
    const bytes = someBytes(BLOCK_BYTES + 1000)
    const file = await ana.upload('图 1.png', bytes, { parent_id: folder.id })
    expect(file).toMatchObject({
      status: 200,
      kind: 'file',
      parent_id: folder.id,
      size: bytes.length,
      hash: contentHash(bytes),
      mime_type: 'image/png',
    })
    const listed = await ana.json('GET', `/drive/v1/files?parent_id=${folder.id}`)
    expect(listed).toMatchObject({ files: [{ id: file.id }], seq: 2 })
    const got = await ana.json('GET', `/drive/v1/files/${file.id}`)
    expect(got.ancestors).toMatchObject([{ name: '' }, { id: folder.id, name: 'Photos' }])

    const part = await ana.call('GET', `/drive/v1/files/${file.id}/content`, {
      headers: { range: `bytes=${BLOCK_BYTES - 5}-${BLOCK_BYTES + 4}` },
    })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(
      `bytes ${BLOCK_BYTES - 5}-${BLOCK_BYTES + 4}/${bytes.length}`,
    )
    const wanted = bytes.subarray(BLOCK_BYTES - 5, BLOCK_BYTES + 5)
    expect(wanted.equals(Buffer.from(await part.arrayBuffer()))).toBe(true)

    const about = await ana.json('GET', '/drive/v1/about')
    expect(about).toMatchObject({ quota_usage: bytes.length, seq: 2, trash_days: 30 })
    expect(about).not.toHaveProperty('quota_limit')
  })

  test('how full a drive is, is told to those who see all of it, and not to members or visitors of a part', async () => {
    const { as, origin } = await serve({ quotaBytes: 1000 })
    const [ana, ben] = [as('ana'), as('ben')]
    const shared = await ana.json('POST', '/drive/v1/files', { kind: 'folder', name: 'shared' })
    const { drive_id } = (await ana.json('GET', '/drive/v1/about')) as Answer & { drive_id: string }
    const share = (node: string) =>
      ana.json('POST', `/drive/v1/files/${node}/grants`, {
        grantee: { kind: 'person', sub: 'ben' },
        role: 'editor',
      })
    const asked = async () => {
      const about = await ben.json('GET', `/drive/v1/about?drive_id=${drive_id}`)
      const { drives } = (await ben.json('GET', '/drive/v1/drives')) as Answer & {
        drives: { id: string }[]
      }
      return [about, drives.find(({ id }) => id === drive_id)]
    }
    await share(shared.id)
    for (const told of await asked()) {
      expect(told).toMatchObject({ role: 'editor' })
      expect(told).not.toHaveProperty('quota_limit')
      expect(told).not.toHaveProperty('quota_usage')
    }
    const { token } = (await ana.json('POST', '/drive/v1/links', {
      node_id: shared.id,
    })) as Answer & { token: string }
    const body = JSON.stringify({ token })
    const opened = await fetch(`${origin}/drive/v1/links:open`, { method: 'POST', body })
    const { visit_token } = (await opened.json()) as { visit_token: string }
    const seen = await as(visit_token).json('GET', '/drive/v1/about')
    expect(seen).toMatchObject({ drive_id, role: 'viewer' })
    expect(seen).not.toHaveProperty('quota_usage')
    await share('root')
    for (const told of await asked()) {
      expect(told).toMatchObject({ quota_limit: 1000, quota_usage: 0 })
      expect(told).not.toHaveProperty('quota_reserved')
    }
  })

  test('room that is promised to unfinished uploads is reported beside what is used', async () => {
    const ana = (await serve({ quotaBytes: 1000 })).as('ana')
    const { id } = await ana.json('POST', '/drive/v1/uploads', { name: 'a', size: 400 })
    const about = () => ana.json('GET', '/drive/v1/about')
    expect(await about()).toMatchObject({ quota_usage: 0, quota_reserved: 400 })
    const { drives } = (await ana.json('GET', '/drive/v1/drives')) as Answer & { drives: object[] }
    expect(drives).toMatchObject([{ quota_limit: 1000, quota_usage: 0, quota_reserved: 400 }])
    await ana.json('DELETE', `/drive/v1/uploads/${id}`)
    expect(await about()).not.toHaveProperty('quota_reserved')
  })

  test('a rename needs a current ETag in If-Match, and a name that Windows cannot store has a warning', async () => {
    const ana = (await serve()).as('ana')
    const file = await ana.upload('a.txt', someBytes(3))
    const path = `/drive/v1/files/${file.id}`
    const renamed = await ana.json('PATCH', path, { name: 'a?.txt' }, { 'if-match': file.etag })
    expect(renamed).toMatchObject({ status: 200, name: 'a?.txt', warnings: ['windows'] })
    const late = await ana.json('PATCH', path, { name: 'b.txt' }, { 'if-match': file.etag })
    expect(late).toMatchObject({ status: 412, error: 'failed_precondition' })
    const back = await ana.json('PATCH', path, { name: 'b.txt' }, { 'if-match': renamed.etag })
    expect(back).not.toHaveProperty('warnings')
  })

  test('batches trash, restore, copy and delete files, and each returns its task', async () => {
    const { as } = await serve()
    const ana = as('ana')
    const ids = [(await ana.upload('a', someBytes(3))).id, (await ana.upload('b', someBytes(4))).id]
    const names = async () => {
      const { files } = (await ana.json('GET', '/drive/v1/files')) as unknown as {
        files: { name: string }[]
      }
      return files.map(({ name }) => name)
    }
    const key = { 'idempotency-key': 'once' }
    const trashed = await ana.json('POST', '/drive/v1/files:batchTrash', { ids }, key)
    expect(trashed).toMatchObject({
      status: 200,
      kind: 'trash',
      phase: 'complete',
      progress: 100,
      done: 2,
      total: 2,
      failed: 0,
      failures: [],
    })
    expect(await names()).toEqual([])
    await ana.json('POST', '/drive/v1/files:batchUntrash', { ids })
    expect(await ana.json('POST', '/drive/v1/files:batchTrash', { ids }, key)).toEqual(trashed)
    const copied = { ids: [ids[0], 'nothing'], parent_id: 'root' }
    expect(await ana.json('POST', '/drive/v1/files:batchCopy', copied)).toMatchObject({
      phase: 'complete',
      failed: 1,
      failures: [{ id: 'nothing', error: 'not_found' }],
    })
    expect(await names()).toEqual(['a', 'a (2)', 'b'])
    await ana.json('POST', '/drive/v1/files:batchDelete', { ids: [ids[0]] })
    await ana.json('POST', '/drive/v1/files:batchTrash', { ids: [ids[1]] })
    await ana.json('POST', '/drive/v1/trash:empty')
    expect(await names()).toEqual(['a (2)'])
    expect(await ana.json('GET', '/drive/v1/about')).toMatchObject({ quota_usage: 3 })
    const { tasks } = (await ana.json('GET', '/drive/v1/tasks')) as unknown as { tasks: object[] }
    expect(tasks).toHaveLength(6)
    const one = `/drive/v1/tasks/${trashed.task_id}`
    expect(await ana.json('GET', one)).toEqual(trashed)
    expect(await ana.json('DELETE', one)).toEqual(trashed)
    expect(await as('ben').json('GET', one)).toMatchObject({ status: 404, error: 'not_found' })
  })

  test('content is served with headers that isolate it from our own pages', async () => {
    const ana = (await serve()).as('ana')
    const file = await ana.upload('evil.html', Buffer.from('<script>alert(1)</script>'))
    const answer = await ana.call('GET', `/drive/v1/files/${file.id}/content`)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '25',
      'content-disposition': `attachment; filename="evil.html"; filename*=UTF-8''evil.html`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
      etag: `"${file.hash}"`,
    })
  })

  test('HEAD gives the length without the content', async () => {
    const ana = (await serve()).as('ana')
    const bytes = someBytes(123_456)
    const file = await ana.upload('a.bin', bytes)
    const answer = await ana.call('HEAD', `/drive/v1/files/${file.id}/content`, {
      headers: { range: 'bytes=0-1' },
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-length')).toBe('123456')
    expect(answer.headers.get('etag')).toBe(`"${file.hash}"`)
  })

  test('conditional requests are answered as in RFC 9110', async () => {
    const ana = (await serve()).as('ana')
    const file = await ana.upload('a.bin', someBytes(100))
    const get = (headers: Record<string, string>) =>
      ana.call('GET', `/drive/v1/files/${file.id}/content`, { headers })
    const same = await get({ 'if-none-match': `"${file.hash}"` })
    expect([same.status, await same.text()]).toEqual([304, ''])
    const changed = await get({ 'if-match': '"other"' })
    expect([changed.status, ((await changed.json()) as { error: string }).error]).toEqual([
      412,
      'failed_precondition',
    ])
    const beyond = await get({ range: 'bytes=100-' })
    expect(beyond.status).toBe(416)
    expect(beyond.headers.get('content-range')).toBe('bytes */100')
    expect(await beyond.json()).toMatchObject({ error: 'out_of_range', error_code: 11 })
    const stale = await get({ range: 'bytes=50-', 'if-range': '"other"' })
    expect([stale.status, (await stale.arrayBuffer()).byteLength]).toEqual([200, 100])
  })

  test('a download link works without a token until it expires', async () => {
    const { as, origin, clock } = await serve()
    const ana = as('ana')
    const bytes = someBytes(1000)
    const file = await ana.upload('a.jpg', bytes)
    const { url } = await ana.json('POST', `/drive/v1/files/${file.id}/link`)
    const answer = await fetch(`${origin}${url}`, { headers: { range: 'bytes=-10' } })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('cache-control')).toBe('private, max-age=600')
    expect(bytes.subarray(990).equals(Buffer.from(await answer.arrayBuffer()))).toBe(true)

    const errorOf = async (path: string) => {
      const refused = await fetch(`${origin}${path}`)
      const { error_uri, ...error } = (await refused.json()) as Record<string, unknown>
      return { status: refused.status, ...error }
    }
    const forged = await errorOf(`${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`)
    clock.advance(600_000)
    const expired = await errorOf(url)
    expect(expired).toMatchObject({ status: 404, error: 'not_found' })
    expect(forged).toEqual(expired)
    expect(await errorOf('/drive/v1/content/x')).toEqual(expired)
  })

  test("another person's file answers like an unknown one at every endpoint", async () => {
    const { as } = await serve()
    const [ana, ben] = [as('ana'), as('ben')]
    const file = await ana.upload('a.bin', someBytes(10))
    const upload = await ana.json('POST', '/drive/v1/uploads', { name: 'b', size: 5 })
    const unknown = '0'.repeat(25)
    const paths = (fileId: string, uploadId: string) =>
      [
        ['GET', `/drive/v1/files/${fileId}`],
        ['PATCH', `/drive/v1/files/${fileId}`],
        ['GET', `/drive/v1/files/${fileId}/content`],
        ['POST', `/drive/v1/files/${fileId}/link`],
        ['GET', `/drive/v1/files?parent_id=${fileId}`],
        ['GET', `/drive/v1/uploads/${uploadId}`],
        ['PUT', `/drive/v1/uploads/${uploadId}/blocks/0`],
        ['POST', `/drive/v1/uploads/${uploadId}/commit`],
        ['DELETE', `/drive/v1/uploads/${uploadId}`],
      ] as const
    const foreign = paths(file.id, upload.id)
    for (const [index, [method, path]] of foreign.entries()) {
      const { error_uri: _, ...answer } = await ben.json(method, path)
      const [, unknownPath = ''] = paths(unknown, unknown)[index] ?? []
      const { error_uri: __, ...wanted } = await ben.json(method, unknownPath)
      expect(answer, `${method} ${path}`).toEqual(wanted)
      expect(answer.status, `${method} ${path}`).toBe(method === 'DELETE' ? 200 : 404)
    }
    expect(await ana.json('GET', `/drive/v1/uploads/${upload.id}`)).toMatchObject({ size: 5 })
  })

  test('a token without the drive scope is rejected', async () => {
    const { as } = await serve()
    expect(await as('poor').json('GET', '/drive/v1/about')).toMatchObject({
      status: 403,
      error: 'permission_denied',
    })
  })

  test('an interrupted request keeps its complete blocks', async () => {
    const { as, port } = await serve()
    const ana = as('ana')
    const bytes = someBytes(6 * BLOCK_BYTES)
    const { id } = await ana.json('POST', '/drive/v1/uploads', { name: 'a', size: bytes.length })
    const cut = httpRequest({
      host: '127.0.0.1',
      port,
      method: 'PUT',
      path: `/drive/v1/uploads/${id}/blocks/0`,
      headers: { authorization: 'Bearer ana', 'content-length': bytes.length },
    })
    const isClosed = new Promise((closed) => cut.once('error', closed))
    // The socket is closed when the server must have received three blocks.
    cut.write(bytes.subarray(0, 5.5 * BLOCK_BYTES), () => cut.destroy(new Error('cut')))
    await isClosed

    const missing = async () => (await ana.json('GET', `/drive/v1/uploads/${id}`)).missing
    await expect.poll(async () => (await missing())[0]?.[0]).not.toBe(0)
    const [[kept]] = (await missing()) as [[number, number]]
    const rest = bytes.subarray(kept * BLOCK_BYTES)
    const put = await ana.call('PUT', `/drive/v1/uploads/${id}/blocks/${kept}`, {
      body: new Uint8Array(rest),
      headers: { 'x-block-hashes': blockHashes(rest).join(', ') },
    })
    expect(await put.json()).toEqual({ missing: [] })
    const file = await ana.json('POST', `/drive/v1/uploads/${id}/commit`, {})
    expect(file.hash).toBe(contentHash(bytes))
  })

  test('a block with a wrong hash is named in the answer', async () => {
    const ana = (await serve()).as('ana')
    const bytes = someBytes(3 * BLOCK_BYTES)
    const { id } = await ana.json('POST', '/drive/v1/uploads', { name: 'a', size: bytes.length })
    const hashes = blockHashes(bytes).with(1, `b3:${'0'.repeat(64)}`)
    const answer = await ana.call('PUT', `/drive/v1/uploads/${id}/blocks/0`, {
      body: new Uint8Array(bytes),
      headers: { 'x-block-hashes': hashes.join(',') },
    })
    expect(answer.status).toBe(460)
    expect(await answer.json()).toMatchObject({
      error: 'data_loss',
      details: [{ metadata: { block: '1' } }],
    })
    const { missing } = await ana.json('GET', `/drive/v1/uploads/${id}`)
    expect(missing).toEqual([[1, 2]])
  })

  test.each([
    ['POST', '/drive/v1/files', { kind: 'folder', name: 'a/b' }],
    ['POST', '/drive/v1/files', { kind: 'folder', name: 'a', parent_id: 'x\u0000' }],
    ['POST', '/drive/v1/files', { kind: 'folder', name: 'a', conflict: 'replace' }],
    ['PATCH', '/drive/v1/files/root', { name: 'a' }],
    ['PATCH', '/drive/v1/files/root', { tags: [''] }],
    ['POST', '/drive/v1/files:batchTrash', { ids: [] }],
    ['POST', '/drive/v1/files:batchTrash', { inside: { folder_id: 'root', place: 'drive' } }],
    ['POST', '/drive/v1/files:batchDelete', { ids: ['a'], inside: { place: 'trash' } }],
    ['GET', '/drive/v1/files:count', undefined],
    ['POST', '/drive/v1/files:batchMove', { ids: ['a'] }],
    ['GET', '/drive/v1/tasks?page_token=garbage', undefined],
    ['POST', '/drive/v1/uploads', { name: 'a', size: -1 }],
    ['POST', '/drive/v1/uploads', { name: 'a', size: 1, block_hashes: ['xyz'] }],
    ['POST', '/drive/v1/uploads', { name: 'a', size: 1, modified_time: 'now' }],
    ['GET', '/drive/v1/files?page_token=garbage', undefined],
    ['GET', '/drive/v1/files?page_size=0', undefined],
    ['GET', '/drive/v1/files/%00', undefined],
  ])('%s %s with %o is an invalid argument', async (method, path, body) => {
    const ana = (await serve()).as('ana')
    expect(await ana.json(method, path, body)).toMatchObject({
      status: 400,
      error: 'invalid_argument',
    })
  })

  test('the download of a content that is truncated on disk is aborted', async () => {
    const { as, folder, blobs, port } = await serve()
    const bytes = someBytes(2 * BLOCK_BYTES)
    const file = await as('ana').upload('a.bin', bytes)
    for await (const { id } of blobs.list()) {
      await truncate(join(folder, blobPath(id).path), BLOCK_BYTES)
    }
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      httpRequest(
        {
          host: '127.0.0.1',
          port,
          path: `/drive/v1/files/${file.id}/content`,
          headers: { authorization: 'Bearer ana' },
        },
        resolve,
      )
        .on('error', reject)
        .end()
    })
    await expect(buffer(answer)).rejects.toThrow('aborted')
  })
})
