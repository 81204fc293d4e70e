import { once } from 'node:events'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { ServiceError } from '@awan/protocol/errors'
import { describe, expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import type { Guards } from '../../http/guards.ts'
import { serveDrive } from '../testing-http.ts'
import { type CallDav, davOf, responsesOf } from '../webdav/testing.ts'
import { driveOf, NAMESPACES, syncOf } from './testing.ts'

const SELECT =
  '<d:displayname/><d:getcontenttype/><d:resourcetype/><d:getlastmodified/><d:getetag/><oc:id/><oc:fileid/><oc:favorite/><oc:permissions/><oc:size/><nc:upload_time/>'

interface Asked {
  where: string
  scope?: string
  depth?: string
  order?: string
  limit?: string
}

const searchOf = ({ where, scope = '/files/ana', depth = 'infinity', order, limit }: Asked) =>
  `<?xml version="1.0"?><d:searchrequest ${NAMESPACES}><d:basicsearch>` +
  `<d:select><d:prop>${SELECT}</d:prop></d:select>` +
  `<d:from><d:scope><d:href>${scope}</d:href><d:depth>${depth}</d:depth></d:scope></d:from>` +
  `<d:where>${where}</d:where>` +
  `${order ? `<d:orderby>${order}</d:orderby>` : ''}${limit ? `<d:limit>${limit}</d:limit>` : ''}` +
  '</d:basicsearch></d:searchrequest>'

const compare = (operator: string, property: string, literal: string | number) =>
  `<d:${operator}><d:prop><${property}/></d:prop><d:literal>${literal}</d:literal></d:${operator}>`
const like = (property: string, literal: string) => compare('like', property, literal)
const all = (...parts: string[]) => `<d:and>${parts.join('')}</d:and>`
const any = (...parts: string[]) => `<d:or>${parts.join('')}</d:or>`
const latestFirst = '<d:order><d:prop><d:getlastmodified/></d:prop><d:descending/></d:order>'
const media = any(like('d:getcontenttype', 'image/%'), like('d:getcontenttype', 'video/%'))

async function search(dav: CallDav, asked: Asked) {
  const answer = await dav('SEARCH', '/', { body: searchOf(asked) })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    207,
    'application/xml; charset=utf-8',
  ])
  const found = responsesOf(answer)
  for (const [, rest] of found) expect(rest).toMatch(/^<d:propstat><d:prop>.*200 OK/)
  return [...found.keys()].map((href) =>
    decodeURIComponent(href.replace(/^\/remote\.php\/dav\/files\/\w+/, '')),
  )
}

