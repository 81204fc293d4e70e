import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openBlobStore } from '../../blobs/open-blob-store.ts'
import { openDatabase } from '../../db/open-database.ts'
import { ManualClock } from '../../kernel/clock.ts'
import { LEASE_MS } from '../tasks/task-runner.ts'
import { joinDrive } from '../testing.ts'
import { createDataFolder } from '../testing-killed.ts'
import { plant } from '../testing-tree.ts'
import { orphanedTerms } from './testing.ts'

const CHILD = fileURLToPath(new URL('../tasks/killed.child.ts', import.meta.url))

async function runUntilKilled(folder: string, moment: string, step: number): Promise<void> {
  const child = spawn(process.execPath, [CHILD, folder, moment, String(step)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [, signal] = await once(child, 'close')
  expect(signal).toBe('SIGKILL')
}

async function openIn(folder: string, laterMs = 0) {
  const db = await openDatabase({ kind: 'sqlite', path: join(folder, 'awan.sqlite') })
  const blobs = await openBlobStore({ kind: 'disk', path: join(folder, 'blobs') })
  const clock = new ManualClock(Date.now() + laterMs)
  return {
    ...joinDrive(db, blobs, { clock }),
    async [Symbol.asyncDispose]() {
      await blobs[Symbol.asyncDispose]()
      await db[Symbol.asyncDispose]()
    },
  }
}

const question = (text: string) => ({ text, filter: {}, in: 'text' as const })
const page = { size: 50, token: undefined }

test.each([
  ['in', 1],
  ['after', 1],
  ['in', 2],
  ['after', 3],
] as const)(
  'texts whose indexing was killed %s step %i are all found after the task is resumed',
  async (moment, step) => {
    const folder = await createDataFolder()
    const words = (from: number) =>
      Array.from({ length: 900 }, (_, n) => `w${(from + n).toString(36)}q`)
    let taskId: string
    {
      await using drive = await openIn(folder)
      await drive.upload('ana', 'a.txt', Buffer.from(words(100_000).join(' ')))
      await drive.upload('ana', 'b.md', Buffer.from(words(200_000).join(' ')))
      taskId = (await drive.tasks.begin('ana', 'index', {})).id
    }
    await runUntilKilled(folder, moment, step)
    await using drive = await openIn(folder, LEASE_MS)
    await drive.runner.run()
    expect(await drive.tasks.get('ana', taskId)).toMatchObject({ phase: 'complete', done: 2 })
    for (const word of [...words(100_000), ...words(200_000)].filter((_, n) => n % 100 === 99)) {
      const { hits } = await drive.search.find('ana', question(word), page)
      expect(hits, word).toHaveLength(1)
    }
    const terms = await drive.db.read((r) => r.selectFrom('text_terms').select('term').execute())
    expect(terms).toHaveLength(1800)
  },
)

test('names whose copying was killed are all found after the task is resumed', async () => {
  const folder = await createDataFolder()
  {
    await using drive = await openIn(folder)
    const { id } = await drive.nodes.createFolder('ana', {
      parentId: 'root',
      name: 'a',
      conflict: 'fail',
    })
    await plant(drive, 'ana', id, { folders: 9, files: 90 })
    await drive.cleanUp()
    await drive.tasks.begin('ana', 'copy', { ids: [id], parentId: 'root', conflict: 'rename' })
  }
  await runUntilKilled(folder, 'in', 2)
  await using drive = await openIn(folder, LEASE_MS)
  expect(await orphanedTerms(drive)).toEqual([])
  await drive.runner.run()
  expect(await orphanedTerms(drive)).toEqual([])
  const found = await drive.search.find('ana', { text: 'f 89.txt', filter: {} }, page)
  expect(found.hits.filter(({ match }) => match === 'exact')).toHaveLength(18)
})
