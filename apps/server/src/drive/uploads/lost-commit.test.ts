import { BLOCK_BYTES } from '@awan/protocol'
import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import type { Database } from '../../db/database.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { blockHashes, joinDrive, newUpload, refusal, sendAll, someBytes } from '../testing.ts'

const CONTENT = someBytes(2 * BLOCK_BYTES + 777)

onEachDatabase((openDatabase) => {
  /** The connection is lost after the next commit that `isLost` waits for: it happened, and nobody is told. */
  async function open() {
    const db = await openDatabase()
    const state = { isLost: false }
    const write: Database['write'] = async (work, options) => {
      const done = await db.write(work, options)
      if (!state.isLost) return done
      state.isLost = false
      throw new Error('the connection was lost')
    }
    const blobs = createMemoryBlobStore()
    const known = new Proxy(db, {
      get: (target, name) => {
        const part = name === 'write' ? write : Reflect.get(target, name)
        return typeof part === 'function' ? part.bind(target) : part
      },
    })
    const drive = joinDrive(known, blobs)
    const inStore = async () => {
      const ids: string[] = []
      for await (const { id } of blobs.list()) ids.push(id)
      return ids
    }
    return { drive, state, inStore }
  }

  test('an upload whose beginning was committed unheard keeps its blob, and goes on', async () => {
    const { drive, state, inStore } = await open()
    await drive.drives.of('ana')
    const wanted = newUpload('film', CONTENT)
    state.isLost = true
    await expect(drive.uploads.create('ana', wanted, 'key')).rejects.toThrow(/connection/)
    const upload = await drive.uploads.create('ana', wanted, 'key')
    expect(await inStore()).toContain(upload.blob_id)
    await sendAll(drive.uploads, 'ana', upload.id, CONTENT)
    expect(await drive.uploads.commit('ana', upload.id, 'fail')).toMatchObject({ name: 'film' })
  })

  test('the blob of an upload that is refused does not stay', async () => {
    const { drive, inStore } = await open()
    const wanted = newUpload('film', CONTENT, { blockHashes: blockHashes(CONTENT).slice(1) })
    expect(await refusal(drive.uploads.create('ana', wanted))).toBe('invalid_argument')
    expect(await inStore()).toEqual([])
  })
})
