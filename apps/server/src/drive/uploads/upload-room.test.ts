import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { joinDrive, newUpload, refusal } from '../testing.ts'
import { serveDrive } from '../testing-http.ts'

onEachDatabase((openDatabase) => {
  test('a drive has no more open uploads than it may, and room again when some have ended', async () => {
    const options = { maxOpenUploads: 5 }
    const drive = joinDrive(await openDatabase(), createMemoryBlobStore(), options)
    const begin = (name: string, who = 'ana') =>
      drive.uploads.create(who, newUpload(name, Buffer.alloc(0)))
    const begun = []
    for (let at = 0; at < 5; at++) begun.push(await begin(`${at}`))
    expect(await refusal(begin('one too many'))).toBe('resource_exhausted')
    expect(await drive.listBlobs()).toHaveLength(5)
    await begin('another drive has room', 'ben')

    const [committed, aborted] = begun.map(({ id }) => id)
    await drive.uploads.commit('ana', committed ?? '', 'fail')
    await drive.uploads.abort('ana', aborted ?? '')
    drive.clock.advance(60_000)
    await begin('in place of the first')
    await begin('in place of the second')
    expect(await refusal(begin('again one too many'))).toBe('resource_exhausted')
  })

  test('strangers who come by a link leave room for others', async () => {
    const served = await serveDrive(await openDatabase(), { maxOpenUploads: 50 })
    const ana = served.as('ana')
    const openLink = async () => {
      const folder = await ana.json('POST', '/drive/v1/files', {
        kind: 'folder',
        name: 'in',
        conflict: 'rename',
      })
      const given = { node_id: folder.id, role: 'drop' }
      const { token } = (await ana.json('POST', '/drive/v1/links', given)) as { token?: string }
      return async () => {
        const body = JSON.stringify({ token })
        const answer = await fetch(`${served.origin}/drive/v1/links:open`, { method: 'POST', body })
        const { visit_token } = (await answer.json()) as { visit_token: string }
        const begun = await served
          .as(visit_token)
          .json('POST', '/drive/v1/uploads', { name: 'a', size: 0 })
        return begun.status
      }
    }
    // Each of them is a visitor of their own.
    const [send, sendByOther] = [await openLink(), await openLink()]
    for (let at = 0; at < 5; at++) expect(await send()).toBe(200)
    expect(await send()).toBe(429)
    expect(await sendByOther()).toBe(200)
    await ana.upload('own', Buffer.from('words'))
  })
})
