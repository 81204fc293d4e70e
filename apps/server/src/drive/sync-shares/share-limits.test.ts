import { describe, expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { ocsOf, openShares, type Sharees, withBen } from './testing.ts'

onEachDatabase((openDatabase) => {
  const open = async (options?: Parameters<typeof openShares>[1]) =>
    openShares(await openDatabase(), options)

  describe('limits', () => {
    test('strangers find no share by its number', async () => {
      const { ana, grantsOf, ...served } = await open()
      const { data } = await ana('POST', '/shares', withBen)
      const link = await ana('POST', '/shares', { path: '/trip', shareType: 3 })
      const eva = ocsOf(served, 'eva')
      for (const { id } of [data, link.data]) {
        const path = `/shares/${id}`
        expect((await eva('GET', path)).status).toBe(404)
        expect((await eva('PUT', path, { permissions: 31 })).status).toBe(404)
        expect((await eva('DELETE', path)).status).toBe(404)
      }
      for (const path of ['/shares/0', '/shares/9999999999', '/shares/x', '/other']) {
        expect((await eva('GET', path)).status).toBe(404)
      }
      expect(await grantsOf()).toHaveLength(2)
    })

    test('a password that only reads neither shares nor finds whom to share with', async () => {
      const served = await open()
      const { ana, grantsOf } = served
      const { data } = await ana('POST', '/shares', withBen)
      const reader = ocsOf(served, 'ana', { readOnly: true })
      const link = { path: '/trip', shareType: 3 }
      expect((await reader('POST', '/shares', link)).status).toBe(403)
      expect((await reader('POST', '/shares', { ...withBen, shareWith: 'eva' })).status).toBe(403)
      expect((await reader('PUT', `/shares/${data.id}`, { permissions: 15 })).status).toBe(403)
      expect((await reader('DELETE', `/shares/${data.id}`)).status).toBe(403)
      expect((await reader('GET', '/shares?path=/trip')).data).toEqual([])
      expect((await reader('GET', '/sharees?search=ben')).data.users).toEqual([])
      expect(await grantsOf()).toMatchObject([{ role: 'viewer' }])
    })

    test('a password that only reads is not told the address of a link, by which one could change files', async () => {
      const served = await open()
      const { ana, folder } = served
      await ana('POST', '/shares', withBen)
      await ana('POST', '/shares', { path: '/trip', shareType: 3, permissions: 15 })
      for (const limit of [{ readOnly: true }, { readOnly: true, folder }]) {
        const reader = ocsOf(served, 'ana', limit)
        expect((await reader('GET', '/shares')).data).toEqual([])
        expect((await reader('GET', '/shares?path=/&subfiles=true')).data).toEqual([])
      }
      const ben = ocsOf(served, 'ben', { readOnly: true })
      expect((await ben('GET', '/shares?shared_with_me=true')).data).toHaveLength(1)
    })

    test('of the folder that what is shared is in, nobody is told the number', async () => {
      const { ana, ben } = await open()
      const given = await ana('POST', '/shares', withBen)
      const [received] = (await ben('GET', '/shares?shared_with_me=true')).data
      expect(received?.item_source).toBe(given.data.item_source)
      expect([given.data.file_parent, received?.file_parent]).toEqual([expect.any(Number), 0])
      expect(given.data.file_parent).not.toBe(0)
    })

    test('denied looks like missing, to the letter', async () => {
      const { ana, ...served } = await open()
      const { data } = await ana('POST', '/shares', withBen)
      const link = await ana('POST', '/shares', { path: '/trip', shareType: 3 })
      for (const person of ['eva', 'ben']) {
        const ask = ocsOf(served, person)
        const missing = await ask('GET', '/shares/1')
        const ids = person === 'eva' ? [data.id, link.data.id] : [link.data.id]
        for (const id of ids) expect(await ask('GET', `/shares/${id}`)).toEqual(missing)
      }
    })

    test('texts are as long as our own calls allow', async () => {
      const { ana } = await open()
      const link = { path: '/trip', shareType: 3 }
      const { data } = await ana('POST', '/shares', withBen)
      for (const [text, max] of [
        ['note', 1_000],
        ['label', 200],
        ['password', 1_024],
      ] as const) {
        const long = { [text]: 'x'.repeat(max + 1) }
        expect((await ana('POST', '/shares', { ...link, ...long })).status, text).toBe(400)
        if (text !== 'note') continue
        expect((await ana('PUT', `/shares/${data.id}`, long)).status).toBe(400)
        expect(
          (await ana('POST', '/shares', { ...withBen, shareWith: 'eva', ...long })).status,
        ).toBe(400)
      }
      expect((await ana('POST', '/shares', { ...link, note: 'x'.repeat(1_000) })).status).toBe(200)
    })

    test('a password for one folder shares what is in it, and knows of nothing else', async () => {
      const served = await open()
      const { ana, folder, grantsOf } = served
      const outside = await ana('POST', '/shares', { ...withBen, path: '/own.txt' })
      const itself = await ana('POST', '/shares', withBen)
      const link = await ana('POST', '/shares', { path: '/own.txt', shareType: 3 })
      const narrow = ocsOf(served, 'ana', { folder })
      const eva = { shareType: 0, shareWith: 'eva' }
      const made = await narrow('POST', '/shares', { ...eva, path: '/a.txt' })
      expect(made.data).toMatchObject({ path: '/a.txt', share_with: 'eva' })
      for (const path of ['/own.txt', '/trip', '/../own.txt', '/Shared with me/x']) {
        expect((await narrow('POST', '/shares', { ...eva, path })).status, path).toBe(404)
      }
      expect((await narrow('POST', '/shares', { ...eva, path: '/' })).status).toBe(403)
      expect((await narrow('GET', '/shares')).data.map(({ path }) => path).sort()).toEqual([
        '/',
        '/a.txt',
      ])
      for (const { data } of [outside, link]) {
        const path = `/shares/${data.id}`
        expect((await narrow('GET', path)).status).toBe(404)
        expect((await narrow('PUT', path, { permissions: 15 })).status).toBe(404)
        expect((await narrow('DELETE', path)).status).toBe(404)
      }
      expect((await narrow('DELETE', `/shares/${made.data.id}`)).status).toBe(200)
      expect(itself.status).toBe(200)
      expect(await grantsOf()).toHaveLength(1)
    })

    test('a password for a folder that others share knows nothing of what else is shared', async () => {
      const served = await open()
      const { ana, folder } = served
      await ana('POST', '/shares', { ...withBen, permissions: 15 })
      await ana('POST', '/shares', { ...withBen, path: '/own.txt' })
      const narrow = ocsOf(served, 'ben', { folder })
      const { data } = await narrow('GET', '/shares?shared_with_me=true')
      expect(data.map(({ path }) => path)).toEqual(['/'])
      expect((await narrow('DELETE', `/shares/${data[0]?.id}`)).status).toBe(404)
    })
  })

  describe('whom to share with', () => {
    const people = {
      personOfContact: async (_reader: unknown, typed: string) =>
        new Map([
          ['dora99', 'dora'],
          ['+49301234567', 'dora'],
          ['ana7', 'ana'],
        ]).get(typed),
    }
    const namesOf = (lists: Sharees['exact']) =>
      Object.values(lists)
        .flat()
        .map(({ label, value }) => `${value.shareType} ${value.shareWith} ${label}`)

    test('are those with whom the caller shares, and others by their whole contact alone', async () => {
      const { ana, ben } = await open({ people })
      await ana('POST', '/shares', withBen)
      const find = async (search: string, ask = ana) => {
        const { exact, ...found } = (
          await ask('GET', `/sharees?itemType=file&search=${encodeURIComponent(search)}`)
        ).data
        const { users, groups, emails, remotes } = found as unknown as Sharees['exact']
        expect(remotes).toEqual([])
        return [
          namesOf(exact),
          namesOf({ users: users ?? [], groups: groups ?? [], emails: emails ?? [] }),
        ]
      }
      expect(await find('be')).toEqual([[], ['0 ben ben']])
      expect(await find('ana', ben)).toEqual([[], ['0 ana ana']])
      expect(await find('dor')).toEqual([[], []])
      expect(await find('dora')).toEqual([[], []])
      expect(await find('dora99')).toEqual([['0 dora dora'], []])
      expect(await find('+49301234567')).toEqual([['0 dora dora'], []])
      expect(await find('ana7')).toEqual([[], []])
      // Whether there is an account is not said.
      expect(await find('Any@Example.org')).toEqual([['4 any@example.org any@example.org'], []])
      expect((await ana('GET', '/sharees?search=be&page=2')).data.users).toEqual([])
      expect((await ana('GET', `/sharees?search=${'x'.repeat(300)}`)).status).toBe(400)
    })
  })

  test('forms, JSON and the query say the same, and what is broken is refused', async () => {
    const { origin, makePassword, grantsOf } = await open()
    const login = Buffer.from(`ana:${makePassword('ana')}`).toString('base64')
    const post = async (query: string, body?: string) => {
      const headers = {
        authorization: `Basic ${login}`,
        'content-type': 'application/json',
        'ocs-apirequest': 'true',
      }
      const path = `/ocs/v1.php/apps/files_sharing/api/v1/shares${query}`
      const answer = await fetch(`${origin}${path}`, {
        method: 'POST',
        headers,
        ...(body && { body }),
      })
      return { status: answer.status, text: await answer.text() }
    }
    const json = await post('', JSON.stringify({ ...withBen, permissions: 1 }))
    expect(json.status).toBe(200)
    expect(json.text).toMatch(
      /^<\?xml version="1.0"\?>\n<ocs><meta><status>ok<\/status><statuscode>100</,
    )
    expect(json.text).toMatch(/<data><id>\d+<\/id><share_type>0<\/share_type>/)
    expect((await post('?path=/trip&shareType=0&shareWith=eva')).status).toBe(200)
    expect(await grantsOf()).toHaveLength(2)
    for (const body of [
      '{',
      '{"path":{}}',
      '[]',
      '\0',
      '%%%=%',
      'path=%ff',
      '{"shareType":1e99}',
    ]) {
      expect([400, 404], body).toContain((await post('', body)).status)
    }
    expect((await post('', 'x'.repeat(70_000))).status).toBe(413)
    expect(await grantsOf()).toHaveLength(2)
  })
})
