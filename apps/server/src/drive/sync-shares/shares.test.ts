import { describe, expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { driveOf } from '../sync-door/testing.ts'
import { serveDrive } from '../testing-http.ts'
import { davOf } from '../webdav/testing.ts'

type Served = Awaited<ReturnType<typeof serveDrive>>
type Limit = Parameters<Served['makePassword']>[1]

/** A client with a password, which speaks OCS as the apps do: with forms, and answers in JSON. */
function ocsOf(
  { origin, makePassword }: Pick<Served, 'origin' | 'makePassword'>,
  sub: string,
  limit?: Limit,
) {
  const login = Buffer.from(`${sub}:${makePassword(sub, limit)}`).toString('base64')
  const headers = { authorization: `Basic ${login}`, 'ocs-apirequest': 'true' }
  return async (method: string, path: string, fields?: Record<string, string | number>) => {
    const form = new URLSearchParams()
    for (const [name, value] of Object.entries(fields ?? {})) form.set(name, String(value))
    const separator = path.includes('?') ? '&' : '?'
    const answer = await fetch(
      `${origin}/ocs/v2.php/apps/files_sharing/api/v1${path}${separator}format=json`,
      { method, headers, ...(fields && { body: form }) },
    )
    const { ocs } = (await answer.json()) as {
      ocs: { meta: { statuscode: number; message: string }; data: Share & Share[] & Sharees }
    }
    expect(ocs.meta.statuscode).toBe(answer.status)
    return { status: answer.status, data: ocs.data, message: ocs.meta.message }
  }
}

type Share = Record<string, string | number | boolean | null>
interface Sharees {
  exact: Record<string, { label: string; value: { shareType: number; shareWith: string } }[]>
  users: Share[]
  groups: Share[]
}

onEachDatabase((openDatabase) => {
  async function open(options: Parameters<typeof serveDrive>[1] = {}) {
    const served = await serveDrive(await openDatabase(), options)
    const ana = davOf(served, 'ana')
    await ana('MKCOL', '/trip')
    await ana('MKCOL', '/trip/photos')
    await ana('PUT', '/trip/a.txt', { body: 'words' })
    await ana('PUT', '/own.txt', { body: 'own' })
    const { files } = await served.as('ana').json('GET', '/drive/v1/files')
    const trip = (files as unknown as { id: string; name: string }[]).find(
      ({ name }) => name === 'trip',
    )
    const driveId = await driveOf(served.as('ana'))
    const grantsOf = async (id = trip?.id) => {
      const { grants } = (await served
        .as('ana')
        .json('GET', `/drive/v1/files/${id}/grants`)) as unknown as {
        grants: { role: string; grantee: object; note?: string; expires_time?: string }[]
      }
      return grants
    }
    return {
      ...served,
      dav: ana,
      ana: ocsOf(served, 'ana'),
      ben: ocsOf(served, 'ben'),
      tripId: trip?.id ?? '',
      folder: { driveId, nodeId: trip?.id ?? '' },
      grantsOf,
    }
  }

  const withBen = { path: '/trip', shareType: 0, shareWith: 'ben' }

  describe('sharing with people', () => {
    test('makes a grant, and tells of it as clients read it', async () => {
      const { ana, grantsOf, dav } = await open()
      const made = await ana('POST', '/shares', {
        ...withBen,
        permissions: 31,
        note: 'Look & see',
        expireDate: '2099-12-31',
      })
      expect(made).toMatchObject({
        status: 200,
        data: {
          share_type: 0,
          share_with: 'ben',
          share_with_displayname: 'ben',
          uid_owner: 'ana',
          displayname_owner: 'ana',
          uid_file_owner: 'ana',
          permissions: 15,
          path: '/trip',
          file_target: '/trip',
          item_type: 'folder',
          mimetype: 'httpd/unix-directory',
          note: 'Look & see',
          expiration: '2099-12-31 00:00:00',
        },
      })
      // Of 32 bits with a sign: more do not fit into what clients have for it.
      const id = Number(made.data.id)
      expect(Number.isInteger(id) && id > 0 && id < 2 ** 31).toBe(true)
      expect(made.data).not.toHaveProperty('url')
      expect(made.data).not.toHaveProperty('attributes')
      const { text } = await dav('PROPFIND', '/trip', {
        headers: { depth: '0' },
        body: '<propfind xmlns="DAV:"><prop><fileid xmlns="http://owncloud.org/ns"/><share-types xmlns="http://owncloud.org/ns"/></prop></propfind>',
      })
      expect(text).toContain(`<oc:fileid>${made.data.item_source}</oc:fileid>`)
      expect(text).toContain('<oc:share-types><oc:share-type>0</oc:share-type></oc:share-types>')
      expect(await grantsOf()).toMatchObject([
        {
          role: 'editor',
          grantee: { kind: 'person', sub: 'ben' },
          note: 'Look & see',
          expires_time: '2099-12-31T23:59:59.999Z',
        },
      ])
    })

    test('gives the most of the permissions that are asked for, and no more', async () => {
      const { ana, grantsOf } = await open()
      const roleOf = async (permissions: number) => {
        const { data, status } = await ana('POST', '/shares', { ...withBen, permissions })
        if (status !== 200) return status
        const [grant] = await grantsOf()
        await ana('DELETE', `/shares/${data.id}`)
        return [grant?.role, data.permissions]
      }
      expect(await roleOf(31)).toEqual(['editor', 15])
      expect(await roleOf(15)).toEqual(['editor', 15])
      expect(await roleOf(7)).toEqual(['contributor', 5])
      expect(await roleOf(5)).toEqual(['contributor', 5])
      expect(await roleOf(3)).toEqual(['viewer', 1])
      expect(await roleOf(17)).toEqual(['viewer', 1])
      expect(await roleOf(4)).toEqual(['drop', 4])
      expect(await roleOf(16)).toBe(400)
      expect(await roleOf(0)).toBe(400)
      const file = { ...withBen, path: '/own.txt' }
      const made = await ana('POST', '/shares', { ...file, permissions: 19 })
      expect(made.data).toMatchObject({ permissions: 3, item_type: 'file' })
      expect((await ana('POST', '/shares', { ...file, permissions: 4 })).status).toBe(403)
      const plain = await ana('POST', '/shares', { ...file, shareWith: 'eva' })
      expect(plain.data.permissions).toBe(1)
    })

    test('is changed field by field, and ended', async () => {
      const { ana, ben, grantsOf, as, tripId } = await open()
      const { data } = await ana('POST', '/shares', { ...withBen, permissions: 1, note: 'a' })
      const path = `/shares/${data.id}`
      expect((await ana('PUT', path, { permissions: 15 })).data.permissions).toBe(15)
      expect((await ana('PUT', path, { note: 'b' })).data).toMatchObject({
        note: 'b',
        permissions: 15,
      })
      expect((await ana('PUT', path, { expireDate: '2099-01-02' })).data.expiration).toBe(
        '2099-01-02 00:00:00',
      )
      expect((await ana('PUT', path, { expireDate: '', note: '' })).data).toMatchObject({
        expiration: null,
        note: '',
      })
      expect((await ana('PUT', path, { expireDate: '2001-01-02' })).status).toBe(400)
      expect((await ana('PUT', path, { expireDate: 'soon' })).status).toBe(400)
      expect((await ana('PUT', path, { permissions: 'x' })).status).toBe(400)
      expect((await ana('PUT', path, { password: 'secret' })).status).toBe(400)
      // Whoever may share on stays so when a client sends back what it read.
      const [{ id = '' } = {}] = (await grantsOf()) as unknown as { id: string }[]
      await as('ana').json('PATCH', `/drive/v1/grants/${id}`, { role: 'manager' })
      const [manager] = (await ana('GET', path)).data
      expect(manager?.permissions).toBe(31)
      await ana('PUT', path, { permissions: 31, note: 'c' })
      expect(await grantsOf()).toMatchObject([{ role: 'manager', note: 'c' }])
      await ana('PUT', path, { permissions: 15 })
      expect(await grantsOf()).toMatchObject([{ role: 'editor' }])
      expect((await ben('PUT', path, { permissions: 31 })).status).toBe(403)
      expect((await ana('DELETE', path)).status).toBe(200)
      expect((await ana('GET', path)).status).toBe(404)
      expect((await ana('DELETE', path)).status).toBe(404)
      expect(await grantsOf(tripId)).toEqual([])
    })

    test('a second share with the same person is refused, and changes nothing', async () => {
      const { ana, grantsOf } = await open()
      await ana('POST', '/shares', { ...withBen, permissions: 15 })
      expect((await ana('POST', '/shares', { ...withBen, permissions: 1 })).status).toBe(403)
      expect(await grantsOf()).toMatchObject([{ role: 'editor' }])
      const mail = { path: '/trip', shareType: 4, shareWith: 'Eva@example.org' }
      expect((await ana('POST', '/shares', mail)).data).toMatchObject({
        share_type: 4,
        share_with: 'eva@example.org',
      })
      expect((await ana('POST', '/shares', mail)).status).toBe(403)
      const group = { path: '/trip', shareType: 1, shareWith: 'team' }
      expect((await ana('POST', '/shares', group)).data).toMatchObject({
        share_type: 1,
        share_with: 'team',
      })
    })

    test('whoever is not there, or has it already, is not shared with', async () => {
      const { ana, grantsOf } = await open({
        people: {
          isActive: async (_reader, sub) => sub !== 'gone',
          describeGroups: async () => [],
        },
      })
      for (const fields of [
        { ...withBen, shareWith: 'gone' },
        { ...withBen, shareWith: 'ana' },
        { ...withBen, shareWith: '' },
        { ...withBen, shareType: 1, shareWith: 'nobody' },
        { ...withBen, shareType: 4, shareWith: 'no address' },
        { ...withBen, shareType: 6, shareWith: 'eva@elsewhere.example' },
        { path: '/trip', shareWith: 'ben' },
        { ...withBen, password: 'secret' },
      ]) {
        expect((await ana('POST', '/shares', fields)).status, JSON.stringify(fields)).toBe(400)
      }
      for (const path of ['/nothing', '/trip/nothing/more']) {
        expect((await ana('POST', '/shares', { ...withBen, path })).status).toBe(404)
      }
      expect((await ana('POST', '/shares', { ...withBen, path: '/' })).status).toBe(403)
      expect(await grantsOf()).toEqual([])
    })
  })

  describe('links', () => {
    test('have an address, a password that nobody is told, a day and a label', async () => {
      const { ana, as, origin, tripId } = await open()
      const made = await ana('POST', '/shares', {
        path: '/trip',
        shareType: 3,
        password: 'correct horse',
        expireDate: '2099-12-31',
        label: 'For Eva',
        publicUpload: 'true',
      })
      expect(made.data).toMatchObject({
        share_type: 3,
        share_with: null,
        permissions: 15,
        password: '********',
        label: 'For Eva',
        hide_download: 0,
      })
      expect(made.data.url).toBe(`http://drive.test/s/${made.data.token}`)
      const openLink = async (password?: string) =>
        (
          await fetch(`${origin}/drive/v1/links:open`, {
            method: 'POST',
            body: JSON.stringify({ token: made.data.token, ...(password && { password }) }),
          })
        ).status
      expect([await openLink(), await openLink('correct horse')]).toEqual([403, 200])
      const path = `/shares/${made.data.id}`
      // What was read is sent back by some clients, and changes nothing.
      const same = { password: '********', permissions: 1, hideDownload: 'true', label: 'B' }
      expect((await ana('PUT', path, same)).data).toMatchObject({
        permissions: 1,
        hide_download: 1,
        label: 'B',
        password: '********',
        expiration: '2099-12-31 00:00:00',
      })
      expect(await openLink('correct horse')).toBe(200)
      expect((await ana('PUT', path, { password: '', expireDate: '' })).data).toMatchObject({
        password: null,
        expiration: null,
      })
      expect(await openLink()).toBe(200)
      const { links } = (await as('ana').json(
        'GET',
        `/drive/v1/links?node_id=${tripId}`,
      )) as unknown as { links: object[] }
      expect(links).toMatchObject([{ label: 'B', role: 'viewer', allow_download: false }])
      expect((await ana('DELETE', path)).status).toBe(200)
      expect(await openLink()).toBe(404)
    })

    test('a folder only for adding is one, and a file has no such link', async () => {
      const { ana } = await open()
      const link = { path: '/trip', shareType: 3, permissions: 4 }
      expect((await ana('POST', '/shares', link)).data.permissions).toBe(4)
      expect((await ana('POST', '/shares', { ...link, path: '/own.txt' })).status).toBe(400)
    })

    test('keep what administrators have decided', async () => {
      const { ana, origin } = await open()
      const before = await fetch(`${origin}/ocs/v2.php/cloud/capabilities?format=json`)
      expect(await before.json()).toMatchObject({
        ocs: {
          data: {
            capabilities: {
              files: { undelete: true, versioning: true },
              files_sharing: {
                api_enabled: true,
                resharing: false,
                public: { enabled: true, password: { enforced: false } },
              },
            },
          },
        },
      })
      const link = { path: '/trip', shareType: 3 }
      expect((await ana('POST', '/shares', link)).status).toBe(200)
    })
  })

  describe('lists', () => {
    test('tell what the caller has shared, what is on a path, and what is in a folder', async () => {
      const { ana } = await open()
      for (const path of ['/trip', '/trip/a.txt', '/trip/photos', '/own.txt']) {
        await ana('POST', '/shares', { ...withBen, path })
      }
      await ana('POST', '/shares', { path: '/trip', shareType: 3 })
      const found = async (query = '') =>
        (await ana('GET', `/shares${query}`)).data.map(
          ({ share_type, path }) => `${share_type} ${path}`,
        )
      expect((await found()).sort()).toEqual([
        '0 /own.txt',
        '0 /trip',
        '0 /trip/a.txt',
        '0 /trip/photos',
        '3 /trip',
      ])
      expect(await found('?path=%2Ftrip&reshares=true')).toEqual(['0 /trip', '3 /trip'])
      // What is shared by a folder above is told of at that folder.
      expect(await found('?path=/trip/photos')).toEqual(['0 /trip/photos'])
      expect((await found('?path=/trip&subfiles=true')).sort()).toEqual([
        '0 /trip/a.txt',
        '0 /trip/photos',
      ])
      expect((await ana('GET', '/shares?path=/own.txt&subfiles=true')).status).toBe(400)
      expect((await ana('GET', '/shares?path=/nothing')).status).toBe(404)
    })

    test('tell whoever it is shared with, who can give it up and not change it', async () => {
      const { ana, ben, grantsOf } = await open()
      await ana('POST', '/shares', { ...withBen, permissions: 15 })
      const { data } = await ben('GET', '/shares?shared_with_me=true')
      expect(data).toMatchObject([
        {
          path: '/Shared with me/trip',
          uid_owner: 'ana',
          share_with: 'ben',
          permissions: 15,
          can_edit: false,
        },
      ])
      const [received] = data
      expect((await ben('GET', '/shares')).data).toEqual([])
      expect((await ben('GET', '/shares?path=/Shared%20with%20me/trip')).data).toEqual([])
      const path = `/shares/${received?.id}`
      expect((await ben('GET', path)).data).toEqual([received])
      const eva = { path: '/Shared with me/trip', shareType: 0, shareWith: 'eva' }
      expect((await ben('POST', '/shares', eva)).status).toBe(403)
      expect((await ben('DELETE', path)).status).toBe(200)
      expect(await grantsOf()).toEqual([])
      expect((await ben('GET', '/shares?shared_with_me=true')).data).toEqual([])
    })
  })

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
      const headers = { authorization: `Basic ${login}`, 'content-type': 'application/json' }
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
