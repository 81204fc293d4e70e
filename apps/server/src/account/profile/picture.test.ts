import { MAX_PICTURE_BYTES } from '@awan/protocol'
import {
  getMe,
  getPicture,
  queryUsers,
  removePicture,
  setPicture,
  updateProfile,
} from '@awan/protocol/account'
import { describe, expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { createTestAccount, failure } from '../testing.ts'
import { createPictures } from './picture.ts'

const png = Buffer.from('89504e470d0a1a0a00', 'hex')
const jpeg = Buffer.from('ffd8ffe000', 'hex')
const webp = Buffer.from('RIFF\0\0\0\0WEBPVP8 ')

onEachDatabase((open) => {
  async function start() {
    const db = await open()
    const app = await createTestAccount(db)
    const me = await app.signUp('rahma@example.org', { password: undefined })
    const set = (bytes: Buffer) =>
      app.call(setPicture, {
        body: { content: bytes.toString('base64') },
        accessToken: me.access_token,
      })
    const { find } = createPictures({ db, clock: app.clock, events: {} as never })
    const openPicture = (address: string | undefined) =>
      find((address ?? '').split('/').at(-1) ?? '')
    return { db, app, me, accessToken: me.access_token, set, openPicture }
  }

  describe('a profile picture', () => {
    test('a profile picture is shown in the profile and to others, and gets a new address when it changes', async () => {
      const { app, me, accessToken, set, openPicture } = await start()
      const addresses = new Set<string | undefined>()
      for (const [bytes, contentType] of [
        [png, 'image/png'],
        [jpeg, 'image/jpeg'],
        [webp, 'image/webp'],
      ] as const) {
        const { picture } = await set(bytes)
        expect(picture).toMatch(/^\/v1\/pictures\/[\w-]{43}$/)
        expect(await openPicture(picture)).toEqual({ contentType, bytes })
        addresses.add(picture)
      }
      expect(addresses.size).toBe(3)
      const { picture } = await app.call(getMe, { accessToken })
      const found = await app.call(queryUsers, { query: { id: me.sub }, accessToken })
      expect(found.data).toMatchObject([{ picture }])
      const [first] = addresses
      expect(await failure(openPicture(first))).toMatchObject({ error: 'not_found' })
    })

    test('the same profile picture of two people has two addresses', async () => {
      const { app, set } = await start()
      const other = await app.signUp('siti@example.org', { password: undefined })
      const body = { content: png.toString('base64') }
      const theirs = await app.call(setPicture, { body, accessToken: other.access_token })
      expect((await set(png)).picture).not.toBe(theirs.picture)
    })

    test('a profile picture is deleted when it is removed or replaced by an external address', async () => {
      const { db, app, accessToken, set } = await start()
      const count = async () =>
        (await db.read((r) => r.selectFrom('pictures').selectAll().execute())).length
      await set(png)
      expect(await app.call(removePicture, { accessToken })).not.toHaveProperty('picture')
      expect(await count()).toBe(0)
      await set(png)
      const picture = 'https://example.org/rahma.jpg'
      await app.call(updateProfile, { body: { picture }, accessToken })
      expect(await app.call(getMe, { accessToken })).toMatchObject({ picture })
      expect(await count()).toBe(0)
    })

    test.each([
      ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
      ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
      ['nothing', Buffer.alloc(0)],
      ['more than 64 KiB', Buffer.concat([png, Buffer.alloc(MAX_PICTURE_BYTES + 1 - png.length)])],
    ])('a profile picture cannot be %s', async (_what, bytes) => {
      const { set } = await start()
      expect(await failure(set(bytes))).toMatchObject({ error: 'invalid_argument' })
    })

    test('an unknown profile picture is not found', async () => {
      const { app } = await start()
      const missing = app.call(getPicture, { params: { id: 'none' } })
      expect(await failure(missing)).toMatchObject({ error: 'not_found' })
    })
  })
})
