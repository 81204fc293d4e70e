import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { serveDrive } from '../testing-http.ts'
import { davOf, responsesOf } from './testing.ts'

/** Each element in it needs a namespace that stands above it: text of it by itself is 30 times as long. */
const swelling = `<D:y xmlns:D="DAV:">${'<x:a/>'.repeat(5_000)}</D:y>`
const farNamespace = `urn:${'x'.repeat(900)}`

onEachDatabase((openDatabase) => {
  const open = async (options: { quotaBytes?: number } = {}) => {
    const db = await openDatabase()
    const served = { db, ...(await serveDrive(db, options)) }
    const dav = davOf(served, 'ana')
    await dav('PUT', '/a', { body: '1' })
    const patch = (inner: string, { path = '/a', namespace = 'urn:x' } = {}) =>
      dav('PROPPATCH', path, {
        body: `<D:propertyupdate xmlns:D="DAV:" xmlns:x="${namespace}">${inner}</D:propertyupdate>`,
      })
    const set = (inner: string, options = {}) =>
      patch(`<D:set><D:prop>${inner}</D:prop></D:set>`, options)
    const find = (inner: string, { path = '/a', depth = '0' } = {}) =>
      dav('PROPFIND', path, {
        headers: { depth },
        body: `<D:propfind xmlns:D="DAV:" xmlns:x="urn:x">${inner}</D:propfind>`,
      })
    return { ...served, dav, set, patch, find }
  }

  test('a property that would be much longer by itself than in its body is refused, and nothing of it is kept', async () => {
    const { set, find } = await open()
    const refused = await set(`${swelling}<D:small/>`, { namespace: farNamespace })
    expect(refused.text).toContain('507 Insufficient Storage')
    expect(refused.text.length).toBeLessThan(2_000)
    expect((await find('<D:allprop/>')).text).not.toMatch(/xxx|small/)
    const many = await set(swelling.repeat(3), { namespace: `urn:${'x'.repeat(1_000)}` })
    expect(many.status).toBe(400)
  })

  test('so is the owner of a lock', async () => {
    const { dav, find } = await open()
    const lock = (owner: string) =>
      dav('LOCK', '/a', {
        body: `<D:lockinfo xmlns:D="DAV:" xmlns:x="${farNamespace}"><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype><D:owner>${owner}</D:owner></D:lockinfo>`,
      })
    const refused = await lock('<x:a/>'.repeat(5))
    expect(refused.status).toBe(413)
    expect(refused.text.length).toBeLessThan(2_000)
    expect((await find('<D:allprop/>')).text).not.toContain('activelock')
    expect((await lock('<x:a/>'.repeat(4))).status).toBe(200)
  })

  test('a file has 100 properties and 64 KB of them at most, and whoever removes some can write others', async () => {
    const { set, patch, find, dav } = await open()
    const some = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => `<x:n${from + at}/>`).join('')
    expect((await set(some(0, 60))).status).toBe(207)
    expect((await set(some(0, 101))).status).toBe(400)
    expect((await set(some(60, 41))).status).toBe(507)
    expect((await set(some(60, 40))).status).toBe(207)
    const remove = (names: string) => patch(`<D:remove><D:prop>${names}</D:prop></D:remove>`)
    expect((await remove(some(0, 100))).status).toBe(207)

    const long = (name: string, length: number) => `<x:${name}>${'a'.repeat(length)}</x:${name}>`
    expect((await set(long('one', 40_000))).status).toBe(207)
    expect((await set(long('two', 40_000))).status).toBe(507)
    expect((await find('<D:propname/>')).text).not.toContain('<x:two')
    expect((await set(`${long('one', 1)}${long('two', 40_000)}`)).status).toBe(207)
    expect((await remove('<x:one/>')).status).toBe(207)
    expect((await dav('COPY', '/a', { headers: { destination: '/dav/b' } })).status).toBe(201)
    expect((await find('<D:allprop/>', { path: '/b' })).text).toContain('a'.repeat(40_000))
  })

  test('names of properties that are asked for are 16 KB at most, because each entry repeats them', async () => {
    const { find } = await open()
    const names = (count: number) =>
      Array.from({ length: count }, (_, at) => `<x:${'n'.repeat(200)}${100 + at}/>`).join('')
    for (const wrap of [
      (inner: string) => `<D:prop>${inner}</D:prop>`,
      (inner: string) => `<D:allprop/><D:include>${inner}</D:include>`,
    ]) {
      expect((await find(wrap(names(79)))).status).toBe(400)
      expect((await find(wrap(names(78)))).status).toBe(207)
      expect((await find(wrap('<D:getetag/>'.repeat(501)))).status).toBe(400)
    }
  })

  test('properties take room of the quota, in copies too, and give it back when they or their file go for good', async () => {
    const { as, db, dav, set, patch } = await open({ quotaBytes: 100_000 })
    const used = async () => {
      const { used_bytes } = await db.read((reader) =>
        reader.selectFrom('drives').select('used_bytes').executeTakeFirstOrThrow(),
      )
      return Number(used_bytes)
    }
    const long = (letter: string, length: number) => `<x:note>${letter.repeat(length)}</x:note>`
    expect((await set(long('é', 20_000))).status).toBe(207)
    const withOne = await used()
    expect(withOne).toBeGreaterThan(40_000)
    expect((await set(long('a', 60_000))).status).toBe(207)
    expect(await used()).toBe(withOne + 20_000)

    const copy = (path: string, to: string, depth = 'infinity') =>
      dav('COPY', path, { headers: { destination: `/dav${to}`, depth } })
    expect((await copy('/a', '/b')).status).toBe(507)
    expect((await dav('GET', '/b')).status).toBe(404)
    await dav('MKCOL', '/folder')
    expect((await set(long('a', 39_000), { path: '/folder' })).status).toBe(207)
    expect((await copy('/folder', '/other', '0')).status).toBe(507)
    const refused = await set(long('a', 41_000), { path: '/folder' })
    expect([refused.status, refused.text.includes('quota-not-exceeded')]).toEqual([507, true])

    expect((await set(long('a', 10_000))).status).toBe(207)
    const before = await used()
    expect((await copy('/a', '/b')).status).toBe(201)
    expect((await used()) - before).toBeGreaterThan(10_000)

    expect((await patch('<D:remove><D:prop><x:note/></D:prop></D:remove>')).status).toBe(207)
    await dav('DELETE', '/b')
    expect((await as('ana').json('POST', '/drive/v1/trash:empty', {})).status).toBe(200)
    const { xml } = await db.read((reader) =>
      reader
        .selectFrom('node_properties')
        .select((row) => row.fn.sum<number>(row.fn('octet_length', ['xml'])).as('xml'))
        .executeTakeFirstOrThrow(),
    )
    expect(await used()).toBe(Number(xml) + '1'.length)
  })

  test('a property that is asked for many times is answered once', async () => {
    const { set, find } = await open()
    await set(`<x:note>${'a'.repeat(30_000)}</x:note>`)
    const found = await find(`<D:prop>${'<x:note/><x:none/>'.repeat(200)}</D:prop>`)
    expect(found.text.match(/<x:note/g)).toHaveLength(1)
    expect(found.text.match(/<x:none/g)).toHaveLength(1)
    expect(found.text.length).toBeLessThan(31_000)
  })

  test('what is included besides all properties goes by its namespace too', async () => {
    const { find } = await open()
    const include = (name: string) => find(`<D:allprop/><D:include>${name}</D:include>`)
    expect((await include('<D:quota-used-bytes/>')).text).toContain('quota-used-bytes')
    expect((await include('<x:quota-used-bytes/>')).text).not.toContain('quota-used-bytes')
  })

  test('a folder of many files tells the properties of each with it', async () => {
    const { dav, set, find } = await open()
    await dav('MKCOL', '/many')
    const paths = Array.from({ length: 120 }, (_, at) => `/many/${at}`)
    for (const [at, path] of paths.entries()) {
      await dav('PUT', path, { body: '' })
      if (at % 2 === 0) await set(`<x:note>of ${at}.</x:note>`, { path })
    }
    const listed = responsesOf(
      await find('<D:prop><x:note/></D:prop>', { path: '/many', depth: '1' }),
    )
    expect(listed.size).toBe(121)
    for (const [at, path] of paths.entries()) {
      const told = listed.get(`/dav${path}`) ?? ''
      if (at % 2 === 0) expect(told).toContain(`of ${at}.</x:note>`)
      else expect(told).toContain('404 Not Found')
    }
  })
})
