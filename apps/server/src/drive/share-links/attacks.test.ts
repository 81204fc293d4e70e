import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { packBundle } from '../bundles/testing.ts'
import { serveDrive } from '../testing-http.ts'

onEachDatabase((openDatabase) => {
  /** Ana's folder `shared`, with `a.txt` in it, over HTTP. */
  async function serve(options: Parameters<typeof serveDrive>[1] = {}) {
    const { as, origin } = await serveDrive(await openDatabase(), options)
    const ana = as('ana')
    const folder = async (name: string, parent_id = 'root') =>
      (await ana.json('POST', '/drive/v1/files', { kind: 'folder', name, parent_id })).id
    const shared = await folder('shared')
    const file = await ana.upload('a.txt', Buffer.from('a'), { parent_id: shared })
    const share = async (node_id: string, role = 'viewer') =>
      (await ana.json('POST', '/drive/v1/links', { node_id, role })) as unknown as {
        id: string
        token: string
      }
    const come = async ({ token }: { token: string }) => {
      const body = JSON.stringify({ token })
      const answer = await fetch(`${origin}/drive/v1/links:open`, { method: 'POST', body })
      const { visit_token } = (await answer.json()) as { visit_token: string }
      return as(visit_token)
    }
    /** Somebody who has opened a new link to a folder. */
    const visit = async (node_id: string, role?: string) => come(await share(node_id, role))
    const drive = (await ana.json('GET', '/drive/v1/about')) as unknown as { drive_id: string }
    return { as, ana, folder, shared, file, share, come, visit, driveId: drive.drive_id, origin }
  }

  test('a visitor of a link for viewing can send nothing, in any way', async () => {
    const { ana, shared, file, visit } = await serve()
    const { call, json } = await visit(shared)
    const bytes = new TextEncoder().encode('mine')
    const entries = [{ path: 'b.txt', size: bytes.length }]
    const bundle = packBundle({ parent_id: shared, entries }, [Buffer.from(bytes)])
    const tus = {
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${btoa('b.txt')}`,
      'content-type': 'application/offset+octet-stream',
    }
    const statuses = [
      (await call('PUT', '/drive/v1/paths/b.txt', { body: bytes })).status,
      (await call('PUT', '/drive/v1/paths/a.txt', { body: bytes })).status,
      (await json('POST', '/drive/v1/uploads', { name: 'b.txt', size: 4, parent_id: shared }))
        .status,
      (await call('POST', '/drive/v1/tus', { headers: tus, body: bytes })).status,
      (await json('POST', '/drive/v1/files', { kind: 'folder', name: 'b', parent_id: shared }))
        .status,
      (await json('PATCH', `/drive/v1/files/${file.id}`, { name: 'c.txt' })).status,
    ]
    expect(statuses).toEqual(statuses.map(() => 403))
    const sent = await call('POST', '/drive/v1/uploads:bundle', { body: new Uint8Array(bundle) })
    const { results = [] } = (await sent.json()) as { results?: { error?: string }[] }
    expect(results[0]?.error ?? sent.status).toSatisfy((end) =>
      ['permission_denied', 403].includes(end),
    )
    const { files } = await ana.json('GET', `/drive/v1/files?parent_id=${shared}`)
    expect(files).toMatchObject([{ name: 'a.txt', size: 1 }])
  })

  test('the calls of visitors are counted for each of them, and for all who came by the link', async () => {
    const counted: string[] = []
    const { ana, shared, share, come } = await serve({
      callsPerMinute: { write: 9, search: 7, link: 5, zip: 3 },
      takePoint: async (key, { points }) => void counted.push(`${key}: ${points}`),
    })
    const link = await share(shared)
    const visitors = [await come(link), await come(link)]
    counted.length = 0
    const search = '/drive/v1/search?q=a'
    for (const { json } of visitors) expect((await json('GET', search)).status).toBe(200)
    const [first, ofLink, second, ofLinkAgain] = counted.splice(0)
    expect(first).toMatch(/^drive search user visitor \w+: 7$/)
    expect(second).toMatch(/^drive search user visitor \w+: 7$/)
    expect(second).not.toBe(first)
    expect([ofLink, ofLinkAgain]).toEqual(Array(2).fill(`drive search user link ${link.id}: 70`))
    await ana.json('GET', search)
    expect(counted).toEqual(['drive search user ana: 7'])
  })

  test('making and extracting a ZIP file are counted as downloading one: each lists all that is in it', async () => {
    const counted: string[] = []
    const { ana, file } = await serve({
      callsPerMinute: { write: 9, search: 7, link: 5, zip: 3 },
      takePoint: async (key, { points }) => void counted.push(`${key}: ${points}`),
    })
    counted.length = 0
    const ids = [file.id]
    for (const [path, more] of [
      ['files:zip', {}],
      ['files:compress', { parent_id: 'root' }],
      [`files/${file.id}/extract`, {}],
    ] as const) {
      expect((await ana.json('POST', `/drive/v1/${path}`, { ids, ...more })).status).toBe(200)
    }
    expect(counted).toEqual(Array(3).fill('drive zip user ana: 3'))
  })

  test('a visit token of any length that we did not sign is answered as every wrong token', async () => {
    const { as } = await serve()
    const look = async (token: string) => {
      const { status, error } = await as(token).json('GET', '/drive/v1/files')
      return { status, error }
    }
    const wrong = await look('visit.made-up')
    for (const length of [4080, 4090, 4096, 4097, 5000, 8000]) {
      expect(await look(`visit.${'a'.repeat(length)}`)).toEqual(wrong)
      expect(await look(`visit.${'a'.repeat(length)}.b`)).toEqual(wrong)
    }
  })

  test('a link to a folder that is moved into another share opens that folder alone', async () => {
    const { as, ana, folder, shared, file, visit, driveId } = await serve()
    const visitor = await visit(shared)
    const other = await folder('for Ben')
    const secret = await ana.upload('secret.txt', Buffer.from('s'), { parent_id: other })
    const grantee = { kind: 'person', sub: 'ben' }
    await ana.json('POST', `/drive/v1/files/${other}/grants`, { grantee, role: 'editor' })
    const ben = as('ben')
    const seen = async (who: Pick<typeof ana, 'json'>) => {
      const get = async (id: string) =>
        (await who.json('GET', `/drive/v1/files/${id}?drive_id=${driveId}`)).status
      return [await get(file.id), await get(shared), await get(other), await get(secret.id)]
    }
    expect(await seen(visitor)).toEqual([200, 200, 404, 404])
    expect(await seen(ben)).toEqual([404, 404, 200, 200])

    await ana.json('PATCH', `/drive/v1/files/${shared}`, { parent_id: other })
    expect(await seen(visitor)).toEqual([200, 200, 404, 404])
    expect(await seen(ben)).toEqual([200, 200, 200, 200])
    const above = await visitor.json('GET', `/drive/v1/files/${shared}`)
    expect(above.ancestors ?? []).toEqual([])

    await ana.json('PATCH', `/drive/v1/files/${shared}`, { parent_id: 'root' })
    expect(await seen(visitor)).toEqual([200, 200, 404, 404])
    expect(await seen(ben)).toEqual([404, 404, 200, 200])
  })

  test('a link of a member who loses the right to share opens no more, ends its visits, and is no way back for them', async () => {
    const { as, ana, folder, shared, file, visit, driveId, origin } = await serve()
    const inside = await folder('inside', shared)
    const grants = `/drive/v1/files/${shared}/grants`
    const to = { kind: 'person', sub: 'ben' }
    const made = await ana.json('POST', grants, { grantee: to, role: 'manager' })
    const ben = as('ben')
    const links = `/drive/v1/links?drive_id=${driveId}`
    const link = (await ben.json('POST', links, {
      node_id: inside,
      role: 'editor',
    })) as unknown as { id: string; token: string }
    const open = () =>
      fetch(`${origin}/drive/v1/links:open`, {
        method: 'POST',
        body: JSON.stringify({ token: link.token }),
      })
    const { visit_token } = (await (await open()).json()) as { visit_token: string }
    const visitor = as(visit_token)
    const ofAna = await visit(shared)
    const rename = (name: string) =>
      visitor.json('PATCH', `/drive/v1/files/${inside}`, { name }).then(({ status }) => status)
    expect(await rename('renamed')).toBe(200)

    // An editor gives what they have, but may not share: the link has nothing from them.
    await ana.json('PATCH', `/drive/v1/grants/${made.id}`, { role: 'viewer' })
    expect(await rename('again')).not.toBe(200)
    const changed = await ben.json('PATCH', `/drive/v1/links/${link.id}?drive_id=${driveId}`, {
      role: 'viewer',
    })
    expect(changed.status).toBe(403)
    await ana.json('DELETE', `/drive/v1/grants/${made.id}`)
    expect((await open()).status).toBe(404)
    expect((await visitor.json('GET', `/drive/v1/files/${inside}`)).status).toBe(404)
    expect((await ben.json('GET', `/drive/v1/files/${inside}?drive_id=${driveId}`)).status).toBe(
      404,
    )
    expect((await ofAna.json('GET', `/drive/v1/files/${file.id}`)).status).toBe(200)
  })
})
