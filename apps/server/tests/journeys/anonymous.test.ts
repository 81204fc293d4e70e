import { randomBytes } from 'node:crypto'
import type { mergeAnonymous } from '@awan/protocol/account'
import { expect, test } from 'vitest'
import { onEachBackend } from '../testing/backends.ts'
import { createPerson, createSignedUpPerson, PASSWORD } from '../testing/person.ts'
import { startServer } from '../testing/server.ts'

onEachBackend((prepare) => {
  test('[CAL-5] the files of an anonymous account are merged into an existing account', async () => {
    await using server = await startServer(await prepare())
    const { email, drive: own } = await createSignedUpPerson(server.url)
    await own.files.createFolder({ name: 'Trips' })
    const { client, drive } = createPerson(server.url)
    const { sub, access_token: anonymous_token } = await client.signUp.anonymously()
    expect(client.session.state()).toMatchObject({ isAnonymous: true, sub })
    expect((await client.signUp.anonymously()).sub).toBe(sub)
    const content = new Blob([randomBytes(1000)])
    await drive.uploads.upload(content, { parent_id: 'root', name: 'notes.txt' })

    await client.signIn.withPassword({ username: email, password: PASSWORD })
    const merge = () =>
      client.request<typeof mergeAnonymous>('POST', '/v1/user/anonymous/merge', {
        auth: true,
        body: { anonymous_token, folder_name: 'Dari ponsel' },
      })
    await merge()
    const [folder, trips] = (await drive.files.list({})).files
    expect(folder).toMatchObject({ kind: 'folder', name: 'Dari ponsel' })
    expect(trips).toMatchObject({ name: 'Trips' })
    const [file] = (await drive.files.list({ parent_id: folder?.id ?? '' })).files
    const read = await drive.files.download(file?.id ?? '')
    expect(await read.arrayBuffer()).toEqual(await content.arrayBuffer())
    await expect(merge()).rejects.toMatchObject({ error: 'expired_token' })
    expect(client.session.state().status).toBe('signed-in')
  })
})