onEachDatabase((openDatabase) => {
  /** The door's top, below which everything is: the path of a SEARCH names nobody. */
  const davRootOf = (
    served: Parameters<typeof davOf>[0],
    sub: string,
    limit?: Parameters<typeof davOf>[2],
  ) => davOf(served, sub, limit, '/remote.php/dav')

  async function open(options: Parameters<typeof serveDrive>[1] = {}) {
    const served = await serveDrive(await openDatabase(), options)
    const [ana, ben] = [syncOf(served, 'ana'), syncOf(served, 'ben')]
    const put = async (path: string, seconds: number, dav = ana) => {
      const headers = { 'x-oc-mtime': String(seconds) }
      const answer = await dav('PUT', path, { body: Buffer.from(path), headers })
      expect(answer.status).toBe(201)
      return Number.parseInt(answer.headers.get('oc-fileid') ?? '', 10)
    }
    const trip = await served
      .as('ana')
      .json('POST', '/drive/v1/files', { kind: 'folder', name: 'trip 2023' })
    const share = async () => {
      await served.as('ana').json('POST', `/drive/v1/files/${trip.id}/grants`, {
        grantee: { kind: 'person', sub: 'ben' },
        role: 'viewer',
      })
    }
    const [find, findOfBen] = [davRootOf(served, 'ana'), davRootOf(served, 'ben')]
    return { ...served, ana, ben, put, trip, share, find, findOfBen }
  }

  describe('a search by name', () => {
    test('finds what has the text anywhere in its name, in all folders, with its path', async () => {
      const { ana, put, find } = await open()
      await put('/image1.jpg', 1)
      await put('/trip 2023/Café & Image5.jpg', 2)
      await put('/other.txt', 3)
      await ana('MKCOL', '/images')
      expect((await search(find, { where: like('d:displayname', '%image%') })).sort()).toEqual([
        '/image1.jpg',
        '/images/',
        '/trip 2023/Café & Image5.jpg',
      ])
      const found = async (text: string) => search(find, { where: like('d:displayname', text) })
      expect(await found('%mage5%')).toEqual(['/trip 2023/Café & Image5.jpg'])
      expect(await found('%cafe%')).toEqual(['/trip 2023/Café & Image5.jpg'])
      expect(await found('image%.jpg')).toEqual(['/image1.jpg'])
      expect(await found('%nothing%')).toEqual([])
      expect(await found('%')).toHaveLength(5)
      expect(await found('%%')).toHaveLength(5)
      await ana('DELETE', '/image1.jpg')
      expect(await found('%image1%')).toEqual([])
    })

    test('stays below its scope, as deep as it says', async () => {
      const { ana, put, find } = await open()
      await ana('MKCOL', '/trip 2023/day')
      await put('/trip 2023/a1', 1)
      await put('/trip 2023/day/a2', 1)
      await put('/a3', 1)
      const found = async (scope: string, depth?: string) =>
        (
          await search(find, {
            where: like('d:displayname', '%a%'),
            scope,
            ...(depth && { depth }),
          })
        )
          .filter((path) => /a\d$/.test(path))
          .sort()
      const inTrip = ['/trip 2023/a1', '/trip 2023/day/a2']
      expect(await found('/files/ana/trip 2023')).toEqual(inTrip)
      expect(await found('/files/ana/trip%202023/')).toEqual(inTrip)
      expect(await found('/remote.php/dav/files/ana/trip%202023')).toEqual(inTrip)
      expect(await found('/files/ana/trip 2023', '1')).toEqual(['/trip 2023/a1'])
      expect(await found('/files/ana', '1')).toEqual(['/a3'])
      expect(await found('/files/ana/nothing')).toEqual([])
      for (const scope of ['/files/ben', '/', '', '/trashbin/ana', 'files/']) {
        const body = searchOf({ where: media, scope })
        expect((await find('SEARCH', '', { body })).status, scope).toBe(404)
      }
    })

    test('finds what others share, and nothing that they do not', async () => {
      const { as, ana, put, share, trip, find, findOfBen, ...served } = await open()
      await put('/trip 2023/note a', 1)
      await put('/note b', 1)
      await put('/note c', 1, served.ben)
      const where = like('d:displayname', '%note%')
      const scope = '/files/ben'
      expect(await search(findOfBen, { where, scope })).toEqual(['/note c'])
      await share()
      expect((await search(findOfBen, { where, scope })).sort()).toEqual([
        '/Shared with me/trip 2023/note a',
        '/note c',
      ])
      const below = '/files/ben/Shared with me'
      expect(await search(findOfBen, { where, scope: below })).toEqual([
        '/Shared with me/trip 2023/note a',
      ])
      expect(await search(findOfBen, { where, scope: `${below}/trip 2023` })).toEqual([
        '/Shared with me/trip 2023/note a',
      ])
      const driveId = await driveOf(as('ana'))
      const narrow = davRootOf(served, 'ana', { folder: { driveId, nodeId: trip.id } })
      expect(await search(narrow, { where })).toEqual(['/note a'])
      const reader = davRootOf(served, 'ana', { readOnly: true })
      expect((await search(reader, { where })).sort()).toEqual(['/note b', '/trip 2023/note a'])
    })
  })

  describe('the gallery', () => {
    const between = (property: string, after: number | string, before: number | string) =>
      any(all(compare('lt', property, before), compare('gt', property, after)))

    test('gets images and videos between two dates, the latest first, page by page', async () => {
      const { put, find } = await open()
      const start = 1_464_818_400
      // The last changed are not the last added.
      for (const at of [3, 0, 5, 1, 4, 2]) await put(`/${at}.jpg`, start + at)
      await put('/trip 2023/v.mp4', start + 6)
      await put('/a.pdf', start + 3)
      await put('/drawing.svg', start + 3)
      const page = (after: number, before: number, most: number) =>
        search(find, {
          where: all(media, between('d:getlastmodified', start + after, start + before)),
          order: latestFirst,
          limit: `<d:nresults>${most}</d:nresults>`,
        })
      expect(await page(-10, 10, 3)).toEqual(['/trip 2023/v.mp4', '/5.jpg', '/4.jpg'])
      expect(await page(-10, 4, 3)).toEqual(['/3.jpg', '/2.jpg', '/1.jpg'])
      expect(await page(1, 4, 10)).toEqual(['/3.jpg', '/2.jpg'])
      expect(
        await search(find, {
          where: all(media, between('nc:metadata-photos-original_date_time', start + 1, start + 4)),
          order:
            '<d:order><d:prop><nc:metadata-photos-original_date_time/></d:prop><d:descending/></d:order><d:order><d:prop><d:displayname/></d:prop><d:descending/></d:order>',
          limit: '<d:nresults>10</d:nresults>',
        }),
      ).toEqual(['/3.jpg', '/2.jpg'])
      const iso = (at: number) => new Date((start + at) * 1000).toISOString()
      expect(
        await search(find, {
          where: all(media, between('d:getlastmodified', iso(1), iso(4))),
          order: latestFirst,
        }),
      ).toEqual(['/3.jpg', '/2.jpg'])
      expect(
        await search(find, { where: like('d:getcontenttype', 'video/%'), order: latestFirst }),
      ).toEqual(['/trip 2023/v.mp4'])
      expect(
        await search(find, {
          where: like('d:getcontenttype', 'image/%'),
          order: '<d:order><d:prop><d:displayname/></d:prop><d:ascending/></d:order>',
          limit: '<d:nresults>2</d:nresults>',
        }),
      ).toEqual(['/0.jpg', '/1.jpg'])
    })

    test('has those of all drives in one order', async () => {
      const { put, share, ben, findOfBen } = await open()
      for (const at of [1, 3, 5]) await put(`/trip 2023/${at}.jpg`, at)
      await put('/9.jpg', 9)
      for (const at of [2, 4]) await put(`/${at}.jpg`, at, ben)
      await share()
      const asked = { where: media, scope: '/files/ben', order: latestFirst }
      expect(await search(findOfBen, { ...asked, limit: '<d:nresults>4</d:nresults>' })).toEqual([
        '/Shared with me/trip 2023/5.jpg',
        '/4.jpg',
        '/Shared with me/trip 2023/3.jpg',
        '/2.jpg',
      ])
    })

    test('goes through more than a page', async () => {
      const { as, find } = await open()
      const names = Array.from({ length: 230 }, (_, at) => `${at}.jpg`)
      await as('ana').plant(names, { modifiedAt: (at) => 1000 * at })
      const found = await search(find, { where: media, order: latestFirst })
      expect(found).toEqual(Array.from({ length: 230 }, (_, at) => `/${229 - at}.jpg`))
    })
  })

  test('what was changed lately, favourites, folders and a file by its number', async () => {
    const { ana, put, find, clock } = await open()
    const now = Math.floor(clock.now() / 1000)
    const first = await put('/first', now - 30)
    await put('/second.mp4', now - 10)
    await put('/trip 2023/third', now - 20)
    await put('/old', 1_000)
    const weekAgo = new Date((now - 604_800) * 1000).toISOString().replace(/\.\d+Z/, 'Z')
    const recent = await search(find, {
      where: compare('gt', 'd:getlastmodified', weekAgo),
      order: latestFirst,
    })
    expect(recent.filter((path) => !path.endsWith('/'))).toEqual([
      '/second.mp4',
      '/trip 2023/third',
      '/first',
    ])
    const star = `<d:propertyupdate ${NAMESPACES}><d:set><d:prop><oc:favorite>1</oc:favorite></d:prop></d:set></d:propertyupdate>`
    for (const path of ['/first', '/trip%202023']) await ana('PROPPATCH', path, { body: star })
    const starred = compare('eq', 'oc:favorite', 'yes')
    expect((await search(find, { where: starred })).sort()).toEqual(['/first', '/trip 2023/'])
    expect(await search(find, { where: all('<d:is-collection/>', starred) })).toEqual([
      '/trip 2023/',
    ])
    expect(
      await search(find, { where: all(starred, '<d:not><d:is-collection/></d:not>') }),
    ).toEqual(['/first'])
    expect(await search(find, { where: '<d:is-collection/>' })).toEqual(['/trip 2023/'])
    const byNumber = (number: number | string) =>
      search(find, { where: compare('eq', 'oc:fileid', number) })
    expect(await byNumber(first)).toEqual(['/first'])
    expect(await byNumber(123_123_123)).toEqual([])
    await ana('DELETE', '/first')
    expect(await byNumber(first)).toEqual([])
  })

  test('a client that declares the prefix oc as something else is understood', async () => {
    const { put, find } = await open()
    const number = await put('/a', 1)
    const body = searchOf({ where: compare('eq', 'oc:fileid', number) }).replace(
      'http://owncloud.org/ns',
      'http://nextcloud.com/ns',
    )
    const { status, text } = await find('SEARCH', '/', { body })
    expect([status, text.includes(`<oc:fileid>${number}</oc:fileid>`)]).toEqual([207, true])
  })

  describe('what a search looks through', () => {
    const nothing = compare('eq', 'd:getcontentlength', 987_654_321)
    const question = all(like('d:displayname', '%file%'), nothing)

    /** Two pages of files, and what was counted. */
    async function openMany(takePoint: Guards['takePoint']) {
      const counted: string[] = []
      const served = await open({
        callsPerMinute: { write: 9_000, search: 7, link: 1, zip: 1 },
        async takePoint(key, limit) {
          if (!key.startsWith('drive search')) return
          counted.push(`${key}: ${limit.points} in ${limit.perSeconds} s`)
          await takePoint(key, limit)
        },
      })
      const headers = { 'content-type': 'image/png' }
      const names = Array.from({ length: 250 }, (_, at) => `/file ${at}.png`)
      await Promise.all(names.map((name) => served.ana('PUT', name, { body: 'a', headers })))
      return { ...served, counted }
    }

    test('is counted page by page with the searches of the web app', async () => {
      const { find, counted } = await openMany(async () => undefined)
      for (const where of [question, all(media, nothing)]) {
        expect(await search(find, { where })).toEqual([])
        expect(counted.length).toBeGreaterThan(1)
        expect(new Set(counted.splice(0))).toEqual(new Set(['drive search user ana: 7 in 60 s']))
      }
      await search(find, { where: compare('eq', 'oc:fileid', 1) })
      expect(counted).toHaveLength(1)
    })

    test('ends where a person has searched too often', async () => {
      const { find, counted } = await openMany(async () => {
        if (counted.length > 1) throw new ServiceError('resource_exhausted')
      })
      const answer = await find('SEARCH', '/', { body: searchOf({ where: question }) })
      expect([answer.status, counted.length]).toEqual([429, 2])
    })

    test('is not looked through for a client that has gone', async () => {
      const { promise: isFirst, resolve: begin } = Promise.withResolvers<void>()
      const { promise: isGone, resolve: goOn } = Promise.withResolvers<void>()
      const { port, server, makePassword, counted, lines } = await openMany(async () => {
        begin()
        await isGone
      })
      const coming = once(server, 'connection') as Promise<[Socket]>
      const body = searchOf({ where: question })
      const client = request({
        port,
        host: '127.0.0.1',
        agent: false,
        method: 'SEARCH',
        path: '/remote.php/dav/',
        auth: `ana:${makePassword('ana')}`,
      })
      client.on('error', () => undefined)
      client.end(body)
      const [socket] = await coming
      await isFirst
      client.destroy()
      await once(socket, 'close')
      goOn()
      await expect.poll(() => lines.some((line) => line.includes('"cancelled"'))).toBe(true)
      expect(counted).toHaveLength(1)
    })
  })

  test('limits and their beginnings cut out a part', async () => {
    const { put, find } = await open()
    for (const name of ['a', 'b', 'c', 'd']) await put(`/x-${name}`, 1)
    const order = '<d:order><d:prop><d:displayname/></d:prop><d:ascending/></d:order>'
    const limit =
      '<d:nresults>2</d:nresults><s:firstresult xmlns:s="https://github.com/icewind1991/SearchDAV/ns">1</s:firstresult>'
    const where = like('d:displayname', '%x-%')
    expect(await search(find, { where, order, limit })).toEqual(['/x-b', '/x-c'])
  })

  test('what cannot be asked is refused in words, and never breaks', async () => {
    const { find, origin } = await open()
    const status = async (body: string) => (await find('SEARCH', '/', { body })).status
    for (const where of [
      like('d:getetag', 'x'),
      '<d:contains>x</d:contains>',
      '<x:eq xmlns:x="urn:x"/>',
    ]) {
      expect(await status(searchOf({ where })), where).toBe(422)
    }
    for (const where of [
      like('d:getlastmodified', '%'),
      compare('gt', 'd:getlastmodified', 'yesterday'),
      compare('gt', 'd:getlastmodified', '999999999999999'),
      compare('eq', 'oc:favorite', 'perhaps'),
      compare('eq', 'oc:size', 'big'),
      '<d:not/>',
      '<d:eq/>',
      '<d:eq><d:prop><d:displayname/></d:prop></d:eq>',
      '<d:eq><d:prop/><d:literal>x</d:literal></d:eq>',
      like('d:displayname', 'x'.repeat(1_001)),
      '<d:is-collection/>'.repeat(101),
      any(...Array.from({ length: 10 }, () => like('d:displayname', `%${'a'.repeat(60)}b%_`))),
    ]) {
      expect(await status(searchOf({ where })), where.slice(0, 80)).toBe(400)
    }
    const whole = searchOf({ where: media })
    for (const body of [
      '',
      '<',
      '<d:x/>',
      '<!DOCTYPE a><a/>',
      whole.slice(0, -10),
      `${whole}<a/>`,
    ]) {
      expect(await status(body), body.slice(0, 40)).toBe(400)
    }
    expect(
      await status(whole.replace('basicsearch', 'other').replace('/d:basicsearch', '/d:other')),
    ).toBe(400)
    expect(await status(searchOf({ where: `<d:not>`.repeat(70) + `</d:not>`.repeat(70) }))).toBe(
      400,
    )
    expect(await status(searchOf({ where: `<!--${'x'.repeat(600_000)}-->` }))).toBe(413)
    const pattern = `%${'a%'.repeat(240)}b`
    expect(await status(searchOf({ where: like('d:displayname', pattern) }))).toBe(207)
    expect((await fetch(`${origin}/remote.php/dav/`, { method: 'SEARCH' })).status).toBe(401)
  })
})
