import { expect, test, vi } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { type Answer, serveDrive } from '../testing-http.ts'

onEachDatabase((openDatabase) => {
  /** Ana's folder with two files, visitors of links on it, and Ben, who is signed in. */
  async function serve() {
    const served = await serveDrive(await openDatabase())
    const { as, origin } = served
    const [ana, ben] = [as('ana'), as('ben')]
    const folder = await ana.json('POST', '/drive/v1/files', { kind: 'folder', name: 'shared' })
    const inFolder = { parent_id: folder.id }
    const file = await ana.upload('a.txt', Buffer.from('0123456789'), inFolder)
    await ana.upload('b.txt', Buffer.from('other'), inFolder)
    const secret = await ana.upload('secret.txt', Buffer.from('secret'))
    const share = async (options: object) =>
      (await ana.json('POST', '/drive/v1/links', {
        node_id: folder.id,
        ...options,
      })) as unknown as { token: string; id: string }
    const open = async (token: string) => {
      const body = JSON.stringify({ token })
      const answer = await fetch(`${origin}/drive/v1/links:open`, { method: 'POST', body })
      return ((await answer.json()) as { visit_token: string }).visit_token
    }
    const downloads = async () => {
      const list = await ana.json('GET', `/drive/v1/links?node_id=${folder.id}`)
      return (list as unknown as { links: { downloads: number }[] }).links[0]?.downloads
    }
    const save = (visit_token: string, ids: string[]) =>
      ben.call('POST', '/drive/v1/files:batchCopyFrom', {
        body: JSON.stringify({ from: { visit_token }, ids, parent_id: 'root' }),
      })
    /** The task after it has ended. */
    const saved = async (answer: Response) => {
      const { task_id } = (await answer.json()) as { task_id: string }
      await served.drive.runner.run()
      const task = await ben.json('GET', `/drive/v1/tasks/${task_id}`)
      return task as unknown as { phase: string; failures: { error: string }[] }
    }
    return { ...served, ana, ben, folder, file, secret, share, open, downloads, save, saved }
  }

  test('a signed-in visitor saves what a link shows in their own drive, as one download of the link', async () => {
    const { share, open, save, saved, ben, folder, downloads } = await serve()
    const { token } = await share({ download_limit: 1 })
    const [visit, other] = [await open(token), await open(token)]
    expect(await saved(await save(visit, [folder.id]))).toMatchObject({ phase: 'complete' })
    const list = await ben.json('GET', '/drive/v1/files?parent_id=root')
    expect((list as unknown as { files: { name: string }[] }).files[0]?.name).toBe('shared')
    await expect.poll(downloads).toBe(1)
    // The same visitor may save the same again; another one finds the limit used up.
    expect(await saved(await save(visit, [folder.id]))).toMatchObject({ phase: 'complete' })
    const refused = await save(other, [folder.id])
    expect(await refused.json()).toMatchObject({ error: 'permission_denied' })
    expect(await downloads()).toBe(1)
  })

  test('a save that is cancelled has been one download, for what came until then stays', async () => {
    const { blobs, drive, share, open, save, ben, folder, file, downloads } = await serve()
    const { token } = await share({ download_limit: 1 })
    const visit = await open(token)
    const { task_id } = (await (await save(visit, [file.id, folder.id])).json()) as Answer
    // The step that brings the file over is the last one before somebody cancels.
    const copy = blobs.copy.bind(blobs)
    vi.spyOn(blobs, 'copy').mockImplementationOnce((...args) => {
      void drive.runner[Symbol.asyncDispose]()
      return copy(...args)
    })
    await drive.runner.run()
    const task = await ben.json('DELETE', `/drive/v1/tasks/${task_id}`)
    expect(task).toMatchObject({ phase: 'cancelled' })
    const list = await ben.json('GET', '/drive/v1/files?parent_id=root')
    expect(list.files?.map(({ name }) => name)).toContain('a.txt')
    await expect.poll(downloads).toBe(1)
  })

  test('a link that allows no downloads cannot be saved', async () => {
    const { share, open, save, file } = await serve()
    const { token } = await share({ allow_download: false })
    const refused = await save(await open(token), [file.id])
    expect(refused.status).toBe(403)
  })

  test('what is outside of the link is not saved', async () => {
    const { share, open, save, saved, secret } = await serve()
    const { token } = await share({})
    const task = await saved(await save(await open(token), [secret.id]))
    expect(task.failures.map(({ error }) => error)).toEqual(['not_found'])
  })

  test('a visit token is no bearer token for copies into a drive', async () => {
    const { drive } = await serve()
    const calls = drive.routes.filter(({ endpoint }) => endpoint.path.endsWith('From'))
    expect(calls.map(({ requires }) => requires.visitor)).toEqual([undefined, undefined])
  })

  test('a link that was revoked meanwhile gives nothing more', async () => {
    const { ana, share, open, save, file } = await serve()
    const link = await share({})
    const visit = await open(link.token)
    await ana.call('DELETE', `/drive/v1/links/${link.id}`)
    expect(await (await save(visit, [file.id])).json()).toMatchObject({ error: 'not_found' })
  })

  test('a visit cannot be the source of a move', async () => {
    const { ben, share, open, file } = await serve()
    const { token } = await share({ role: 'editor' })
    const body = { from: { visit_token: await open(token) }, ids: [file.id], parent_id: 'root' }
    const answer = await ben.call('POST', '/drive/v1/files:batchMoveFrom', {
      body: JSON.stringify(body),
    })
    expect(await answer.json()).toMatchObject({ error: 'invalid_argument' })
  })
})
