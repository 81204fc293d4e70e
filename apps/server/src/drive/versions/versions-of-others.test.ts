import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import type { Access } from '../access/access.ts'
import { toEtag } from '../nodes/etag.ts'
import { openLinks } from '../share-links/testing.ts'
import { chunked } from '../test-bytes.ts'
import { refusal } from '../testing.ts'

onEachDatabase((openDatabase) => {
  /** Ana has replaced what `a.txt` said before she shared its folder. */
  async function open() {
    const { drive, grants, ana, shared, file, share, visit } = await openLinks(await openDatabase())
    const write = (content: string) => {
      drive.clock.advance(1000)
      const given = { parentId: shared.id, conflict: 'replace' } as const
      return drive.upload('ana', 'a.txt', Buffer.from(content), given)
    }
    await write('redacted')
    const { versions } = await drive.versions.list('ana', file.id, { size: 9, token: undefined })
    const [current = '', past = ''] = versions.map(({ version }) => version.id)
    const letIn = (sub: string, role: 'viewer' | 'contributor' | 'editor') =>
      grants.create(ana, { nodeId: shared.id, role, grantee: { kind: 'person', sub } })
    const as = (sub: string): Access => ({
      driveId: ana.driveId,
      actor: { kind: 'person', sub, sessionId: sub },
      right: 'view',
    })
    const readLink = async ({ link }: { link: string }) =>
      (await buffer(await (await drive.downloads.openLink(link)).read())).toString()
    return { drive, file, write, current, past, letIn, as, share, visit, readLink }
  }

  test('viewers, contributors and visitors who may not edit read the current version of a file alone', async () => {
    const { drive, file, current, past, letIn, as, share, visit } = await open()
    await letIn('vic', 'viewer')
    await letIn('cora', 'contributor')
    const visitor = await visit((await share()).token)
    for (const who of [as('vic'), as('cora'), visitor]) {
      expect((await drive.downloads.open(who, file.id, current)).sizeBytes).toBe(8)
      await drive.downloads.createLink(who, file.id, current)
      // In the same words for a version that there never was.
      for (const version of [past, 'unknown']) {
        const { downloads } = drive
        expect(await refusal(downloads.open(who, file.id, version))).toBe('permission_denied')
        expect(await refusal(downloads.createLink(who, file.id, version))).toBe('permission_denied')
      }
    }
    await letIn('eve', 'editor')
    const editor = await visit((await share({}, 'editor')).token)
    for (const who of [as('eve'), editor]) {
      expect((await drive.downloads.open(who, file.id, past)).sizeBytes).toBe(1)
      expect(await refusal(drive.downloads.open(who, file.id, 'unknown'))).toBe('not_found')
    }
  })

  test('what somebody else has saved is no part of the own writing, and stays a version', async () => {
    const { drive, file, letIn, as } = await open()
    await letIn('eve', 'editor')
    const list = async () =>
      (await drive.versions.list('ana', file.id, { size: 9, token: undefined })).versions
    const before = await list()
    const save = async (text: string) => {
      drive.clock.advance(1000)
      const { node } = await drive.nodes.get(as('eve'), file.id)
      return drive.paths.put(as('eve'), 'a.txt', {
        onto: file.id,
        bytes: chunked(Buffer.from(text)),
        sizeBytes: text.length,
        mimeType: undefined,
        modifiedAt: undefined,
        ifMatch: toEtag(node),
        ifNoneMatch: undefined,
        continuesWriting: true,
      })
    }
    await save('e')
    await save('eve')
    const [newest, ...rest] = await list()
    expect(newest?.version).toMatchObject({ created_by: 'eve', size: 3 })
    expect(rest.map(({ version }) => version.id)).toEqual(before.map(({ version }) => version.id))
  })

  test('a link to an earlier version ends with the right to edit, and one to the current version outlives it', async () => {
    const { drive, file, past, letIn, as, write, readLink } = await open()
    await letIn('eve', 'editor')
    const toPast = await drive.downloads.createLink(as('eve'), file.id, past)
    const toCurrent = await drive.downloads.createLink(as('eve'), file.id)
    expect(await readLink(toPast)).toBe('a')
    await letIn('eve', 'viewer')
    await write('redacted again')
    expect(await refusal(readLink(toPast))).toBe('permission_denied')
    expect(await readLink(toCurrent)).toBe('redacted')
  })
})
