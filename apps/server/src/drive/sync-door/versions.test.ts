import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { serveDrive } from '../testing-http.ts'
import { type CallDav, responsesOf } from '../webdav/testing.ts'
import { driveOf, propfindOf, syncOf, valueIn, versionsOf } from './testing.ts'

const asked = propfindOf([
  'd:getcontentlength',
  'd:getcontenttype',
  'd:getlastmodified',
  'd:getetag',
  'oc:id',
])

async function list(versions: CallDav, path: string, depth = '1') {
  const answer = await versions('PROPFIND', path, { headers: { depth }, body: asked })
  expect(answer.status).toBe(207)
  return [...responsesOf(answer)].map(([href, rest]) => ({
    path: href.replace(/^\/remote\.php\/dav\/versions\/\w+/, ''),
    length: valueIn(rest, 'd:getcontentlength'),
    at: Date.parse(valueIn(rest, 'd:getlastmodified') ?? ''),
  }))
}

const toRestore = {
  headers: { destination: '/remote.php/dav/versions/ana/restore/target', overwrite: 'T' },
}

onEachDatabase((openDatabase) => {
  async function open() {
    const served = await serveDrive(await openDatabase())
    const { clock } = served
    const [ana, versions] = [syncOf(served, 'ana'), versionsOf(served, 'ana')]
    const put = async (path: string, body: string) => {
      clock.advance(5_000)
      const { headers } = await ana('PUT', path, { body })
      return `/versions/${Number.parseInt(headers.get('oc-fileid') ?? '', 10)}`
    }
    await put('/a.txt', '1')
    await put('/a.txt', '22')
    const at = await put('/a.txt', '333')
    return { ...served, ana, versions, put, at }
  }

  test('lists what a file was before, the newest first, each called by the second of its date', async () => {
    const { versions, at } = await open()
    const [top, ...found] = await list(versions, at)
    expect(top?.path).toBe(`${at}/`)
    expect(found.map(({ length }) => length)).toEqual(['2', '1'])
    for (const one of found) expect(one.path).toBe(`${at}/${one.at / 1000}`)
    expect(await list(versions, at, '0')).toHaveLength(1)
    expect(await list(versions, found[0]?.path ?? '')).toEqual([found[0]])
  })

  test('reads one, and brings one back by MOVE or COPY, which takes nothing away', async () => {
    const { ana, versions, at } = await open()
    const [, second, first] = await list(versions, at)
    expect((await versions('GET', second?.path ?? '')).text).toBe('22')
    const part = await versions('GET', second?.path ?? '', { headers: { range: 'bytes=1-1' } })
    expect([part.status, part.text]).toEqual([206, '2'])
    expect((await versions('MOVE', first?.path ?? '', toRestore)).status).toBe(201)
    expect((await ana('GET', '/a.txt')).text).toBe('1')
    expect((await versions('COPY', second?.path ?? '', toRestore)).status).toBe(201)
    expect((await ana('GET', '/a.txt')).text).toBe('22')
    expect((await versions('GET', first?.path ?? '')).text).toBe('1')
  })

  test('of versions of one second the last is told of, and the content of now is none', async () => {
    const { ana, versions, clock } = await open()
    clock.advance(1_000 - (clock.now() % 1_000))
    for (const body of ['a', 'bb', 'ccc']) {
      await ana('PUT', '/b', { body })
      clock.advance(1)
    }
    const { headers } = await ana('PUT', '/b', { body: 'dddd' })
    const at = `/versions/${Number.parseInt(headers.get('oc-fileid') ?? '', 10)}`
    const [, ...found] = await list(versions, at)
    expect(found.map(({ length }) => length)).toEqual(['3'])
    expect((await versions('GET', found[0]?.path ?? '')).text).toBe('ccc')
  })

  test('other paths, methods and destinations change and tell nothing', async () => {
    const { ana, versions, at } = await open()
    const [, second] = await list(versions, at)
    const path = second?.path ?? ''
    for (const unknown of ['', '/versions', '/versions/x', `${at}/1`, `${at}/1/2`, '/restore/x']) {
      const headers = { depth: '1' }
      expect((await versions('PROPFIND', unknown, { headers })).status, unknown).toBe(404)
    }
    expect((await versions('PROPFIND', '/versions/99999999999999999', {})).status).toBe(404)
    for (const method of ['PUT', 'DELETE', 'MKCOL', 'PROPPATCH', 'LOCK']) {
      expect((await versions(method, path)).status, method).toBe(405)
    }
    const headers = { destination: '/remote.php/dav/files/ana/x' }
    expect((await versions('MOVE', path, { headers })).status).toBe(400)
    expect((await versions('MOVE', path)).status).toBe(400)
    expect((await ana('GET', '/a.txt')).text).toBe('333')
  })

  test('are for those who may edit: of shared files too, and never by a password that only reads', async () => {
    const { as, at, versions, ...served } = await open()
    const { files } = await as('ana').json('GET', '/drive/v1/files')
    const [file] = files as unknown as { id: string }[]
    const share = (role: string) =>
      as('ana').json('POST', `/drive/v1/files/${file?.id}/grants`, {
        grantee: { kind: 'person', sub: 'ben' },
        role,
      })
    const ben = versionsOf(served, 'ben')
    const headers = { depth: '1' }
    expect((await ben('PROPFIND', at, { headers })).status).toBe(404)
    await share('viewer')
    expect((await ben('PROPFIND', at, { headers })).status).toBe(403)
    await share('editor')
    expect(await list(ben, at)).toHaveLength(3)
    const reader = versionsOf(served, 'ana', { readOnly: true })
    expect((await reader('PROPFIND', at, { headers })).status).toBe(403)
    const [, second] = await list(versions, at)
    expect((await reader('GET', second?.path ?? '')).status).toBe(403)
    expect((await reader('MOVE', second?.path ?? '', toRestore)).status).toBe(403)
    const driveId = await driveOf(as('ana'))
    const other = await as('ana').json('POST', '/drive/v1/files', { kind: 'folder', name: 'x' })
    const folder = { driveId, nodeId: other.id }
    const narrow = versionsOf(served, 'ana', { folder })
    expect((await narrow('PROPFIND', at, { headers })).status).toBe(404)
    expect((await narrow('GET', second?.path ?? '')).status).toBe(404)
  })
})
