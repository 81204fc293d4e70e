import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { serveDrive } from '../testing-http.ts'
import { davOf } from '../webdav/testing.ts'
import { RESUME_MS } from './count-download.ts'

const SIZE = 48 * 1024 * 1024

onEachDatabase((openDatabase) => {
  test('freezing the account that made a link ends the downloads that are running by it', async () => {
    const frozen = new Set<string>()
    const db = await openDatabase()
    const served = await serveDrive(db, {
      people: { isActive: async (_reader, sub) => !frozen.has(sub) },
    })
    const { as, origin, clock } = served
    const folder = await as('ana').json('POST', '/drive/v1/files', { kind: 'folder', name: 'our' })
    await davOf(served, 'ana')('PUT', '/our/film', { body: Buffer.alloc(SIZE, 7) })
    await as('ana').json('POST', `/drive/v1/files/${folder.id}/grants`, {
      grantee: { kind: 'person', sub: 'mia' },
      role: 'manager',
    })
    const { drive_id: driveId } = (await as('ana').json('GET', '/drive/v1/about')) as unknown as {
      drive_id: string
    }
    const made = await as('mia').json('POST', `/drive/v1/links?drive_id=${driveId}`, {
      node_id: folder.id,
    })
    const body = JSON.stringify({ token: Reflect.get(made, 'token') })
    const opened = await fetch(`${origin}/drive/v1/links:open`, { method: 'POST', body })
    const { visit_token: visit } = (await opened.json()) as { visit_token: string }
    const listed = await as(visit).json('GET', `/drive/v1/files?parent_id=${folder.id}`)
    const [film] = (listed.files ?? []) as unknown as { id: string }[]
    // Somebody watches the drive already and knows its present: nothing that follows is news of it.
    const events = await as('ana').call('GET', '/drive/v1/changes/events')
    await as('ana').json('POST', '/drive/v1/files', { kind: 'folder', name: 'news' })
    const answer = await as(visit).call('GET', `/drive/v1/files/${film?.id}/content`)
    const reader = answer.body?.getReader()
    let seen = (await reader?.read())?.value?.length ?? 0
    expect(seen).toBeGreaterThan(0)

    frozen.add('mia')
    const isHeld = async () => {
      const [row] = await db.read((r) => r.selectFrom('link_downloads').selectAll().execute())
      return (row?.held_until ?? 0) > clock.now() + RESUME_MS
    }
    await expect.poll(isHeld, { timeout: 10_000 }).toBe(false)
    const readOn = async () => {
      for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
        seen += next.value.length
      }
    }
    await expect(readOn()).rejects.toThrow()
    expect(seen).toBeLessThan(SIZE)
    await events.body?.cancel()
  })
})
