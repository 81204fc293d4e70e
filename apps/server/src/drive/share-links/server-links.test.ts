import { once } from 'node:events'
import type { LinkPolicy } from '@awan/protocol/drive'
import { expect, onTestFinished, test } from 'vitest'
import type { AdminContext, People } from '../../account/index.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { createTell } from '../inbox/tell.ts'
import { createTeamDrives } from '../team-drives/team-drives.ts'
import { refusal } from '../testing.ts'
import { countCompleted } from './downloads.store.ts'
import type { LinkOptions } from './link-rules.ts'
import { createServerLinks, type ServerLinksQuery } from './server-links.ts'
import { openLinks, PASSWORD } from './testing.ts'

const EVERYTHING: LinkPolicy = { enabled: true, needs_password: false, open_names: false }
const BOSS = { admin: { sub: 'boss' }, caller: { requestId: 'r' } } as AdminContext
const DAY_MS = 24 * 3_600_000

onEachDatabase((openDatabase) => {
  /** Ana's links, and somebody who runs the server; `noted` is what the history of people says. */
  async function withBoss() {
    const parts = await openLinks(await openDatabase())
    const { drive, grants } = parts
    const noted: unknown[] = []
    const acts: Pick<People, 'act' | 'note'> = {
      async act(sub, _context, type, work) {
        const { answer, data } = await drive.db.write(work)
        noted.push([type, sub, data])
        return answer
      },
      async note(_writer, type, sub, _context, data) {
        noted.push([type, sub, data])
      },
    }
    const people = drive.people
    const links = createServerLinks({
      ...drive,
      people,
      grants,
      acts,
      countDownloads: countCompleted,
    })
    const list = async (query: Partial<ServerLinksQuery> = {}) => {
      const all = { query: undefined, withoutPassword: false, withoutEnd: false, after: undefined }
      return links.list({ ...all, limit: 10, ...query })
    }
    const allow = (policy: Partial<LinkPolicy>) =>
      links.setPolicy({ ...EVERYTHING, ...policy }, BOSS)
    return { ...parts, noted, links, list, allow }
  }

  test('administrators list all links, the newest first, page by page', async () => {
    const { share, drive, list } = await withBoss()
    const ids: string[] = []
    for (let i = 0; i < 3; i++) {
      drive.clock.advance(1000)
      ids.unshift((await share()).id)
    }
    const first = await list({ limit: 2 })
    const second = await list({ limit: 2, after: first.next })
    const found = [...first.links, ...second.links]
    expect(found.map(({ grant_id }) => grant_id)).toEqual(ids)
    expect(found[0]).toMatchObject({ owner_sub: 'ana', created_by: 'ana', downloads: 0 })
    expect(second.next).toBeUndefined()
  })

  test('administrators find a link by its address, its label, and by what it lacks', async () => {
    const { share, list } = await withBoss()
    const plain = await share({ label: 'Summer Concert' })
    const guarded = await share({ password: PASSWORD, expiresAt: Date.now() + DAY_MS })
    const found = async (query: Partial<ServerLinksQuery>) =>
      (await list(query)).links.map(({ grant_id }) => grant_id)
    expect(await found({ query: `https://drive.test/s/${guarded.token}` })).toEqual([guarded.id])
    expect(await found({ query: 'https://drive.test/s/unknown' })).toEqual([])
    expect(await found({ query: 'summer con' })).toEqual([plain.id])
    expect(await found({ query: 'winter' })).toEqual([])
    expect(await found({ withoutPassword: true })).toEqual([plain.id])
    expect(await found({ withoutEnd: true })).toEqual([plain.id])
  })

  test('of a link into a team drive, administrators see the name of the drive and find it by that', async () => {
    const { drive, grants, shareLinks, ana, list } = await withBoss()
    const teamDrives = createTeamDrives({ ...drive, grants, tell: createTell(drive) })
    const named = { name: 'Choir', managerSub: 'ana', quotaBytes: undefined }
    const choir = await teamDrives.create(named, async () => undefined)
    const made = { nodeId: 'root', role: 'viewer', options: {} } as const
    await shareLinks.create({ ...ana, driveId: choir.id }, made)
    expect((await list({ query: 'choi' })).links).toMatchObject([
      { drive_id: choir.id, ownerName: 'Choir', created_by: 'ana' },
    ])
  })

  test('a link that an administrator revokes ends with its visits, and its maker reads about it', async () => {
    const { share, links, visit, drive, ana, shared, open, noted } = await withBoss()
    const { id, token } = await share()
    const access = await visit(token)
    await links.revoke({ driveId: ana.driveId, linkId: id }, BOSS)
    expect(await refusal(drive.nodes.get(access, shared.id))).toBe('not_found')
    expect(await refusal(open({ token }))).toBe('not_found')
    expect(noted).toEqual([['link.revoked', 'ana', { link_id: id, drive_id: ana.driveId }]])
    const again = links.revoke({ driveId: ana.driveId, linkId: id }, BOSS)
    expect(await refusal(again)).toBe('not_found')
  })

  test('an administrator revokes a link on something in the trash, and cannot revoke what is no link', async () => {
    const { share, links, drive, grants, ana, shared, noted } = await withBoss()
    const { id } = await share()
    const person = { nodeId: shared.id, grantee: { kind: 'person', sub: 'ben' }, role: 'viewer' }
    const grant = await grants.create(ana, person as Parameters<typeof grants.create>[1])
    const ofBen = links.revoke({ driveId: ana.driveId, linkId: grant.id }, BOSS)
    expect(await refusal(ofBen)).toBe('not_found')
    await drive.tasks.begin('ana', 'trash', { ids: [shared.id] })
    await drive.runner.run()
    await links.revoke({ driveId: ana.driveId, linkId: id }, BOSS)
    expect(noted).toHaveLength(1)
  })

  test('while links are off none opens and none is created, and visits and event streams end', async () => {
    const { allow, share, visit, drive, shared, open, ana, shareLinks } = await withBoss()
    onTestFinished(() => drive.signals[Symbol.asyncDispose]())
    const { id, token } = await share()
    const access = await visit(token)
    const stream = await drive.following.events.open(access, async () => {})
    const ended = once(stream.resume(), 'end')
    await allow({ enabled: false })
    await ended
    expect(await refusal(drive.nodes.get(access, shared.id))).toBe('not_found')
    expect(await refusal(open({ token }))).toBe('not_found')
    expect(await refusal(share())).toBe('failed_precondition')
    const change = { options: { label: 'new' } }
    expect(await refusal(shareLinks.change(ana, id, change))).toBe('failed_precondition')
    expect((await shareLinks.policy()).enabled).toBe(false)
    await allow({})
    await drive.nodes.get(access, shared.id)
    await open({ token })
  })

  test.each<[string, Partial<LinkPolicy>, LinkOptions, string]>([
    ['no password where one is needed', { needs_password: true }, {}, 'invalid_argument'],
    [
      'a password where one is needed',
      { needs_password: true },
      { password: PASSWORD },
      'nothing was refused',
    ],
    [
      'an end after the longest life',
      { max_days: 7 },
      { expiresAt: Date.now() + 8 * DAY_MS },
      'invalid_argument',
    ],
    [
      'an end within the longest life',
      { max_days: 7 },
      { expiresAt: Date.now() + DAY_MS },
      'nothing was refused',
    ],
    ['a custom name without password', {}, { customName: 'summer' }, 'invalid_argument'],
    [
      'a custom name without password, where that is allowed',
      { open_names: true },
      { customName: 'summer' },
      'nothing was refused',
    ],
  ])('the policy decides about a link with %s', async (_, policy, options, expected) => {
    const { allow, share } = await withBoss()
    await allow(policy)
    expect(await refusal(share(options))).toBe(expected)
  })

  test('a link without an end gets the longest life that the policy allows', async () => {
    const { allow, share, drive } = await withBoss()
    await allow({ max_days: 7 })
    expect((await share()).expires_at).toBe(drive.clock.now() + 7 * DAY_MS)
  })

  test('a link from before the policy stays as it is, and cannot lose what the policy demands', async () => {
    const { allow, share, shareLinks, ana, open, noted } = await withBoss()
    const { id, token } = await share()
    await allow({ needs_password: true, max_days: 7 })
    await open({ token })
    const change = (options: LinkOptions) => shareLinks.change(ana, id, { options })
    await change({ label: 'still open' })
    expect(await refusal(change({ expiresAt: null }))).toBe('invalid_argument')
    await change({ password: PASSWORD })
    expect(await refusal(change({ password: null }))).toBe('invalid_argument')
    expect(noted).toMatchObject([['link_policy.changed', 'boss', { max_days: 7 }]])
  })
})
