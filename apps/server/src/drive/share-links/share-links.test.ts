import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { systemRandom } from '../../kernel/id.ts'
import { createReached } from '../access/reached.ts'
import { handOverDrive } from '../account-files/hand-over-drive.ts'
import { removeDrive } from '../account-files/remove-drive.ts'
import { listAllShares } from '../shares/list-all-shares.ts'
import { createSharedLists } from '../shares/shared-lists.ts'
import { createShares } from '../shares/shares.ts'
import { HOUR_MS, refusal } from '../testing.ts'
import { noInvitations } from '../testing-access.ts'
import { createShareLinks } from './share-links.ts'
import { openLinks, PASSWORD } from './testing.ts'
import { toLink } from './to-link.ts'

onEachDatabase((openDatabase) => {
  test('a link has a token of 128 bits, which the database has only as a hash and sealed', async () => {
    const { share, shareLinks, drive, ana, shared } = await openLinks(await openDatabase())
    const { token } = await share()
    expect(Buffer.from(token, 'base64url')).toHaveLength(16)
    const rows = await drive.db.read((reader) => reader.selectFrom('links').selectAll().execute())
    expect(JSON.stringify(rows)).not.toContain(token)
    const [listed] = await shareLinks.list(ana, shared.id)
    expect(listed?.token).toBe(token)
    expect(listed && toLink(listed, 'https://drive.test').url).toBe(`https://drive.test/s/${token}`)
  })

  test('a link whose token was sealed with a lost key still works, and is listed without its address', async () => {
    const { share, drive, grants, ana, shared, open } = await openLinks(await openDatabase())
    const { token } = await share()
    const others = createShareLinks({
      ...drive,
      grants,
      random: systemRandom,
      linkKey: Buffer.alloc(32, 9),
      passwords: { checkNew: async () => {}, hash: async () => '' },
      countDownloads: async () => new Map(),
      visitorCodes: { canSend: false },
    })
    const [listed] = await others.list(ana, shared.id)
    expect(listed?.token).toBeUndefined()
    expect(listed && toLink(listed, 'https://drive.test')).not.toHaveProperty('url')
    await open({ token })
  })

  test('links are created, listed, changed and revoked with the right to share alone', async () => {
    const { share, shareLinks, grants, ana, shared } = await openLinks(await openDatabase())
    const letIn = (sub: string, role: 'editor' | 'manager') =>
      grants.create(ana, { nodeId: shared.id, role, grantee: { kind: 'person', sub } })
    await letIn('eve', 'editor')
    await letIn('mia', 'manager')
    const as = (sub: string) =>
      ({ driveId: ana.driveId, actor: { kind: 'person', sub }, right: 'share' }) as const
    const link = { nodeId: shared.id, role: 'viewer', options: {} } as const
    const { id } = await share()
    for (const [who, error] of [
      ['eve', 'permission_denied'],
      ['zoe', 'not_found'],
    ] as const) {
      expect(await refusal(shareLinks.create(as(who), link))).toBe(error)
      expect(await refusal(shareLinks.list(as(who), shared.id))).toBe(error)
      expect(await refusal(shareLinks.change(as(who), id, { options: {} }))).toBe(error)
      expect(await refusal(shareLinks.revoke(as(who), id))).toBe(error)
    }
    const made = await shareLinks.create(as('mia'), link)
    expect(await shareLinks.list(as('mia'), shared.id)).toHaveLength(2)
    await shareLinks.change(as('mia'), id, { options: { label: 'by mia' } })
    await shareLinks.revoke(ana, made.grant_id)
    expect(await shareLinks.list(ana, shared.id)).toMatchObject([{ label: 'by mia' }])
  })

  test('a grant of a person is not a link, in the same words as one that does not exist', async () => {
    const { shareLinks, grants, ana, shared } = await openLinks(await openDatabase())
    const grantee = { kind: 'person', sub: 'ben' } as const
    const { id } = await grants.create(ana, { nodeId: shared.id, role: 'viewer', grantee })
    for (const one of [id, 'nowhere']) {
      await expect(shareLinks.revoke(ana, one)).rejects.toMatchObject({
        error: 'not_found',
        description: 'no such grant',
      })
    }
    expect((await grants.list(ana, shared.id)).grants).toHaveLength(1)
  })

  test('a link is listed among the shares of its folder and can be ended there, but changed only as a link', async () => {
    const opened = await openLinks(await openDatabase())
    const { share, shareLinks, grants, drive, ana, shared, open } = opened
    const shares = createShares({ ...drive, grants, invitations: noInvitations })
    const { id, token } = await share({ note: 'for the choir' })
    const listed = { id, grantee: { kind: 'link' }, role: 'viewer', note: 'for the choir' }
    expect((await shares.list(ana, shared.id)).grants).toMatchObject([listed])
    await shareLinks.change(ana, id, { options: { note: null } })
    const [unnoted] = (await shares.list(ana, shared.id)).grants
    expect(unnoted).not.toHaveProperty('note')
    expect(await refusal(shares.change(ana, id, { role: 'drop' }))).toBe('invalid_argument')
    await open({ token })
    await shares.revoke(ana, id)
    expect(await refusal(open({ token }))).toBe('not_found')
    expect(await shareLinks.list(ana, shared.id)).toEqual([])
  })

  test('the copy of an account has its links, without their tokens', async () => {
    const { share, grants, drive } = await openLinks(await openDatabase())
    const { token } = await share({ note: 'for the choir' })
    const lists = createSharedLists({ ...drive, grants })
    const copy = await listAllShares({ lists, reached: createReached(drive) }, 'ana')
    const link = { shared: 'by me', file: 'shared', grantee: { kind: 'link' } }
    expect(copy).toMatchObject([{ ...link, note: 'for the choir' }])
    expect(JSON.stringify(copy)).not.toContain(token)
  })

  test('a custom name needs a password and is unique', async () => {
    const { share, shareLinks, ana } = await openLinks(await openDatabase())
    expect(await refusal(share({ customName: 'summer' }))).toBe('invalid_argument')
    const named = await share({ customName: 'summer', password: PASSWORD })
    expect(named.token).toBe('summer')
    expect(await refusal(share({ customName: 'summer', password: PASSWORD }))).toBe(
      'already_exists',
    )
    const withoutPassword = { options: { password: null } }
    expect(await refusal(shareLinks.change(ana, named.id, withoutPassword))).toBe(
      'invalid_argument',
    )
    const unnamed = await shareLinks.change(ana, named.id, {
      options: { password: null, customName: null },
    })
    expect(Buffer.from(unnamed.token ?? '', 'base64url')).toHaveLength(16)
  })

  test('rules that contradict each other are refused', async () => {
    const { share, shareLinks, drive, ana, file } = await openLinks(await openDatabase())
    const onFile = { nodeId: file.id, role: 'drop', options: {} } as const
    expect(await refusal(shareLinks.create(ana, onFile))).toBe('invalid_argument')
    expect(await refusal(share({ drop: { maxFileBytes: 1 } }))).toBe('invalid_argument')
    expect(await refusal(share({ expiresAt: drive.clock.now() }))).toBe('invalid_argument')
    expect(await refusal(share({ password: 'password' }))).toBe('invalid_argument')
  })

  test('the rules of a drop folder end when its link gets another role', async () => {
    const { share, shareLinks, ana } = await openLinks(await openDatabase())
    const { id } = await share({ drop: { maxFileBytes: 5, types: ['.pdf'] } }, 'drop')
    const changed = await shareLinks.change(ana, id, { role: 'viewer', options: {} })
    expect(changed).toMatchObject({ max_file_bytes: null, types: null, role: 'viewer' })
  })

  test('a repeated creation with the same key gives the same link, and another one is refused', async () => {
    const { shareLinks, ana, shared } = await openLinks(await openDatabase())
    const link = { nodeId: shared.id, role: 'viewer', options: { password: PASSWORD } } as const
    const first = await shareLinks.create(ana, link, 'key')
    const again = await shareLinks.create(ana, link, 'key')
    expect(again.token).toBe(first.token)
    const other = { ...link, role: 'editor' } as const
    expect(await refusal(shareLinks.create(ana, other, 'key'))).toBe('invalid_argument')
    expect(await shareLinks.list(ana, shared.id)).toHaveLength(1)
  })

  test('own links are listed over all drives, page by page, where their maker may still share', async () => {
    const opened = await openLinks(await openDatabase())
    const { share, shareLinks, drive, grants, ana, shared, secret } = opened
    const grantee = { kind: 'person', sub: 'mia' } as const
    const manager = await grants.create(ana, { nodeId: shared.id, role: 'manager', grantee })
    const own = await drive.as('mia')
    const mine = { nodeId: 'root', role: 'viewer', options: { label: 'own' } } as const
    await shareLinks.create(own, mine)
    drive.clock.advance(HOUR_MS)
    const inAnas = { ...own, driveId: ana.driveId }
    const other = { nodeId: shared.id, role: 'viewer', options: { label: 'other' } } as const
    await shareLinks.create(inAnas, other)
    await share()
    const mia = { kind: 'person', sub: 'mia' } as const
    const first = await shareLinks.listOwn(mia, { size: 1, after: undefined })
    expect(first.links).toMatchObject([{ label: 'other', nodeName: 'shared' }])
    const second = await shareLinks.listOwn(mia, { size: 1, after: first.next })
    expect(second.links).toMatchObject([{ label: 'own' }])
    expect(second.next).toBeUndefined()
    await grants.revoke(ana, manager.id)
    const left = await shareLinks.listOwn(mia, { size: 10, after: undefined })
    expect(left.links).toMatchObject([{ label: 'own' }])
    expect(await shareLinks.list(ana, secret.id)).toEqual([])
  })

  test.each([
    ['as it is', false],
    ['into a drive that its new owner has already', true],
  ])('links keep working when their drive is handed over %s', async (_, hasDrive) => {
    const { share, shareLinks, drive, open, shared } = await openLinks(await openDatabase())
    const { token } = await share({ password: PASSWORD, downloadLimit: 3 })
    if (hasDrive) await drive.as('zoe')
    const move = { from: 'ana', to: 'zoe', folderName: 'Phone' }
    await drive.db.write((writer) => handOverDrive(drive, writer, move))
    expect((await open({ token, password: PASSWORD })).ownerName).toBe('zoe')
    const [listed] = await shareLinks.list(await drive.as('zoe'), shared.id)
    expect(listed).toMatchObject({ token, download_limit: 3, created_by: 'zoe' })
  })

  test('the names of signed-in visitors go with their account, and stay with one that is transferred', async () => {
    const { share, drive, open } = await openLinks(await openDatabase())
    const { token } = await share()
    for (const sub of ['ben', 'eva']) await open({ token }, { sub })
    await removeDrive(drive, 'ben')
    const move = { from: 'eva', to: 'zoe', folderName: 'Phone' }
    await drive.db.write((writer) => handOverDrive(drive, writer, move))
    const known = await drive.db.read((reader) =>
      reader.selectFrom('link_visitors').select(['name', 'sub']).execute(),
    )
    expect(known).toEqual([{ name: 'eva', sub: 'zoe' }])
  })

  test('links on a folder that is deleted for good are gone with it', async () => {
    const { share, drive, shared } = await openLinks(await openDatabase())
    await share()
    await drive.tasks.begin('ana', 'delete', { ids: [shared.id] })
    await drive.runner.run()
    expect(
      await drive.db.read((reader) => reader.selectFrom('links').select('grant_id').execute()),
    ).toEqual([])
  })
})
