import { randomBytes } from 'node:crypto'
import { BLOCK_BYTES } from '@awan/protocol'
import type { commitUpload, createUpload, putBlocks } from '@awan/protocol/drive'
import { expect, test } from 'vitest'
import { onSharedBackend } from './testing/backends.ts'
import { createPerson, createSignedUpPerson, PASSWORD } from './testing/person.ts'
import { startServer } from './testing/server.ts'

onSharedBackend((prepare) => {
  test('two servers that start together share keys, sessions and uploads', async () => {
    const backend = await prepare('empty')
    const [first, second] = await Promise.all([startServer(backend), startServer(backend)])
    await using _first = first
    await using _second = second
    const ana = await createSignedUpPerson(first.url)
    const session = ana.client.runtime.storage.get('credentials_awan-cli') ?? ''
    const elsewhere = createPerson(second.url, ana.email)
    elsewhere.client.runtime.storage.set('credentials_awan-cli', session)
    expect(await elsewhere.client.user.me()).toMatchObject({ name: 'Ana' })

    const content = randomBytes(4 * BLOCK_BYTES)
    const upload = await ana.client.request<typeof createUpload>('POST', '/drive/v1/uploads', {
      auth: true,
      body: { name: 'shared.bin', size: content.length },
    })
    const put = (person: typeof ana, block: number) =>
      person.client.request<typeof putBlocks>('PUT', '/drive/v1/uploads/{id}/blocks/{first}', {
        auth: true,
        params: { id: upload.id, first: block },
        body: new Uint8Array(content.subarray(block * BLOCK_BYTES, (block + 2) * BLOCK_BYTES)),
      })
    await Promise.all([put(ana, 0), put(elsewhere, 2)])
    const file = await elsewhere.client.request<typeof commitUpload>(
      'POST',
      '/drive/v1/uploads/{id}/commit',
      { auth: true, params: { id: upload.id }, body: {} },
    )
    const download = await ana.drive.files.download(file.id)
    expect(Buffer.from(await download.arrayBuffer()).equals(content)).toBe(true)

    await ana.client.signOut()
    await expect(elsewhere.client.user.me()).rejects.toMatchObject({ error: 'unauthenticated' })
  })

  test('a change at one server is told at the other, to who waits and to who listens', async () => {
    const backend = await prepare()
    await using first = await startServer(backend)
    await using second = await startServer(backend)
    const ana = await createSignedUpPerson(first.url)
    const elsewhere = createPerson(second.url, ana.email)
    const session = ana.client.runtime.storage.get('credentials_awan-cli') ?? ''
    elsewhere.client.runtime.storage.set('credentials_awan-cli', session)
    const { cursor } = await elsewhere.drive.changes.list()
    const waiting = elsewhere.drive.changes.list({ cursor, wait: 60 })
    const events = elsewhere.drive.changes.events()[Symbol.asyncIterator]()
    expect((await events.next()).value).toMatchObject({ seq: 0 })
    const { id } = await ana.drive.files.createFolder({ name: 'Trips' })
    expect((await events.next()).value).toMatchObject({ seq: 1 })
    expect((await waiting).changes).toMatchObject([{ id, file: { name: 'Trips' } }])
    const { data } = await elsewhere.drive.activity.list({ node_id: id })
    expect(data).toMatchObject([{ type: 'drive.create', subject: id }])
    await events.return?.()
  })

  test('failures at one server count at the other', async () => {
    const backend = await prepare()
    await using first = await startServer(backend)
    await using second = await startServer(backend)
    const { email } = await createSignedUpPerson(first.url)
    const guess = (url: string) =>
      fetch(`${url}/v1/auth/signin`, {
        method: 'POST',
        headers: { 'x-client-id': 'awan-cli' },
        body: JSON.stringify({ email, password: 'a guess' }),
      }).then(async (answer) => ((await answer.json()) as { error: string }).error)
    const answers: string[] = []
    for (let i = 0; i < 4; i++) answers.push(await guess(first.url), await guess(second.url))
    expect(answers.slice(0, 3)).toEqual(Array(3).fill('invalid_account_or_password'))
    expect(answers.at(-1)).toBe('captcha_required')

    // The owner is slowed down and never shut out: our client does the work that is asked for.
    const owner = createPerson(second.url, email)
    await owner.client.signIn.withPassword({ username: email, password: PASSWORD })
    expect(owner.client.session.state().status).toBe('signed-in')
  })
})
