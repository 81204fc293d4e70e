import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../blobs/memory.ts'
import { onEachDatabase } from '../db/testing.ts'
import { createGrants } from './access/grants.ts'
import { parseOpaqueToken, toOpaqueToken } from './opaque-token.ts'
import { joinDrive, refusal } from './testing.ts'

onEachDatabase((openDatabase) => {
  const person = (sub: string) => ({ kind: 'person', sub }) as const

  /** Ana shares a folder with some files with Ben and with Eva. */
  async function open() {
    const drive = joinDrive(await openDatabase(), createMemoryBlobStore())
    const grants = createGrants(drive)
    const ana = await drive.as('ana')
    const root = { parentId: 'root', conflict: 'fail' as const }
    const { id } = await drive.nodes.createFolder('ana', { ...root, name: 'shared' })
    for (const name of ['note 1', 'note 2', 'note 3']) {
      drive.clock.advance(1)
      await drive.upload('ana', name, Buffer.from(name), { parentId: id })
    }
    for (const sub of ['ben', 'eva']) {
      const grantee = { kind: 'person', sub } as const
      await grants.create(ana, { nodeId: id, role: 'viewer', grantee })
    }
    const within = (sub: string) => ({ ...ana, actor: person(sub), right: 'view' as const })
    const question = { text: 'note', filter: {} }
    return {
      search: (sub: string, token?: string) =>
        drive.search.find(within(sub), question, { size: 1, token }),
      everywhere: (sub: string, token?: string) =>
        drive.searchEverywhere(person(sub), question, { size: 1, token }),
      recent: (sub: string, token?: string) => drive.lists.recent(within(sub), { size: 1, token }),
    }
  }

  test.each(['search', 'everywhere', 'recent'] as const)(
    'the page token of %s is readable by nobody, and good for its caller alone',
    async (name) => {
      const lists = await open()
      const list = lists[name]
      const { nextPageToken: token = '' } = await list('ben')
      expect(() => parseOpaqueToken(token)).toThrow('page token')
      expect((await list('ben', token)).nextPageToken).toBeDefined()
      const changed = `${token.slice(0, -3)}${token.endsWith('AAA') ? 'BBB' : 'AAA'}`
      expect(await refusal(list('eva', token))).toBe('invalid_argument')
      expect(await refusal(list('ben', changed))).toBe('invalid_argument')
      // As it was before tokens were sealed.
      const old = toOpaqueToken(['touched_at', 1, 'id'])
      for (const bad of [old, '', 'A', '*']) {
        expect(await refusal(list('ben', bad)), bad).toBe('invalid_argument')
      }
    },
  )
})
