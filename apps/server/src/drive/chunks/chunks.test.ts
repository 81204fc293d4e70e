import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { createId, systemRandom } from '../../kernel/id.ts'
import { sha1, syncOf, uploadsOf } from '../sync-door/testing.ts'
import { someBytes, UPLOAD_TTL_MS } from '../testing.ts'
import { serveDrive } from '../testing-http.ts'
import { responsesOf } from '../webdav/testing.ts'

const FILES = '/remote.php/dav/files'

onEachDatabase((openDatabase) => {
  const open = async (options: Parameters<typeof serveDrive>[1] = {}) => {
    const db = await openDatabase()
    const served = await serveDrive(db, options)
    served.drive.runner.start()
    const files = syncOf(served, 'ana')
    const uploads = uploadsOf(served, 'ana')
    const join = (
      folder: string,
      to: string,
      total: number,
      headers: Record<string, string> = {},
      send = uploads,
    ) =>
      send('MOVE', `/${folder}/.file`, {
        headers: {
          destination: `${FILES}/ana/${to}`,
          'oc-total-length': String(total),
          ...headers,
        },
      })
    const uploadRows = () => db.read((r) => r.selectFrom('uploads').selectAll().execute())
    const room = async () => {
      const row = await db.read((r) =>
        r.selectFrom('drives').select(['used_bytes', 'reserved_bytes']).executeTakeFirstOrThrow(),
      )
      return [row.used_bytes, row.reserved_bytes]
    }
    return { ...served, db, files, uploads, join, uploadRows, room }
  }

  test('pieces in any order become the file, with its date and checksum, and nothing of them stays', async () => {
    const { files, uploads, join, db, uploadRows, room, folder } = await open()
    const bytes = someBytes(11_000_000)
    const cut = [0, 4_500_000, 9_000_001, bytes.length]
    expect((await uploads('MKCOL', '/1')).status).toBe(201)
    expect((await uploads('MKCOL', '/1')).status).toBe(405)
    for (const at of [2, 0, 1]) {
      const body = bytes.subarray(cut[at], cut[at + 1])
      const put = await uploads('PUT', `/1/0000${at + 1}`, { body })
      expect(put.status).toBe(201)
    }
    expect(await room()).toEqual([0, bytes.length])
    const listed = responsesOf(await uploads('PROPFIND', '/1', { headers: { depth: '1' } }))
    expect([...listed.keys()]).toEqual([
      '/remote.php/dav/uploads/ana/1/',
      '/remote.php/dav/uploads/ana/1/00001',
      '/remote.php/dav/uploads/ana/1/00002',
      '/remote.php/dav/uploads/ana/1/00003',
    ])
    expect(listed.get('/remote.php/dav/uploads/ana/1/00001')).toContain(
      '<d:getcontentlength>4500000</d:getcontentlength>',
    )
    const done = await join('1', 'big.bin', bytes.length, {
      'oc-checksum': sha1(bytes),
      'x-oc-mtime': '1700000000',
    })
    expect(done.status, done.text).toBe(201)
    const got = await files('GET', '/big.bin', { headers: { range: 'bytes=4499990-4500009' } })
    expect(got.text).toBe(bytes.subarray(4_499_990, 4_500_010).toString('utf8'))
    expect(got.headers.get('etag')).toBe(done.headers.get('oc-etag'))
    expect(got.headers.get('oc-checksum')).toBe(sha1(bytes))
    expect(got.headers.get('last-modified')).toBe('Tue, 14 Nov 2023 22:13:20 GMT')
    expect((await uploads('PROPFIND', '/1')).status).toBe(404)
    expect(await room()).toEqual([bytes.length, 0])
    expect((await uploadRows()).map(({ committed_node_id }) => committed_node_id !== null)).toEqual(
      [true],
    )
    expect(await db.read((r) => r.selectFrom('chunks').selectAll().execute())).toEqual([])
    const kept = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) =>
      one.isFile(),
    )
    expect(kept.filter(({ name }) => name.length > 20)).toHaveLength(1)
  })

  test('a gap, another length and another checksum make no file, and the pieces stay for another try', async () => {
    const { files, uploads, join, room } = await open()
    await uploads('MKCOL', '/1')
    await uploads('PUT', '/1/1', { body: 'first ' })
    await uploads('PUT', '/1/3', { body: 'third' })
    expect((await join('1', 'a', 11)).status).toBe(400)
    await uploads('PUT', '/1/2', { body: 'second ' })
    expect((await join('1', 'a', 17)).status).toBe(400)
    expect(
      (await uploads('MOVE', '/1/.file', { headers: { destination: `${FILES}/ana/a` } })).status,
    ).toBe(400)
    const wrong = { 'oc-checksum': `SHA1:${'0'.repeat(40)}` }
    expect((await join('1', 'a', 18, wrong)).status).toBe(400)
    expect((await files('GET', '/a')).status).toBe(404)
    expect(await room()).toEqual([0, 18])
    const right = { 'oc-checksum': sha1(Buffer.from('first second third')) }
    expect((await join('1', 'a', 18, right)).status).toBe(201)
    expect((await files('GET', '/a')).text).toBe('first second third')
  })

  test('a piece is sent again or taken back, and what is left is listed', async () => {
    const { files, uploads, join, room, uploadRows } = await open()
    await uploads('MKCOL', '/1')
    for (const [name, body] of [
      ['0', 'wrong!'],
      ['1', 'more'],
      ['2', 'much'],
    ] as const) {
      await uploads('PUT', `/1/000000000000000${name}`, { body })
    }
    expect((await uploads('PUT', '/1/0', { body: 'right ' })).status).toBe(204)
    expect((await uploads('DELETE', '/1/0000000000000002')).status).toBe(204)
    expect((await uploads('DELETE', '/1/0000000000000002')).status).toBe(404)
    expect(await room()).toEqual([0, 10])
    expect((await join('1', 'a', 10)).status).toBe(201)
    expect((await files('GET', '/a')).text).toBe('right more')
    await uploads('MKCOL', '/2')
    await uploads('PUT', '/2/1', { body: 'x' })
    expect((await uploads('DELETE', '/2')).status).toBe(204)
    expect(await room()).toEqual([10, 0])
    expect(
      (await uploadRows()).filter(({ committed_node_id }) => committed_node_id === null),
    ).toEqual([])
  })

  test('a file takes the room that its pieces were promised, and no more', async () => {
    const { uploads, join, files } = await open({ quotaBytes: 20 })
    await uploads('MKCOL', '/1')
    expect((await uploads('PUT', '/1/1', { body: 'x'.repeat(12) })).status).toBe(201)
    expect((await uploads('PUT', '/1/2', { body: 'y'.repeat(9) })).status).toBe(507)
    expect((await uploads('PUT', '/1/2', { body: 'y'.repeat(8) })).status).toBe(201)
    expect((await files('PUT', '/other', { body: 'z' })).status).toBe(507)
    expect((await join('1', 'a', 20)).status).toBe(201)
  })

  test('a file that was changed meanwhile is not replaced', async () => {
    const { files, uploads, join } = await open()
    const put = await files('PUT', '/a', { body: 'old' })
    const etag = put.headers.get('etag') ?? ''
    await uploads('MKCOL', '/1')
    await uploads('PUT', '/1/00001', { body: 'new' })
    const as = (tag: string) => ({ if: `<http://drive.test${FILES}/ana/a> ([${tag}])` })
    expect((await join('1', 'a', 3, as('"0000"'))).status).toBe(412)
    const done = await join('1', 'a', 3, as(etag))
    expect([done.status, (await files('GET', '/a')).text]).toEqual([204, 'new'])
  })

  test('a file goes into what others share, whose quota takes it, whether its client says so early or late', async () => {
    const { as, files, join, db, ...served } = await open()
    const trip = await as('ana').json('POST', '/drive/v1/files', { kind: 'folder', name: 'trip' })
    const grantee = { kind: 'person', sub: 'ben' }
    await as('ana').json('POST', `/drive/v1/files/${trip.id}/grants`, { grantee, role: 'editor' })
    const uploads = uploadsOf(served, 'ben')
    for (const [folder, headers] of [
      ['early', { destination: `${FILES}/ben/Shared%20with%20me/trip/early` }],
      ['late', {}],
    ] as const) {
      expect((await uploads('MKCOL', `/${folder}`, { headers })).status).toBe(201)
      await uploads('PUT', `/${folder}/1`, { body: 'some ', headers })
      await uploads('PUT', `/${folder}/2`, { body: 'words', headers })
      const destination = `${FILES}/ben/Shared%20with%20me/trip/${folder}`
      const done = await join(folder, '', 10, { destination }, uploads)
      expect(done.status, done.text).toBe(201)
      expect((await files('GET', `/trip/${folder}`)).text).toBe('some words')
    }
    const drives = await db.read((r) => r.selectFrom('drives').selectAll().execute())
    expect(
      drives
        .map(({ owner_sub, used_bytes, reserved_bytes }) => [owner_sub, used_bytes, reserved_bytes])
        .sort(),
    ).toEqual([
      ['ana', 20, 0],
      ['ben', 0, 0],
    ])
  })

  test('folders of pieces are their person’s own, and a password that only reads has none', async () => {
    const { uploads, join, ...served } = await open()
    await uploads('MKCOL', '/1')
    await uploads('PUT', '/1/1', { body: 'x' })
    const ben = uploadsOf(served, 'ben')
    expect((await ben('PROPFIND', '/1')).status).toBe(404)
    expect((await ben('PUT', '/1/2', { body: 'x' })).status).toBe(404)
    expect((await ben('DELETE', '/1')).status).toBe(404)
    expect((await join('1', 'a', 1, {}, ben)).status).toBe(502)
    const reader = uploadsOf(served, 'ana', { readOnly: true })
    expect((await reader('MKCOL', '/2')).status).toBe(403)
    expect(
      (await uploads('MOVE', '/1/1', { headers: { destination: `${FILES}/ana/a` } })).status,
    ).toBe(405)
    expect((await uploads('PUT', '/1/.file', { body: 'x' })).status).toBe(400)
  })

  test('pieces are those of the password that sent them: another one of the same person neither reads nor removes them', async () => {
    const served = await open()
    const { as, uploads, files, join } = served
    const inside = await as('ana').json('POST', '/drive/v1/files', { kind: 'folder', name: 'in' })
    const about = await as('ana').json('GET', '/drive/v1/about')
    const { drive_id: driveId } = about as unknown as { drive_id: string }
    const limit = { folder: { driveId, nodeId: inside.id } }
    const [narrow, narrowFiles] = [uploadsOf(served, 'ana', limit), syncOf(served, 'ana', limit)]
    await uploads('MKCOL', '/1')
    await uploads('PUT', '/1/00001', { body: 'of the whole drive' })
    expect((await narrow('PROPFIND', '/1', { headers: { depth: '1' } })).status).toBe(404)
    expect((await join('1', 'stolen.txt', 18, {}, narrow)).status).toBe(404)
    expect((await narrow('DELETE', '/1/00001')).status).toBe(404)
    expect((await narrow('DELETE', '/1')).status).toBe(404)
    expect((await narrowFiles('GET', '/stolen.txt')).status).toBe(404)
    expect((await narrow('MKCOL', '/1')).status).toBe(201)
    expect((await join('1', 'own.txt', 18)).status).toBe(201)
    expect((await files('GET', '/own.txt')).text).toBe('of the whole drive')
  })

  test('what nobody puts together goes after its time, with its room', async () => {
    const { uploads, clock, housekeeping, room, db, uploadRows } = await open()
    await uploads('MKCOL', '/1')
    await uploads('PUT', '/1/1', { body: 'x' })
    clock.advance(UPLOAD_TTL_MS)
    for (const chore of housekeeping) {
      if (/expire/.test(chore.name)) await chore.run()
    }
    expect(await room()).toEqual([0, 0])
    expect(await uploadRows()).toEqual([])
    expect(await db.read((r) => r.selectFrom('chunk_folders').selectAll().execute())).toEqual([])
    expect((await uploads('PROPFIND', '/1')).status).toBe(404)
  })

  test('a MOVE that was interrupted is made again', async () => {
    const { uploads, join, db, files, clock } = await open()
    await uploads('MKCOL', '/1')
    await uploads('PUT', '/1/1', { body: 'some words' })
    // As a kill leaves it: an upload that is being made of the piece, and that nobody ends.
    const [part] = await db.read((r) => r.selectFrom('uploads').selectAll().execute())
    if (!part) throw new Error('there is no upload')
    const other = createId(systemRandom, clock.now())
    await db.write(async (writer) => {
      const of = writer.selectFrom('blobs').selectAll().where('id', '=', part.blob_id)
      const blob = await of.executeTakeFirstOrThrow()
      await writer
        .insertInto('blobs')
        .values({ ...blob, id: other })
        .execute()
      const whole = { ...part, id: 'whole', blob_id: other, reserved: 0 }
      await writer.insertInto('uploads').values(whole).execute()
      await writer
        .updateTable('uploads')
        .set({ part_of: 'whole' })
        .where('id', '=', part.id)
        .execute()
    })
    expect((await join('1', 'a', 10)).status).toBe(201)
    expect((await files('GET', '/a')).text).toBe('some words')
    const left = await db.read((r) =>
      r.selectFrom('uploads').select('id').where('committed_node_id', 'is', null).execute(),
    )
    expect(left).toEqual([])
  })
})
