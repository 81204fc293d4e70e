import { randomBytes } from 'node:crypto'
import { BLOCK_BYTES } from '@awan/protocol'
import type { commitUpload, createUpload, putBlocks } from '@awan/protocol/drive'
import { expect, test } from 'vitest'
import { runAwan } from './testing/awan.ts'
import { onEachSharedBackend, onSharedBackend } from './testing/backends.ts'
import { findWrongRows } from './testing/left-behind.ts'
import { createPerson, createSignedUpPerson, PASSWORD } from './testing/person.ts'
import { startServer } from './testing/server.ts'

onSharedBackend((prepare) => {
  test('two servers that start at the same time share keys, sessions and uploads', async () => {
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

  test('a change on one server reaches a waiting call and an event stream on the other', async () => {
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

  test('a waiting call learns nothing of what happens after its session has ended', async () => {
    await using server = await startServer(await prepare())
    const ana = await createSignedUpPerson(server.url)
    const elsewhere = createPerson(server.url, ana.email)
    await elsewhere.client.signIn.withPassword({ username: ana.email, password: PASSWORD })
    const { cursor } = await ana.drive.changes.list()
    const waiting = fetch(
      `${server.url}/drive/v1/changes?${new URLSearchParams({ cursor, wait: '60' })}`,
      { headers: { authorization: `Bearer ${await ana.client.session.accessToken()}` } },
    )
    await ana.client.signOut()
    await elsewhere.drive.files.createFolder({ name: 'Secret plans' })
    const answer = await waiting
    expect(answer.status).toBe(401)
    expect(await answer.text()).not.toContain('Secret plans')
  })

  test('failed sign-ins on one server count on the other', async () => {
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

onEachSharedBackend((prepare) => {
  test('when two servers receive different bytes for the same blocks at once, each block keeps one of them', async () => {
    const backend = await prepare()
    await using first = await startServer(backend)
    await using second = await startServer(backend)
    const ana = await createSignedUpPerson(first.url)
    const elsewhere = createPerson(second.url, ana.email)
    const session = ana.client.runtime.storage.get('credentials_awan-cli') ?? ''
    elsewhere.client.runtime.storage.set('credentials_awan-cli', session)

    const size = 12 * BLOCK_BYTES + 4321
    const upload = await ana.client.request<typeof createUpload>('POST', '/drive/v1/uploads', {
      auth: true,
      body: { name: 'contested.bin', size },
    })
    const unit = upload.blocks_per_put * BLOCK_BYTES
    const [mine, other] = [randomBytes(size), randomBytes(size)]
    const put = async (person: typeof ana, content: Buffer, start: number) => {
      const bytes = content.subarray(start, start + unit)
      try {
        await person.client.request<typeof putBlocks>(
          'PUT',
          '/drive/v1/uploads/{id}/blocks/{first}',
          {
            auth: true,
            params: { id: upload.id, first: start / BLOCK_BYTES },
            body: new Uint8Array(bytes),
            retry: 0,
          },
        )
        return [bytes]
      } catch (error) {
        expect(error).toMatchObject({ error: 'data_loss' })
        return []
      }
    }
    const units: Promise<Buffer[][]>[] = []
    for (let start = 0; start < size; start += unit) {
      units.push(
        Promise.all([
          put(ana, mine, start),
          put(elsewhere, other, start),
          put(ana, other, start),
          put(elsewhere, mine, start),
        ]),
      )
    }
    const kept: Buffer[] = []
    for (const ends of await Promise.all(units)) {
      // Exactly the senders of the stored bytes were acknowledged.
      const winners = ends.flat()
      expect(winners).toHaveLength(2)
      expect(winners[0]?.equals(winners[1] ?? Buffer.alloc(0))).toBe(true)
      kept.push(winners[0] ?? Buffer.alloc(0))
    }
    const file = await elsewhere.client.request<typeof commitUpload>(
      'POST',
      '/drive/v1/uploads/{id}/commit',
      { auth: true, params: { id: upload.id }, body: {} },
    )
    const download = await ana.drive.files.download(file.id)
    expect(Buffer.from(await download.arrayBuffer()).equals(Buffer.concat(kept))).toBe(true)
    expect((await runAwan(backend, 'check', '--json')).json).toMatchObject({
      ok: true,
      contents: 1,
    })
    expect(await findWrongRows(backend)).toEqual([])
  })
})
