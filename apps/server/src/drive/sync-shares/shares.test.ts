import { describe, expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { openShares, withBen } from './testing.ts'

onEachDatabase((openDatabase) => {
  const open = async (options?: Parameters<typeof openShares>[1]) =>
    openShares(await openDatabase(), options)

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
})
