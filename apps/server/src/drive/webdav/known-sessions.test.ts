import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { serveDrive } from '../testing-http.ts'
import { davOf, lockBody, responsesOf, tokenOf } from './testing.ts'

const asked = (names: string) =>
  `<?xml version="1.0" encoding="utf-8"?><D:propfind xmlns:D="DAV:"><D:prop>${names}</D:prop></D:propfind>`

onEachDatabase((openDatabase) => {
  /** A program that sends these headers with everything, and the statuses that it gets. */
  async function open(headers: Record<string, string>) {
    const served = await serveDrive(await openDatabase(), { quotaBytes: 1_000_000 })
    const dav = davOf(served, 'ana')
    type Options = Parameters<typeof dav>[2]
    const call = (method: string, path: string, { headers: more, body }: Options = {}) =>
      dav(method, path, {
        headers: { ...headers, ...more },
        ...(body !== undefined && { body }),
      })
    const status = async (method: string, path: string, options?: Options) =>
      (await call(method, path, options)).status
    const namesIn = async (folder: string) => {
      const listed = await call('PROPFIND', folder, { headers: { depth: '1' } })
      return [...responsesOf(listed).keys()].slice(1).map((href) => href.slice('/dav'.length))
    }
    const shownInWeb = async () => {
      const answer = await served
        .as('ana')
        .json('GET', '/drive/v1/files?parent_id=root&system_files=false')
      return answer.files?.map(({ name }) => name)
    }
    return { ...served, call, status, namesIn, shownInWeb }
  }

  test('the Finder connects, copies a file with what belongs to it, makes and renames a folder, and deletes', async () => {
    const { origin, call, status, namesIn, shownInWeb } = await open({
      'user-agent': 'WebDAVFS/3.0.0 (03008000) Darwin/24.6.0 (arm64)',
    })
    // Without class 2 the folder would be read-only.
    const options = await call('OPTIONS', '/')
    expect([options.status, options.headers.get('dav')]).toEqual([200, '1, 2, 3'])
    const ofTop = asked(
      '<D:getlastmodified/><D:getcontentlength/><D:creationdate/><D:resourcetype/>',
    )
    const top = await call('PROPFIND', '/', { headers: { depth: '0' }, body: ofTop })
    expect(top.text).toContain('<d:collection/>')
    // The last two are of a draft that nobody has.
    const room = '<D:quota-available-bytes/><D:quota-used-bytes/><D:quota/><D:quotaused/>'
    const full = await call('PROPFIND', '/', { headers: { depth: '0' }, body: asked(room) })
    expect(full.text).toMatch(/<d:quota-available-bytes>\d+<.*200 OK.*<d:quota\/>.*404 Not Found/s)
    for (const name of [
      '.metadata_never_index',
      '.Spotlight-V100',
      '._.',
      'mach_kernel',
      '.hidden',
    ])
      expect(await status('PROPFIND', `/${name}`, { headers: { depth: '0' } }), name).toBe(404)
    expect(await namesIn('/')).toEqual([])

    const copy = async (path: string, content: string) => {
      expect(await status('PROPFIND', path, { headers: { depth: '0' } })).toBe(404)
      expect(await status('PUT', path, { body: '' })).toBe(201)
      const of = { depth: '0', timeout: 'Second-600' }
      const token = tokenOf(await call('LOCK', path, { headers: of, body: lockBody() }))
      const held = { if: `(<${token}>)` }
      const body = new Blob([content]).stream()
      const length = { 'x-expected-entity-length': `${content.length}` }
      expect(await status('PUT', path, { headers: { ...held, ...length }, body })).toBe(204)
      const again = { headers: { ...held, timeout: 'Second-600' } }
      expect(await status('LOCK', path, again)).toBe(200)
      expect(await status('UNLOCK', path, { headers: { 'lock-token': `<${token}>` } })).toBe(204)
      expect((await call('GET', path, { headers: { range: 'bytes=3-9' } })).text).toBe(
        content.slice(3, 10),
      )
    }
    await copy('/report.txt', 'We arrived.')
    await copy('/._report.txt', 'Mac OS X attributes')
    await copy('/.DS_Store', 'Bud1 and more')
    expect(await shownInWeb()).toEqual(['report.txt'])

    expect(await status('MKCOL', '/untitled%20folder/')).toBe(201)
    const renamed = { destination: `${origin}/dav/Trips/` }
    expect(await status('MOVE', '/untitled%20folder/', { headers: renamed })).toBe(201)
    for (const name of ['report.txt', '._report.txt']) {
      const destination = `${origin}/dav/Trips/${name}`
      expect(await status('MOVE', `/${name}`, { headers: { destination } })).toBe(201)
    }
    expect(await namesIn('/Trips/')).toEqual(['/Trips/report.txt', '/Trips/._report.txt'])
    for (const path of ['/Trips/._report.txt', '/Trips/report.txt', '/Trips/', '/.DS_Store'])
      expect(await status('DELETE', path), path).toBe(204)
    expect(await namesIn('/')).toEqual([])
  })

  test('Windows maps a drive, makes a document, saves it as Office does, renames and deletes', async () => {
    const { origin, call, status, namesIn, shownInWeb } = await open({
      'user-agent': 'Microsoft-WebDAV-MiniRedir/10.0.22631',
      translate: 'f',
    })
    const atTop = await fetch(`${origin}/`, { method: 'OPTIONS' })
    expect([atTop.status, atTop.headers.get('ms-author-via')]).toEqual([200, 'DAV'])
    const stranger = await fetch(`${origin}/dav`, { method: 'PROPFIND', headers: { depth: '0' } })
    expect([stranger.status, stranger.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringMatching(/^Basic /),
    ])
    // It names the folder without a slash, and asks for everything by asking for nothing.
    expect((await call('PROPFIND', '', { headers: { depth: '0' } })).text).toContain(
      '<d:collection/>',
    )
    for (const name of ['desktop.ini', 'folder.jpg', 'Thumbs.db', 'AutoRun.inf'])
      expect(await status('PROPFIND', `/${name}`, { headers: { depth: '0' } }), name).toBe(404)

    const dates = `<?xml version="1.0" encoding="utf-8" ?><D:propertyupdate xmlns:D="DAV:" xmlns:Z="urn:schemas-microsoft-com:"><D:set><D:prop>${[
      'Win32CreationTime',
      'Win32LastAccessTime',
      'Win32LastModifiedTime',
    ]
      .map((name) => `<Z:${name}>Tue, 03 Mar 2020 09:00:00 GMT</Z:${name}>`)
      .join(
        '',
      )}<Z:Win32FileAttributes>00000020</Z:Win32FileAttributes></D:prop></D:set></D:propertyupdate>`
    const write = async (path: string, content: string) => {
      expect(await status('PROPFIND', path, { headers: { depth: '0' } })).toBe(404)
      expect(await status('PUT', path, { body: '' })).toBe(201)
      const of = { timeout: 'Second-3600' }
      const token = tokenOf(await call('LOCK', path, { headers: of, body: lockBody() }))
      const held = { if: `(<${token}>)` }
      const patched = await call('PROPPATCH', path, { headers: held, body: dates })
      expect([patched.status, /HTTP\/1\.1 (\d+)/.exec(patched.text)?.[1]]).toEqual([207, '200'])
      expect(await status('HEAD', path)).toBe(200)
      expect(await status('PUT', path, { headers: held, body: content })).toBe(204)
      expect((await call('PROPPATCH', path, { headers: held, body: dates })).status).toBe(207)
      expect(await status('UNLOCK', path, { headers: { 'lock-token': `<${token}>` } })).toBe(204)
    }
    const move = (from: string, to: string) =>
      status('MOVE', from, { headers: { destination: `${origin}/dav${to}`, overwrite: 'F' } })
    await write('/New%20Document.docx', 'first')
    expect(await move('/New%20Document.docx', '/letter.docx')).toBe(201)
    // The file of its owner, the new content beside the old, and both change their names.
    await write('/%7E%24letter.docx', 'Ana')
    await write('/B1946AC9.tmp', 'second')
    expect(await move('/B1946AC9.tmp', '/letter.docx')).toBe(412)
    expect(await move('/letter.docx', '/9F86D081.tmp')).toBe(201)
    expect(await move('/B1946AC9.tmp', '/letter.docx')).toBe(201)
    for (const path of ['/9F86D081.tmp', '/%7E%24letter.docx'])
      expect(await status('DELETE', path), path).toBe(204)
    expect((await call('GET', '/letter.docx')).text).toBe('second')
    expect(await shownInWeb()).toEqual(['letter.docx'])
    expect(await status('MKCOL', '/New%20folder')).toBe(201)
    expect(await move('/New%20folder', '/Letters')).toBe(201)
    expect(await move('/letter.docx', '/Letters/letter.docx')).toBe(201)
    expect(await status('DELETE', '/Letters')).toBe(204)
    expect(await namesIn('/')).toEqual([])
  })
})
