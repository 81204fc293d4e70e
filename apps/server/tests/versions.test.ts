import { expect, test } from 'vitest'
import { onEachBackend } from './testing/backends.ts'
import { createSignedUpPerson, type Person } from './testing/person.ts'
import { startServer } from './testing/server.ts'

async function write({ drive }: Person, text: string) {
  return drive.uploads.upload(new Blob([text]), { name: 'a.txt', conflict: 'replace' })
}

onEachBackend((prepare) => {
  test('a person downloads, restores, names and removes versions of a file', async () => {
    await using server = await startServer(await prepare())
    const ana = await createSignedUpPerson(server.url)
    await write(ana, 'one')
    server.clock.advance(1000)
    const file = await write(ana, 'two!')
    const { versions } = ana.drive
    const list = async () => (await versions.list(file.id)).versions
    const [current, old] = await list()
    expect(current).toMatchObject({ current: true, size: 4, hash: file.hash })
    expect(old).toMatchObject({ current: false, size: 3 })
    const oldId = old?.id ?? ''

    expect(await (await versions.download(file.id, oldId)).text()).toBe('one')
    const part = await versions.download(file.id, oldId, { range: { start: 1 } })
    expect([part.status, await part.text()]).toEqual([206, 'ne'])
    const { url } = await versions.link(file.id, oldId)
    expect(await (await fetch(new URL(url, server.url))).text()).toBe('one')

    server.clock.advance(1000)
    const restored = await versions.restore(file.id, oldId, { etag: file.etag })
    expect(restored).toMatchObject({ id: file.id, size: 3, hash: old?.hash })
    const stale = versions.restore(file.id, current?.id ?? '', { etag: file.etag })
    await expect(stale).rejects.toMatchObject({ error: 'failed_precondition' })
    expect(await (await ana.drive.files.download(file.id)).text()).toBe('one')

    expect(await versions.rename(file.id, oldId, 'As sent')).toMatchObject({ name: 'As sent' })
    await versions.remove(file.id, current?.id ?? '')
    expect(await list()).toMatchObject([{ current: true }, { id: oldId, name: 'As sent' }])
    const newest = (await list())[0]?.id ?? ''
    await expect(versions.remove(file.id, newest)).rejects.toMatchObject({
      error: 'failed_precondition',
    })
    expect((await ana.drive.about()).quota_usage).toBe(6)

    const ben = await createSignedUpPerson(server.url)
    await expect(ben.drive.versions.list(file.id)).rejects.toMatchObject({ error: 'not_found' })
    const stolen = ben.drive.versions.download(file.id, oldId)
    await expect(stolen).rejects.toMatchObject({ error: 'not_found' })
  })
})
