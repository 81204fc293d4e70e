import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { serveDrive } from '../testing-http.ts'
import { davOf } from '../webdav/testing.ts'
import { NAMESPACES, propfindOf, syncOf, trashOf, uploadsOf, versionsOf } from './testing.ts'

/** All that the apps for Android and iOS ask about a file, whether or not we have it. */
const ASKED = [
  'd:displayname',
  'd:getcontenttype',
  'd:resourcetype',
  'd:getcontentlength',
  'd:getlastmodified',
  'd:creationdate',
  'd:getetag',
  'd:quota-used-bytes',
  'd:quota-available-bytes',
  'oc:permissions',
  'oc:id',
  'oc:fileid',
  'oc:size',
  'oc:favorite',
  'oc:checksums',
  'oc:owner-id',
  'oc:owner-display-name',
  'oc:share-types',
  'oc:comments-unread',
  'oc:data-fingerprint',
  'nc:is-encrypted',
  'nc:mount-type',
  'nc:has-preview',
  'nc:note',
  'nc:sharees',
  'nc:rich-workspace',
  'nc:creation_time',
  'nc:upload_time',
  'nc:lock',
  'nc:system-tags',
  'nc:hidden',
  'nc:metadata-photos-size',
  'nc:metadata-photos-gps',
  'nc:metadata-photos-original_date_time',
  'nc:metadata-files-live-photo',
  'nc:trashbin-filename',
  'nc:trashbin-original-location',
  'nc:trashbin-deletion-time',
]

/** What these apps parse as a number of 63 bits, and throw at everything else. */
const NUMBERS = [
  'd:getcontentlength',
  'd:quota-used-bytes',
  'd:quota-available-bytes',
  'oc:fileid',
  'oc:size',
  'nc:trashbin-deletion-time',
  'nc:metadata-photos-original_date_time',
]

const MAX_LONG = 2n ** 63n - 1n

/** As these apps read a multistatus: by prefixes alone, and no further than the first `propstat`. */
function readAsApps(text: string) {
  expect(text.startsWith('<?xml version="1.0" encoding="utf-8"?>\n<d:multistatus')).toBe(true)
  expect(text).not.toMatch(/<\/?(?!d:|oc:|nc:|\?xml)[\w-]+/)
  const responses = text.match(/<d:response>.*?<\/d:response>/gs) ?? []
  expect(responses.length).toBeGreaterThan(0)
  for (const response of responses) {
    const [, href = ''] = /^<d:response><d:href>(.*?)<\/d:href>/.exec(response) ?? []
    expect(href).toMatch(/^\/remote\.php\/dav\/[!-~]+$/)
    expect(href.endsWith('/')).toBe(response.includes('<d:collection/>'))
    const [first = '', ...others] = response.match(/<d:propstat>.*?<\/d:propstat>/gs) ?? []
    expect(first).toContain('<d:status>HTTP/1.1 200 OK</d:status>')
    for (const other of others) {
      expect(other).toContain('<d:status>HTTP/1.1 404 Not Found</d:status>')
      expect(other).not.toMatch(/<d:prop>[^<]*<[^/>]+>[^<]/)
    }
    for (const name of NUMBERS) {
      for (const [, value = ''] of first.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'g'))) {
        expect(value, name).toMatch(/^\d{1,19}$/)
        expect(BigInt(value) <= MAX_LONG, name).toBe(true)
      }
    }
    for (const name of ['oc:size', 'd:getcontentlength', 'oc:fileid']) {
      // An empty element would be parsed too.
      expect(first, name).not.toContain(`<${name}/>`)
    }
    for (const [, date = ''] of first.matchAll(/<d:getlastmodified>(.*?)</g)) {
      expect(date).toMatch(/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/)
    }
  }
  return responses
}

