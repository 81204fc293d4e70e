import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { serveDrive } from '../testing-http.ts'
import { type CallDav, responsesOf } from '../webdav/testing.ts'
import { driveOf, syncOf } from './testing.ts'

const NAMES = 'xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns" xmlns:nc="http://nextcloud.org/ns"'

const update = (inside: string) =>
  `<?xml version="1.0"?><d:propertyupdate ${NAMES}>${inside}</d:propertyupdate>`
const set = (value: string) =>
  update(`<d:set><d:prop><oc:favorite>${value}</oc:favorite></d:prop></d:set>`)
const removal = update('<d:remove><d:prop><oc:favorite/></d:prop></d:remove>')
const report = (more = '') =>
  `<?xml version="1.0"?><oc:filter-files ${NAMES}><d:prop><oc:fileid/><oc:favorite/><d:getetag/><d:lockdiscovery/><nc:rich-workspace/></d:prop>` +
  `<oc:filter-rules><oc:favorite>1</oc:favorite></oc:filter-rules>${more}</oc:filter-files>`

async function favourites(dav: CallDav, more = '', path = '/') {
  const answer = await dav('REPORT', path, { body: report(more) })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    207,
    'application/xml; charset=utf-8',
  ])
  const found = responsesOf(answer)
  for (const [, rest] of found) {
    expect(rest).toMatch(/^<d:propstat><d:prop><oc:fileid>\d+<\/oc:fileid><oc:favorite>1</)
    expect(rest).toContain('HTTP/1.1 404 Not Found')
  }
  return [...found.keys()].map((href) => href.replace(/^\/remote\.php\/dav\/files\/\w+/, ''))
}

async function isStarred(dav: CallDav, path: string) {
  const body = `<d:propfind ${NAMES}><d:prop><oc:favorite/></d:prop></d:propfind>`
  const { text } = await dav('PROPFIND', path, { headers: { depth: '0' }, body })
  return text.includes('<oc:favorite>1</oc:favorite>')
}

onEachDatabase((openDatabase) => {
  async function open() {
    const served = await serveDrive(await openDatabase())
    const [ana, ben] = [syncOf(served, 'ana'), syncOf(served, 'ben')]
    const trip = await served
      .as('ana')
      .json('POST', '/drive/v1/files', { kind: 'folder', name: 'trip' })
    for (const path of ['/trip/a', '/trip/b', '/own']) await ana('PUT', path, { body: path })
    await served.as('ana').json('POST', `/drive/v1/files/${trip.id}/grants`, {
      grantee: { kind: 'person', sub: 'ben' },
      role: 'viewer',
    })
    return { ...served, ana, ben, trip }
  }

  test('a favourite is the stars of each person, and is taken away by 0 or by removing it', async () => {
    const { as, ana, ben } = await open()
    const shared = '/Shared%20with%20me/trip/a'
    expect((await ana('PROPPATCH', '/trip/a', { body: set('1') })).status).toBe(207)
    expect([await isStarred(ana, '/trip/a'), await isStarred(ben, shared)]).toEqual([true, false])
    const { files } = await as('ana').json('GET', '/drive/v1/starred')
    expect(files).toMatchObject([{ name: 'a' }])
    // Whoever may only read has stars too.
    const answer = await ben('PROPPATCH', shared, { body: set('1') })
    expect(answer.text).toContain(
      '<d:prop><oc:favorite/></d:prop><d:status>HTTP/1.1 200 OK</d:status>',
    )
    await ana('PROPPATCH', '/trip/a', { body: set('0') })
    expect([await isStarred(ana, '/trip/a'), await isStarred(ben, shared)]).toEqual([false, true])
    await ben('PROPPATCH', shared, { body: removal })
    expect(await isStarred(ben, shared)).toBe(false)
  })

  test('other values, the top folder and a password that only reads change nothing', async () => {
    const { ana, ...served } = await open()
    for (const value of ['2', 'yes', '']) {
      const answer = await ana('PROPPATCH', '/own', { body: set(value) })
      expect(answer.text, value).toContain('HTTP/1.1 409 Conflict')
    }
    expect((await ana('PROPPATCH', '/', { body: set('1') })).status).toBe(400)
    const reader = syncOf(served, 'ana', { readOnly: true })
    expect((await reader('PROPPATCH', '/own', { body: set('1') })).status).toBe(403)
    expect(await isStarred(ana, '/own')).toBe(false)
  })

  test('a star with another property needs the right to edit, and neither is set without it', async () => {
    const { ben } = await open()
    const body = update(
      '<d:set><d:prop><oc:favorite>1</oc:favorite><x xmlns="urn:x">1</x></d:prop></d:set>',
    )
    expect((await ben('PROPPATCH', '/Shared%20with%20me/trip/a', { body })).status).toBe(403)
    expect(await favourites(ben)).toEqual([])
  })

  test('the report lists what the caller has starred, also of what others share', async () => {
    const { ana, ben } = await open()
    for (const path of ['/trip', '/trip/b', '/own']) {
      await ana('PROPPATCH', path, { body: set('1') })
    }
    await ben('PUT', '/mine', { body: 'x' })
    for (const path of ['/mine', '/Shared%20with%20me/trip', '/Shared%20with%20me/trip/a']) {
      expect((await ben('PROPPATCH', path, { body: set('1') })).status).toBe(207)
    }
    expect((await favourites(ana)).sort()).toEqual(['/own', '/trip/', '/trip/b'])
    expect(await favourites(ana, '', '/trip')).toEqual(['/trip/b'])
    expect((await favourites(ben)).sort()).toEqual([
      '/Shared%20with%20me/trip/',
      '/Shared%20with%20me/trip/a',
      '/mine',
    ])
    const all = await favourites(ana)
    const limit = (most: number, first: number) =>
      `<d:limit><d:nresults>${most}</d:nresults><nc:firstresult>${first}</nc:firstresult></d:limit>`
    expect(await favourites(ana, limit(1, 0))).toEqual(all.slice(0, 1))
    expect(await favourites(ana, limit(5, 1))).toEqual(all.slice(1))
    expect(await favourites(ana, limit(0, 0))).toEqual([])
    await ana('DELETE', '/own')
    expect(await favourites(ana)).not.toContain('/own')
  })

  test('a password for one folder lists what is starred in it, and nothing else', async () => {
    const { as, ana, trip, ...served } = await open()
    for (const path of ['/trip/b', '/own']) await ana('PROPPATCH', path, { body: set('1') })
    const driveId = await driveOf(as('ana'))
    const inside = syncOf(served, 'ana', { folder: { driveId, nodeId: trip.id } })
    expect(await favourites(inside)).toEqual(['/b'])
  })

  test('other reports and rules are refused, and the report is not part of plain WebDAV', async () => {
    const { ana, origin } = await open()
    const others = [
      report().replace('<oc:favorite>1', '<oc:favorite>0'),
      report().replaceAll('oc:favorite', 'oc:systemtag'),
      report().replaceAll('filter-files', 'search-files'),
      report().replace(/<oc:filter-rules>.*<\/oc:filter-rules>/, ''),
    ]
    for (const body of others) expect((await ana('REPORT', '/', { body })).status).toBe(422)
    for (const body of [
      '',
      '<a',
      '<!DOCTYPE a><a/>',
      report('<d:limit><d:nresults>-1</d:nresults></d:limit>'),
    ])
      expect((await ana('REPORT', '/', { body })).status, body).toBe(400)
    expect((await fetch(`${origin}/dav/`, { method: 'REPORT' })).status).toBe(404)
  })
})
