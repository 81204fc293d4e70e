import { expect, onTestFinished, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { createTaskKinds } from '../join-tasks.ts'
import { openLinks } from '../share-links/testing.ts'
import { refusal } from '../testing.ts'
import { TaskRunner } from './task-runner.ts'

onEachDatabase((openDatabase) => {
  /** More than a call does itself, and nothing of it is there: the task stays open, and changes nothing. */
  const names = Array.from({ length: 101 }, (_, n) => ({ id: `gone${n}`, name: `name ${n}` }))

  async function open() {
    const { drive, share, visit, ana } = await openLinks(await openDatabase())
    onTestFinished(() => drive.signals[Symbol.asyncDispose]())
    const makeLink = async () => {
      const { token } = await share({}, 'editor')
      return async () => ({ ...(await visit(token)), right: 'edit' }) as const
    }
    const begin = async (access: typeof ana) => drive.tasks.begin(access, 'rename', { names })
    return { drive, makeLink, begin, ana: { ...ana, right: 'edit' } as const }
  }

  test('all who come by one link have as many open tasks together as a person', async () => {
    const { makeLink, begin, ana } = await open()
    const come = await makeLink()
    for (const visitor of [await come(), await come()]) {
      for (let n = 0; n < 25; n++) await begin(visitor)
    }
    expect(await refusal(begin(await come()))).toBe('resource_exhausted')
    const comeByAnother = await makeLink()
    await begin(await comeByAnother())
    await begin(ana)
  })

  test('all who come by one link leave a worker to everybody else, however long their tasks take', async () => {
    const { drive, makeLink, begin, ana } = await open()
    const come = await makeLink()
    for (let n = 0; n < 5; n++) await begin(await come())
    const { id } = await begin(ana)
    const kinds = createTaskKinds(drive)
    const released = Promise.withResolvers<void>()
    const rename: typeof kinds.rename = {
      ...kinds.rename,
      async gather(_driveId, { actorId }) {
        if (actorId.startsWith('link:')) await released.promise
      },
    }
    const ended = new TaskRunner({ ...drive, kinds: { ...kinds, rename } }).run()
    await expect.poll(async () => (await drive.tasks.get('ana', id)).phase).toBe('complete')
    released.resolve()
    await ended
    const page = { state: 'open', size: 50, token: undefined } as const
    expect((await drive.tasks.list('ana', page)).tasks).toEqual([])
  })
})