onEachDatabase((openDatabase) => {
  async function open() {
    const served = await serveDrive(await openDatabase())
    served.drive.runner.start()
    return {
      ...served,
      ana: syncOf(served, 'ana'),
      root: davOf(served, 'ana', undefined, '/remote.php/dav'),
      trash: trashOf(served, 'ana'),
      versions: versionsOf(served, 'ana'),
      uploads: uploadsOf(served, 'ana'),
    }
  }

  test('every listing is read by prefixes alone, with the good part first and numbers of 63 bits', async () => {
    const { ana, root, trash, versions, as } = await open()
    await ana('MKCOL', '/трип & <co>')
    for (const body of ['1', '22']) await ana('PUT', '/a "b" (c)\'.txt', { body })
    const { headers } = await ana('PUT', '/gone.jpg', { body: Buffer.from('x') })
    await ana('DELETE', '/gone.jpg')
    await ana('PUT', '/sea.jpg', { body: Buffer.from('x') })
    const star = `<d:propertyupdate ${NAMESPACES}><d:set><d:prop><oc:favorite>1</oc:favorite></d:prop></d:set></d:propertyupdate>`
    expect((await ana('PROPPATCH', '/sea.jpg', { body: star })).status).toBe(207)
    await as('eva').json('POST', '/drive/v1/files', { kind: 'folder', name: 'shared' })
    const [depth, body] = [{ depth: '1' }, propfindOf(ASKED)]
    const prop = `<d:prop>${ASKED.map((name) => `<${name}/>`).join('')}</d:prop>`
    const search =
      `<d:searchrequest ${NAMESPACES}><d:basicsearch><d:select>${prop}</d:select>` +
      '<d:from><d:scope><d:href>/files/ana</d:href><d:depth>infinity</d:depth></d:scope></d:from>' +
      '<d:where><d:like><d:prop><d:displayname/></d:prop><d:literal>%</d:literal></d:like></d:where></d:basicsearch></d:searchrequest>'
    const report = `<oc:filter-files ${NAMESPACES}>${prop}<oc:filter-rules><oc:favorite>1</oc:favorite></oc:filter-rules></oc:filter-files>`
    const number = Number.parseInt(
      (await ana('PUT', '/a "b" (c)\'.txt', { body: '333' })).headers.get('oc-fileid') ?? '',
      10,
    )
    const answers = [
      await ana('PROPFIND', '/', { headers: depth, body }),
      await trash('PROPFIND', '/trash', { headers: depth, body }),
      await versions('PROPFIND', `/versions/${number}`, { headers: depth, body }),
      await root('SEARCH', '/', { body: search }),
      await ana('REPORT', '', { body: report }),
    ]
    const counts = answers.map(({ status, text, headers: told }) => {
      expect([status, told.get('content-type')]).toEqual([207, 'application/xml; charset=utf-8'])
      return readAsApps(text).length
    })
    expect(counts[0]).toBe(4)
    expect(counts[1]).toBe(2)
    expect(counts.slice(3)).toEqual([3, 1])
    expect(headers.get('oc-fileid')).toMatch(/^\d{8,}\D+$/)
  })

  test('what we do not have is not found, and breaks nothing', async () => {
    const { ana } = await open()
    const { text } = await ana('PROPFIND', '/', {
      headers: { depth: '0' },
      body: propfindOf(ASKED),
    })
    const [, missing = ''] = text.split('<d:propstat>').slice(1)
    for (const name of ['nc:rich-workspace', 'nc:creation_time', 'nc:upload_time', 'nc:sharees']) {
      expect(missing).toContain(`<${name}/>`)
    }
  })

  test('a file is written over with the times that the apps send', async () => {
    const { ana } = await open()
    const put = (body: string) =>
      ana('PUT', '/a.jpg', {
        body: Buffer.from(body),
        headers: { 'x-oc-mtime': '1700000000', 'x-oc-ctime': '1600000000' },
      })
    expect((await put('1')).status).toBe(201)
    const again = await put('22')
    expect([again.status, again.headers.get('x-oc-mtime')]).toEqual([204, 'accepted'])
    const { headers } = await ana('GET', '/a.jpg')
    expect(headers.get('last-modified')).toBe('Tue, 14 Nov 2023 22:13:20 GMT')
    const fraction = { 'x-oc-mtime': '1700000001.5' }
    const third = await ana('PUT', '/a.jpg', { body: '333', headers: fraction })
    expect(third.headers.get('x-oc-mtime')).toBe('accepted')
    expect((await ana('GET', '/a.jpg')).headers.get('last-modified')).toBe(
      'Tue, 14 Nov 2023 22:13:21 GMT',
    )
    expect((await ana('PUT', '/b', { body: 'x', headers: { 'x-oc-ctime': 'yes' } })).status).toBe(
      201,
    )
    expect((await ana('MKCOL', '/folder')).status).toBe(201)
    expect((await ana('DELETE', '/folder')).status).toBe(204)
  })

  test('OCS says 100 in its first version and 200 in its second, in XML unless JSON is asked for', async () => {
    const { origin, makePassword } = await open()
    const login = Buffer.from(`ana:${makePassword('ana')}`).toString('base64')
    const ask = async (path: string, accept?: string) => {
      const headers = {
        authorization: `Basic ${login}`,
        'ocs-apirequest': 'true',
        ...(accept && { accept }),
      }
      const answer = await fetch(`${origin}/ocs/${path}`, { headers })
      return { type: answer.headers.get('content-type'), text: await answer.text() }
    }
    const sharing = 'apps/files_sharing/api/v1'
    for (const call of [
      'cloud/user',
      'cloud/capabilities',
      `${sharing}/shares`,
      `${sharing}/sharees?search=x`,
    ]) {
      for (const [version, code] of [
        ['v1.php', 100],
        ['v2.php', 200],
      ] as const) {
        const plain = await ask(`${version}/${call}`)
        expect(plain.type).toBe('application/xml; charset=utf-8')
        expect(plain.text).toContain(
          `<ocs><meta><status>ok</status><statuscode>${code}</statuscode><message>OK</message></meta><data>`,
        )
        const json = await ask(`${version}/${call}${call.includes('?') ? '&' : '?'}format=json`)
        expect(json.type).toBe('application/json; charset=utf-8')
        expect(JSON.parse(json.text)).toMatchObject({ ocs: { meta: { statuscode: code } } })
        const accepted = await ask(`${version}/${call}`, 'application/json')
        expect(accepted.type).toBe('application/json; charset=utf-8')
      }
    }
    const { text } = await ask(`v2.php/${sharing}/shares/7?format=json`)
    expect(JSON.parse(text)).toMatchObject({
      ocs: { meta: { status: 'failure', statuscode: 404 }, data: [] },
    })
  })

  test('whatever XML is sent, the answer is a refusal in words and never an error of ours', async () => {
    const { ana, root, trash, versions, lines } = await open()
    await ana('PUT', '/a', { body: 'x' })
    const whole = [
      propfindOf(ASKED),
      `<d:searchrequest ${NAMESPACES}><d:basicsearch><d:select><d:prop><oc:id/></d:prop></d:select><d:from><d:scope><d:href>/files/ana</d:href><d:depth>infinity</d:depth></d:scope></d:from><d:where><d:and><d:like><d:prop><d:displayname/></d:prop><d:literal>%a%</d:literal></d:like><d:gt><d:prop><d:getlastmodified/></d:prop><d:literal>1</d:literal></d:gt></d:and></d:where><d:limit><d:nresults>9</d:nresults></d:limit></d:basicsearch></d:searchrequest>`,
      `<oc:filter-files ${NAMESPACES}><d:prop><oc:id/></d:prop><oc:filter-rules><oc:favorite>1</oc:favorite></oc:filter-rules></oc:filter-files>`,
    ]
    const random = numbersFrom(20_261_119)
    const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T
    const edits: ((text: string) => string)[] = [
      (text) => text.slice(0, random(text.length)),
      (text) => text.slice(random(text.length)),
      (text) =>
        splice(
          text,
          random(text.length),
          pick(['<', '&', ']]>', '\0', '\u{1f600}', '</d:prop>', '<x/>']),
        ),
      (text) =>
        text.replace(
          pick(text.match(/<[\w:]+/g) ?? ['<']),
          pick(['<d:not', '<d:or', '<x', '<d:prop']),
        ),
      (text) =>
        text.replace(/>([^<>]+)</, `>${pick(['-1', '9'.repeat(40), '%', "' or 1=1", '\u202e'])}<`),
      (text) => text.replace(pick(text.match(/<([\w:]+)[^>]*>.*?<\/\1>/gs) ?? ['']), ''),
      (text) => text.replaceAll('DAV:', pick(['', 'dav:', 'urn:x'])),
    ]
    const calls = [
      (body: string) => ana('PROPFIND', '/', { headers: { depth: '1' }, body }),
      (body: string) => root('SEARCH', '/', { body }),
      (body: string) => ana('REPORT', '/', { body }),
      (body: string) => ana('PROPPATCH', '/a', { body }),
      (body: string) => trash('PROPFIND', '/trash', { headers: { depth: '1' }, body }),
      (body: string) => versions('PROPFIND', '/versions/7', { headers: { depth: '1' }, body }),
    ]
    const seen = new Set<number>()
    for (let round = 0; round < 300; round++) {
      let body = pick(whole)
      for (let times = random(3); times >= 0; times--) body = pick(edits)(body)
      const { status, text } = await pick(calls)(body)
      seen.add(status)
      expect([207, 400, 403, 404, 422], body).toContain(status)
      if (status !== 207) expect(text, body).toContain('<s:message>')
    }
    expect([...seen]).toEqual(expect.arrayContaining([207, 400, 422]))
    expect(lines.filter((line) => JSON.stringify(line).includes('request failed'))).toEqual([])
  })
})

function splice(text: string, at: number, what: string): string {
  return text.slice(0, at) + what + text.slice(at)
}

/** The same at every run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * Math.max(below, 1))
  }
}
