import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { packBundle } from '../bundles/testing.ts'
import { blockHashes } from '../testing.ts'
import { serveDrive } from '../testing-http.ts'

onEachDatabase((openDatabase) => {
  /** Ana's drop folder over HTTP, and visitors who send something to it. */
  async function serve(drop: object = {}, more: object = {}) {
    const db = await openDatabase()
    const { as, origin, clock } = await serveDrive(db)
    const ana = as('ana')
    const folder = await ana.json('POST', '/drive/v1/files', { kind: 'folder', name: 'drop' })
    const given = { node_id: folder.id, role: 'drop', drop, ...more }
    const link = (await ana.json('POST', '/drive/v1/links', given)) as unknown as LinkAnswer
    const visit = async (name?: string) => {
      const body = JSON.stringify({ token: link.token, name })
      const answer = await fetch(`${origin}/drive/v1/links:open`, { method: 'POST', body })
      const { visit_token } = (await answer.json()) as { visit_token: string }
      return visitorOf(as(visit_token))
    }
    const names = (who: Pick<typeof ana, 'json'>, parentId = folder.id) => listNames(who, parentId)
    const received = async () =>
      (await ana.json('GET', `/drive/v1/links/${link.id}/received`)) as unknown as Received
    return { ana: { ...ana, as }, folder, link, visit, names, received, clock, db }
  }

  /** Every way to send a file, each giving the status, or the error of an entry. */
  function visitorOf({ call, json }: Caller) {
    const put = async (path: string, bytes: Uint8Array<ArrayBuffer>) =>
      (await call('PUT', `/drive/v1/paths/${path}`, { body: bytes })).status
    const blocks = async (name: string, bytes: Uint8Array<ArrayBuffer>) => {
      const begun = await json('POST', '/drive/v1/uploads', { name, size: bytes.length })
      if (begun.status !== 200) return begun.status
      await call('PUT', `/drive/v1/uploads/${begun.id}/blocks/0`, { body: bytes })
      const ended = { conflict: 'replace' }
      return (await json('POST', `/drive/v1/uploads/${begun.id}/commit`, ended)).status
    }
    const tus = async (name: string, bytes: Uint8Array<ArrayBuffer>) => {
      const answer = await call('POST', '/drive/v1/tus', {
        headers: {
          'tus-resumable': '1.0.0',
          'upload-length': String(bytes.length),
          'upload-metadata': `filename ${btoa(name)}`,
          'content-type': 'application/offset+octet-stream',
        },
        body: bytes,
      })
      return answer.status === 201 ? 200 : answer.status
    }
    const bundle = async (path: string, bytes: Uint8Array<ArrayBuffer>) => {
      const entries = [{ path, size: bytes.length }]
      const body = packBundle({ parent_id: 'root', conflict: 'replace', entries }, [
        Buffer.from(bytes),
      ])
      const answer = await call('POST', '/drive/v1/uploads:bundle', { body: new Uint8Array(body) })
      const { results = [] } = (await answer.json()) as { results?: { error?: string }[] }
      return results[0]?.error ?? answer.status
    }
    return { call, json, put, blocks, tus, bundle }
  }

  const bytes = (text: string) => new Uint8Array(Buffer.from(text))
  const WAYS = ['put', 'blocks', 'tus', 'bundle'] as const
  const REFUSED = [412, 'failed_precondition']

  test('visitors of a drop folder see only what they have sent, and never replace anything', async () => {
    const { ana, visit, names } = await serve()
    const [ben, eva] = [await visit(), await visit()]
    for (const way of WAYS) {
      expect(await ben[way]('a.txt', bytes(way)), way).toBe(200)
      expect(await eva[way]('a.txt', bytes(way)), way).toBe(200)
    }
    const all = ['a.txt', ...Array.from({ length: 7 }, (_, at) => `a (${at + 2}).txt`)]
    expect(await names(ana)).toEqual(all.toSorted())
    expect((await names(ben)).length).toBe(4)
    expect((await names(eva)).length).toBe(4)
    expect([...(await names(ben)), ...(await names(eva))].toSorted()).toEqual(all.toSorted())
  })

  test('no page of a drop folder, nor where the next one begins, tells of what others have sent', async () => {
    const { ana, folder, visit, names } = await serve()
    const [ben, eva] = [await visit(), await visit()]
    for (const name of ['a secret.txt', 'm secret.txt', 'z secret.txt']) {
      expect(await ben.put(`${name.at(0)}/${name}`, bytes(name))).toBe(200)
      expect(await ben.put(name, bytes(name))).toBe(200)
    }
    for (const name of ['k', 'p']) expect(await eva.put(name, bytes(name))).toBe(200)
    for (const [name, found] of [
      ['a secret.txt', 0],
      ['nothing', 0],
      ['k', 1],
    ] as const) {
      const list = `/drive/v1/files?parent_id=${folder.id}&name=${encodeURIComponent(name)}`
      const { files, next_page_token } = await eva.json('GET', list)
      expect([files?.length, next_page_token]).toEqual([found, undefined])
    }
    for (const order of ['name', 'size', 'modified']) {
      for (const more of ['', '&folders_first=false', '&size_min=0']) {
        const list = `/drive/v1/files?parent_id=${folder.id}&page_size=1&order_by=${order}${more}`
        const told: string[] = []
        let token: string | undefined
        do {
          const page = await eva.json('GET', `${list}${token ? `&page_token=${token}` : ''}`)
          token = page.next_page_token
          const inside = Buffer.from(token ?? '', 'base64url').toString()
          expect(inside, `${order} ${more}`).not.toMatch(/secret|"[amz]\\u/)
          expect(page.files).toHaveLength(1)
          told.push(page.files?.[0]?.name ?? '')
        } while (token !== undefined)
        expect(told.toSorted()).toEqual(['k', 'p'])
      }
    }
    // Of what is shared with a person by itself they see that too.
    const zoe = await ana.json('POST', '/drive/v1/files', {
      kind: 'folder',
      name: 'for zoe',
      parent_id: folder.id,
    })
    for (const [id, role] of [
      [folder.id, 'drop'],
      [zoe.id, 'viewer'],
    ]) {
      const grantee = { kind: 'person', sub: 'zoe' }
      await ana.json('POST', `/drive/v1/files/${id}/grants`, { grantee, role })
    }
    const { drive_id } = (await ana.json('GET', '/drive/v1/about')) as unknown as {
      drive_id: string
    }
    const list = `/drive/v1/files?drive_id=${drive_id}&parent_id=${folder.id}`
    const { files = [] } = await ana.as('zoe').json('GET', list)
    expect(files.map(({ name }) => name)).toEqual(['for zoe'])
    expect(await names(eva)).toEqual(['k', 'p'])
  })

  test('a drop folder keeps the folders of each sender apart', async () => {
    const { ana, folder, visit, names } = await serve()
    const [ben, eva] = [await visit(), await visit()]
    expect(await ben.bundle('photos/day 1/a.jpg', bytes('ben'))).toBe(200)
    expect(await eva.bundle('photos/day 1/a.jpg', bytes('eva'))).toBe(200)
    expect(await eva.put('photos/day 1/b.jpg', bytes('eva'))).toBe(200)
    expect(await ben.put('photos/c.jpg', bytes('ben'))).toBe(200)
    expect(await names(ana)).toEqual(['photos', 'photos (2)'])
    expect(await names(ben)).toEqual(['photos'])
    expect(await names(eva)).toEqual(['photos (2)'])
    const list = `/drive/v1/files?parent_id=${folder.id}`
    const { files = [] } = (await eva.json('GET', list)) as unknown as { files: { id: string }[] }
    expect(await names(ana, files[0]?.id)).toEqual(['day 1'])
  })

  test('each sender keeps their folder, however many others have sent one of that name', async () => {
    const { ana, folder, visit } = await serve()
    const make = async (paths: string[]) => {
      const entries = paths.map((path) => ({ path, kind: 'folder' as const }))
      const body = new Uint8Array(packBundle({ parent_id: folder.id, entries }, []))
      const answer = await ana.call('POST', '/drive/v1/uploads:bundle', { body })
      return ((await answer.json()) as { results: { file: { id: string } }[] }).results
    }
    const long = 'é'.repeat(127)
    const [, second] = await make(['photos', 'photos (2)', 'photos (2) (2)', 'photos of ana', long])
    const senders = []
    for (let at = 0; at < 12; at++) senders.push(await visit())
    const foldersOf = async (who: Pick<Caller, 'json'>) =>
      (await listNames(who, folder.id)).filter((name) => !name.startsWith('é'))

    for (const { put } of senders) expect(await put('photos/a', bytes('a'))).toBe(200)
    // A name that is free again is nobody's.
    await ana.json('POST', '/drive/v1/files:batchTrash', { ids: [second?.file.id] })
    for (const { put, bundle, ...who } of senders) {
      expect(await put('photos/b', bytes('b'))).toBe(200)
      expect(await bundle('photos/deep/c', bytes('c'))).toBe(200)
      for (const name of ['a', 'b']) expect(await put(`${long}/${name}`, bytes(name))).toBe(200)
      expect(await foldersOf(who)).toHaveLength(1)
      expect(await listNames(who, folder.id)).toHaveLength(2)
    }
  })

  test('a path out of the drop folder is refused in every way', async () => {
    const { ana, visit } = await serve()
    const ben = await visit()
    for (const path of ['../up.txt', 'a/../../up.txt', '..%2fup.txt', './up.txt']) {
      expect(await ben.put(path.replaceAll('/', '%2F'), bytes('x')), path).not.toBe(200)
    }
    for (const path of ['../up.txt', 'a/../../up.txt', '/up.txt', 'a//up.txt']) {
      expect(await ben.bundle(path, bytes('x')), path).toBe('invalid_argument')
    }
    for (const name of ['../up.txt', '..', 'a/b.txt']) {
      expect(await ben.blocks(name, bytes('x')), name).toBe(400)
      expect(await ben.tus(name, bytes('x')), name).toBe(400)
    }
    expect(await listNames(ana, 'root')).toEqual(['drop'])
  })

  test('the size of a file, the size of all, types and the deadline hold in every way', async () => {
    const { visit, names, ana, received, clock, link } = await serve({
      max_file_size: 4,
      max_total_size: 12,
      types: ['.txt', 'image/*'],
      deadline: new Date(Date.now() + 3_600_000).toISOString(),
    })
    const ben = await visit()
    for (const way of WAYS) {
      expect(REFUSED, way).toContain(await ben[way]('large.txt', bytes('12345')))
      expect(REFUSED, way).toContain(await ben[way]('wrong.exe', bytes('1')))
    }
    const unmeasured = new ReadableStream({
      start(controller) {
        controller.enqueue(bytes('12345'))
        controller.close()
      },
    })
    const sent = { body: unmeasured, duplex: 'half' } as RequestInit
    expect((await ben.call('PUT', '/drive/v1/paths/large.txt', sent)).status).toBe(412)
    expect(await ben.put('a.txt', bytes('1234'))).toBe(200)
    expect(await ben.bundle('b.PNG', bytes('1234'))).toBe(200)
    expect(await ben.blocks('c.txt', bytes('123'))).toBe(200)
    for (const way of WAYS) {
      expect(REFUSED, way).toContain(await ben[way]('more.txt', bytes('12')))
    }
    expect(await names(ana)).toEqual(['a.txt', 'b.PNG', 'c.txt'])
    expect((await received()).received).toHaveLength(3)
    expect(link.id).not.toBe('')
    clock.advance(3_600_000)
    for (const way of WAYS) expect(REFUSED, way).toContain(await ben[way]('z.txt', bytes('1')))
    expect(await names(ben)).toHaveLength(3)
  })

  test('a visitor of a drop folder copies nothing, and renaming cannot pass its limits', async () => {
    const { visit, ana, names, folder } = await serve({ max_total_size: 10, types: ['.txt'] })
    const ben = await visit()
    expect(await ben.put('a.txt', bytes('123456'))).toBe(200)
    const list = `/drive/v1/files?parent_id=${folder.id}`
    const { files } = (await ben.json('GET', list)) as unknown as { files: FileAnswer[] }
    const id = files[0]?.id ?? ''
    const copy = { ids: [id], parent_id: folder.id, conflict: 'rename' }
    const copied = await ben.json('POST', '/drive/v1/files:batchCopy', copy)
    expect(copied.error).toBe('not_found')
    const renamed = await ben.json('PATCH', `/drive/v1/files/${id}`, { name: 'a.exe' })
    expect(renamed.error).toBe('failed_precondition')
    expect(await names(ana)).toEqual(['a.txt'])
  })

  test('uploads that are on their way count towards the size of all', async () => {
    const { visit } = await serve({ max_total_size: 10 })
    const [ben, eva] = [await visit(), await visit()]
    const begun = await ben.json('POST', '/drive/v1/uploads', { name: 'a', size: 8 })
    expect(begun.status).toBe(200)
    expect(await eva.blocks('b', bytes('123'))).toBe(412)
    await ben.call('DELETE', `/drive/v1/uploads/${begun.id}`)
    expect(await eva.blocks('b', bytes('123'))).toBe(200)
  })

  test('parts whose final upload has ended count towards the size of all', async () => {
    const { visit, db } = await serve({ max_total_size: 10 })
    const ben = await visit()
    const begun = await ben.json('POST', '/drive/v1/uploads', { name: 'a', size: 9 })
    expect(begun.status).toBe(200)
    // As it is left when the final upload that has claimed it was refused or deleted.
    await db.write((writer) => writer.updateTable('uploads').set({ part_of: 'gone' }).execute())
    expect(await ben.blocks('y', bytes('12'))).toBe(412)
  })

  test('a sender withdraws a file until somebody has opened it', async () => {
    const { ana, visit, names, folder } = await serve()
    const [ben, eva] = [await visit(), await visit()]
    const list = `/drive/v1/files?parent_id=${folder.id}`
    const filesOf = async (who: Pick<Caller, 'json'>) =>
      ((await who.json('GET', list)) as unknown as { files: FileAnswer[] }).files
    await ben.put('a.txt', bytes('a'))
    await ben.put('b.txt', bytes('b'))
    const [a, b] = await filesOf(ben)
    const withdraw = async (who: Pick<Caller, 'json'>, id = '') => {
      const answer = await who.json('POST', '/drive/v1/files:batchTrash', { ids: [id] })
      const task = await who.json('GET', `/drive/v1/tasks/${answer.task_id}`)
      return (task as unknown as { failures?: { error: string }[] }).failures?.[0]?.error
    }
    expect(await withdraw(eva, a?.id)).toBe('not_found')
    expect(a?.capabilities).toContain('edit')
    expect(await withdraw(ben, a?.id)).toBeUndefined()
    await ana.json('POST', `/drive/v1/files/${b?.id}/opened`)
    expect(await withdraw(ben, b?.id)).toBe('permission_denied')
    const renamed = await ben.json('PATCH', `/drive/v1/files/${b?.id}`, { name: 'c.txt' })
    expect(renamed.error).toBe('permission_denied')
    expect((await ben.call('DELETE', '/drive/v1/paths/b.txt')).status).toBe(403)
    expect((await filesOf(ben))[0]?.capabilities).not.toContain('edit')
    expect(await names(ana)).toEqual(['b.txt'])
    expect(await names(ben)).toEqual(['b.txt'])
  })

  test('the owner sees who sent what', async () => {
    const { visit, received, ana } = await serve({}, { ask_name: true })
    await (await visit('Ben of the choir')).put('a.txt', bytes('a'))
    await (await visit('Eva')).bundle('songs/b.txt', bytes('b'))
    await ana.upload('own.txt', Buffer.from('own'))
    const found = (await received()).received
    expect(found.map(({ file, sender }) => `${file.name} by ${sender?.name}`).toSorted()).toEqual([
      'a.txt by Ben of the choir',
      'b.txt by Eva',
    ])
  })

  test('a visitor who knows the hash of a file elsewhere in the drive does not get the file by it', async () => {
    const { ana, visit } = await serve()
    const secret = Buffer.from('the secret of ana')
    await ana.upload('secret.txt', secret)
    const ben = await visit()
    const begin = (who: Pick<Caller, 'json'>) =>
      who.json('POST', '/drive/v1/uploads', {
        name: 'mine.txt',
        size: secret.length,
        block_hashes: blockHashes(secret),
      })
    expect((await begin(ana)).missing).toEqual([])
    expect((await begin(ben)).missing).toEqual([[0, 0]])
  })
})

async function listNames(who: Pick<Caller, 'json'>, parentId: string): Promise<string[]> {
  const { files } = await who.json('GET', `/drive/v1/files?parent_id=${parentId}`)
  return (files ?? []).map(({ name }) => name).toSorted()
}

type Caller = ReturnType<Awaited<ReturnType<typeof serveDrive>>['as']>

interface LinkAnswer {
  id: string
  token: string
}

interface FileAnswer {
  id: string
  capabilities: string[]
}

interface Received {
  received: { file: { name: string }; sender?: { name: string } }[]
}
