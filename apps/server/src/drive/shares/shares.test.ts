import { MAX_GRANTS_PER_NODE } from '@awan/protocol/drive'
import { expect, onTestFinished, test } from 'vitest'
import { createInvitations, INVITATIONS_PER_DAY } from '../../account/index.ts'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { sampleRows } from '../../db/testing-rows.ts'
import { systemRandom } from '../../kernel/id.ts'
import type { Message, Notifier } from '../../notify/notifier.ts'
import type { Access } from '../access/access.ts'
import { createGrants } from '../access/grants.ts'
import { createReached } from '../access/reached.ts'
import { handOverDrive } from '../account-files/hand-over-drive.ts'
import { removeDrive } from '../account-files/remove-drive.ts'
import { toFileWith } from '../nodes/to-file.ts'
import { HOUR_MS, joinDrive, refusal } from '../testing.ts'
import { everybody } from '../testing-access.ts'
import { listAllShares } from './list-all-shares.ts'
import { createSharedLists } from './shared-lists.ts'
import { createShares } from './shares.ts'
import { createSuggestGrantees } from './suggest-grantees.ts'

onEachDatabase((openDatabase) => {
  /** Ana has `outer/shared/a.txt`; mail addresses are proven by those who are in `emails`. */
  async function open() {
    const emails = new Map<string, string>()
    const groups = new Map<string, string[]>()
    const people = {
      ...everybody,
      isActive: async (_: unknown, sub: string) => sub !== 'frozen',
      groupsOf: async (_: unknown, sub: string) => groups.get(sub) ?? [],
      provenEmailOf: async (_: unknown, sub: string) => emails.get(sub),
    }
    const db = await openDatabase()
    const drive = joinDrive(db, createMemoryBlobStore(), { people, heartbeatMs: HOUR_MS })
    onTestFinished(async () => {
      drive.following.stop()
      await drive.signals[Symbol.asyncDispose]()
    })
    const tellSeq = drive.signals.tell
    const grants = createGrants({ ...drive, tellSeq, random: systemRandom })
    const sent: Message[] = []
    const notifier = {
      channels: ['email'],
      send: async (message: Message) => void sent.push(message),
      [Symbol.asyncDispose]: async () => undefined,
    } satisfies Notifier
    const invitations = createInvitations({
      ...drive,
      random: systemRandom,
      codeKey: Buffer.alloc(32, 7),
      notifier,
      publicUrl: 'http://drive.test',
      log: undefined,
    })
    const shares = createShares({ ...drive, grants, invitations })
    const lists = createSharedLists({ ...drive, grants, tellSeq })
    const ana = await drive.as('ana')
    const folder = (name: string, parentId = 'root') =>
      drive.nodes.createFolder('ana', { parentId, name, conflict: 'fail' })
    const outer = await folder('outer')
    const shared = await folder('shared', outer.id)
    const file = await drive.upload('ana', 'a.txt', Buffer.from('a'), { parentId: shared.id })
    const as = (sub: string): Access => ({
      driveId: ana.driveId,
      actor: { kind: 'person', sub, sessionId: sub },
      right: 'view',
    })
    const share = (nodeId: string, sub: string, role: 'viewer' | 'editor' | 'manager' = 'viewer') =>
      shares.create(ana, { nodeId, grantee: { kind: 'person', sub }, role })
    const page = { size: 50, token: undefined }
    return {
      db,
      drive,
      invitations,
      sent,
      emails,
      groups,
      grants,
      shares,
      lists,
      ana,
      outer,
      shared,
      file,
      as,
      share,
      page,
    }
  }

  test('a recipient names what is shared with them, alone sees that name, and loses it with the share', async () => {
    const { drive, lists, share, shares, grants, groups, ana, shared, as, page, db } = await open()
    const grant = await share(shared.id, 'ben')
    const key = { driveId: ana.driveId, grantId: grant.id }
    await share(shared.id, 'eva')
    await lists.rename({ sub: 'ben' }, key, 'Our trip')
    const aliasOf = async (sub: string) => (await lists.withMe({ sub }, page)).shares[0]?.alias
    expect(await aliasOf('ben')).toBe('Our trip')
    expect((await drive.nodes.get(as('ben'), shared.id)).alias).toBe('Our trip')
    expect(await aliasOf('eva')).toBeUndefined()
    expect((await drive.nodes.get(as('eva'), shared.id)).alias).toBeUndefined()
    expect((await drive.nodes.get('ana', shared.id)).alias).toBeUndefined()
    expect(JSON.stringify(await shares.list(ana, shared.id))).not.toContain('Our trip')

    // Who was given it twice, themselves and through a group, calls it the same twice.
    groups.set('ben', ['choir'])
    const grantee = { kind: 'group', id: 'choir' } as const
    await shares.create(ana, { nodeId: shared.id, grantee, role: 'viewer' })
    await lists.rename({ sub: 'ben' }, key, 'Their trip')
    const both = (await lists.withMe({ sub: 'ben' }, page)).shares.map(({ alias }) => alias)
    expect(both).toEqual(['Their trip', 'Their trip'])
    groups.set('ben', [])

    await lists.rename({ sub: 'ben' }, key, null)
    expect(await aliasOf('ben')).toBeUndefined()
    await lists.rename({ sub: 'ben' }, key, 'Our trip')
    await grants.revoke(ana, grant.id)
    const again = await share(shared.id, 'ben')
    expect(again.id).not.toBe(grant.id)
    expect(await aliasOf('ben')).toBeUndefined()

    // Only what is shared with oneself can be named, in the same words for everything else.
    for (const [sub, grantId] of [
      ['eva', again.id],
      ['kai', again.id],
      ['ben', grant.id],
      ['ben', 'unknown'],
    ] as const) {
      const wrong = lists.rename({ sub }, { ...key, grantId }, 'x')
      expect(await refusal(wrong)).toBe('not_found')
    }

    // It goes along with the person.
    await lists.rename({ sub: 'ben' }, { ...key, grantId: again.id }, 'Kept')
    await db.write((w) => handOverDrive(drive, w, { from: 'ben', to: 'mia', folderName: 'Ben' }))
    expect(await aliasOf('mia')).toBe('Kept')
    await removeDrive(drive, 'mia')
    const left = await db.read((r) => r.selectFrom('share_aliases').selectAll().execute())
    expect(left).toEqual([])
  })

  test('the list of grants shows direct ones first and then inherited ones, each with names, note and expiry', async () => {
    const { shares, share, ana, outer, shared, file, drive } = await open()
    await share(outer.id, 'ben', 'manager')
    const expiresAt = drive.clock.now() + HOUR_MS
    const grantee = { kind: 'person', sub: 'eva' } as const
    await shares.create(ana, {
      nodeId: file.id,
      grantee,
      role: 'editor',
      note: 'have a look',
      expiresAt,
    })
    const team = { kind: 'group', id: 'team' } as const
    await shares.create(ana, { nodeId: shared.id, grantee: team, role: 'viewer' })
    const { owner, grants } = await shares.list(ana, file.id)
    expect(owner).toEqual({ sub: 'ana', name: 'ana' })
    expect(grants).toMatchObject([
      {
        file_id: file.id,
        grantee: { kind: 'person', sub: 'eva', name: 'eva' },
        role: 'editor',
        note: 'have a look',
        expires_time: new Date(expiresAt).toISOString(),
        created_by: { sub: 'ana', name: 'ana' },
        effect: 'full',
      },
      {
        grantee: { kind: 'group', id: 'team', name: 'team' },
        inherited_from: { id: shared.id, name: 'shared' },
      },
      { grantee: { sub: 'ben' }, role: 'manager', inherited_from: { id: outer.id, name: 'outer' } },
    ])
    expect(grants[0]).not.toHaveProperty('inherited_from')
  })

  test('a file is shown as shared while it has a grant of its own that is not over, to those who may share it', async () => {
    const { drive, shares, share, ana, as, outer, shared, file, page } = await open()
    const listing = { orderBy: 'name', direction: 'asc', foldersFirst: true, filter: {} } as const
    /** In the list of its folder, and asked for alone. */
    async function isShownAsShared(access: Access, id: string) {
      const toFile = toFileWith(() => undefined, drive.clock.now())
      const { node } = await drive.nodes.get(access, id)
      const { nodes } = await drive.nodes.list(access, node.parent_id ?? '', page, listing)
      const listed = nodes.find((one) => one.id === id)
      return [toFile(node).shared, listed && toFile(listed).shared]
    }
    expect(await isShownAsShared(ana, shared.id)).toEqual([undefined, undefined])

    await share(outer.id, 'ben', 'manager')
    await share(outer.id, 'eva', 'editor')
    const expiresAt = drive.clock.now() + HOUR_MS
    const grantee = { kind: 'person', sub: 'max' } as const
    await shares.create(ana, { nodeId: file.id, grantee, role: 'viewer', expiresAt })
    expect(await isShownAsShared(ana, outer.id)).toEqual([true, true])
    expect(await isShownAsShared(ana, file.id)).toEqual([true, true])
    expect(await isShownAsShared(as('ben'), file.id)).toEqual([true, true])
    expect(await isShownAsShared(as('eva'), file.id)).toEqual([undefined, undefined])
    // What is inherited is no grant of its own.
    expect(await isShownAsShared(ana, shared.id)).toEqual([undefined, undefined])

    drive.clock.advance(HOUR_MS)
    expect(await isShownAsShared(ana, file.id)).toEqual([undefined, undefined])
    const lasting = await share(file.id, 'kim')
    expect(await isShownAsShared(ana, file.id)).toEqual([true, true])
    await shares.revoke(ana, lasting.id)
    expect(await isShownAsShared(ana, file.id)).toEqual([undefined, undefined])
  })

  test('a manager sees and ends all grants in their folder, and none of the folders above it', async () => {
    const { shares, share, as, outer, shared, file } = await open()
    await share(outer.id, 'eva')
    await share(shared.id, 'mia', 'manager')
    const ben = await share(file.id, 'ben')
    const mia = as('mia')
    const { grants } = await shares.list(mia, file.id)
    expect(grants.map(({ grantee }) => grantee)).toMatchObject([{ sub: 'ben' }, { sub: 'mia' }])
    await shares.revoke(mia, ben.id)
    expect((await shares.list(mia, file.id)).grants).toHaveLength(1)
    expect(await refusal(shares.list(as('eva'), file.id))).toBe('permission_denied')
    expect(await refusal(shares.list(mia, outer.id))).toBe('not_found')
  })

  test('sharing again with the same person changes the grant instead of adding one', async () => {
    const { shares, share, ana, shared } = await open()
    const first = await share(shared.id, 'ben', 'viewer')
    const again = await Promise.all([1, 2, 3].map(() => share(shared.id, 'ben', 'editor')))
    expect(again.map(({ id }) => id)).toEqual([first.id, first.id, first.id])
    const { grants } = await shares.list(ana, shared.id)
    expect(grants).toMatchObject([{ id: first.id, role: 'editor' }])
  })

  test('a grant whose maker lost their rights has no effect until the owner gives it again', async () => {
    const { shares, share, ana, as, shared, drive, file } = await open()
    const manager = await share(shared.id, 'mia', 'manager')
    const grantee = { kind: 'person', sub: 'ben' } as const
    const made = await shares.create(as('mia'), { nodeId: shared.id, grantee, role: 'editor' })
    const effectOfBen = async () =>
      (await shares.list(ana, shared.id)).grants.find(({ id }) => id === made.id)?.effect
    expect(await effectOfBen()).toBe('full')
    await shares.change(ana, manager.id, { role: 'viewer' })
    expect(await effectOfBen()).toBe('limited')
    await shares.revoke(ana, manager.id)
    expect(await effectOfBen()).toBe('none')
    expect(await refusal(drive.nodes.get(as('ben'), file.id))).toBe('not_found')
    const again = await share(shared.id, 'ben', 'editor')
    expect(again).toMatchObject({ id: made.id, effect: 'full', created_by: { sub: 'ana' } })
    await drive.nodes.get(as('ben'), file.id)
  })

  test('a grant ends at its expiry, and an expiry in the past, an unknown person and the owner are refused', async () => {
    const { shares, ana, as, shared, drive } = await open()
    const grant = { nodeId: shared.id, role: 'viewer' } as const
    const to = (sub: string) => ({ kind: 'person', sub }) as const
    const now = drive.clock.now()
    for (const bad of [
      { ...grant, grantee: to('ben'), expiresAt: now },
      { ...grant, grantee: to('frozen') },
      { ...grant, grantee: to('AMS=x') },
      { ...grant, grantee: to('ana') },
    ]) {
      expect(await refusal(shares.create(ana, bad))).toBe('invalid_argument')
    }
    const { id } = await shares.create(ana, {
      ...grant,
      grantee: to('ben'),
      expiresAt: now + HOUR_MS,
    })
    await drive.nodes.get(as('ben'), shared.id)
    drive.clock.advance(HOUR_MS)
    expect(await refusal(drive.nodes.get(as('ben'), shared.id))).toBe('not_found')
    expect((await shares.list(ana, shared.id)).grants).toMatchObject([{ id, effect: 'none' }])
    await shares.change(ana, id, { expiresAt: null })
    await drive.nodes.get(as('ben'), shared.id)
  })

  test('a file or folder can be shared 1000 times, and one more is refused with the way out', async () => {
    const { db, shares, share, ana, shared } = await open()
    const { id } = await share(shared.id, 'ben')
    await db.write(async (writer) => {
      const row = await writer
        .selectFrom('grants')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const more = Array.from({ length: MAX_GRANTS_PER_NODE - 1 }, (_, n) => ({
        ...row,
        id: `grant-${n}`,
        grantee: `person:guest-${n}`,
      }))
      for (let at = 0; at < more.length; at += 100) {
        await writer
          .insertInto('grants')
          .values(more.slice(at, at + 100))
          .execute()
      }
    })
    await expect(share(shared.id, 'eva')).rejects.toMatchObject({
      error: 'resource_exhausted',
      description: expect.stringContaining('1000 times at most: end a share first'),
    })
    // Who is there already can still be given another role.
    await share(shared.id, 'ben', 'editor')
    await shares.revoke(ana, id)
    await share(shared.id, 'eva')
  })

  test('a share with a mail address opens for the person who proves the address, and for nobody else', async () => {
    const { shares, lists, emails, ana, as, shared, drive, page } = await open()
    const grantee = { kind: 'email', email: 'Ben@Example.org' } as const
    const made = await shares.create(ana, { nodeId: shared.id, grantee, role: 'editor' })
    expect(made).toMatchObject({
      grantee: { kind: 'email', email: 'ben@example.org' },
      effect: 'full',
    })
    expect(await refusal(drive.nodes.get(as('ben'), shared.id))).toBe('not_found')
    emails.set('ben', 'ben@example.org')
    emails.set('eva', 'eva@example.org')
    expect((await drive.nodes.get(as('ben'), shared.id)).node.name).toBe('shared')
    expect((await lists.withMe({ sub: 'ben' }, page)).shares).toMatchObject([
      { file: { name: 'shared' }, grant: { id: made.id, role: 'editor' } },
    ])
    expect(await refusal(drive.nodes.get(as('eva'), shared.id))).toBe('not_found')
    await shares.revoke(ana, made.id)
    expect(await refusal(drive.nodes.get(as('ben'), shared.id))).toBe('not_found')
  })

  test('an invited address gets one mail, whether or not it has an account, and the answer is the same', async () => {
    const { db, shares, invitations, sent, ana, shared } = await open()
    const user = { ...sampleRows.users, sub: 'eva', email: 'eva@example.org', locale: 'id' }
    await db.write((writer) => writer.insertInto('users').values(user).execute())
    const invite = (email: string, role: 'viewer' | 'editor' = 'viewer') =>
      shares.create(ana, { nodeId: shared.id, grantee: { kind: 'email', email }, role })
    const [known, unknown] = [await invite('eva@example.org'), await invite('new@example.org')]
    const plain = (text: object, email: string, id: string) =>
      JSON.stringify(text).replaceAll(email, '').replaceAll(id, '')
    expect(plain(known, 'eva@example.org', known.id)).toBe(
      plain(unknown, 'new@example.org', unknown.id),
    )
    // Another role is no other invitation.
    await invite('new@example.org', 'editor')
    await invitations.settled()
    expect(sent.map(({ to }) => to).sort()).toEqual(['eva@example.org', 'new@example.org'])
    const mail = sent.find(({ to }) => to === 'new@example.org')
    expect(mail).toMatchObject({
      purpose: 'invitation',
      subject: expect.stringContaining('shared'),
    })
    expect(mail?.text).toContain('Shared: shared')
    expect(sent.find(({ to }) => to === 'eva@example.org')?.text).toContain('Dibagikan: shared')
  })

  test('invitations are limited by person and by address, and what goes over is not shared', async () => {
    const { shares, invitations, share, sent, ana, as, shared, drive } = await open()
    const { byPerson, toAddress } = INVITATIONS_PER_DAY
    await share(shared.id, 'mia', 'manager')
    const invite = async (email: string, access = ana) =>
      shares.create(access, {
        nodeId: shared.id,
        grantee: { kind: 'email', email },
        role: 'viewer',
      })
    for (let n = 0; n < toAddress; n++) {
      const { id } = await invite('flood@example.org')
      await shares.revoke(ana, id)
    }
    for (const access of [ana, as('mia')]) {
      expect(await refusal(invite('flood@example.org', access))).toBe('resource_exhausted')
    }
    for (let n = toAddress; n < byPerson; n++) await invite(`guest-${n}@example.org`)
    expect(await refusal(invite('one-more@example.org'))).toBe('resource_exhausted')
    await invite('one-more@example.org', as('mia'))
    await invitations.settled()
    expect(sent).toHaveLength(byPerson + 1)
    const shown = JSON.stringify((await shares.list(ana, shared.id)).grants)
    expect(shown).not.toContain('flood@example.org')
    drive.clock.advance(24 * HOUR_MS)
    await invite('flood@example.org')
  })

  test('"shared with me" and "shared by me" list the latest first in pages, each with file, sharer and role', async () => {
    const { lists, shares, share, groups, ana, as, outer, shared, file, drive, page } = await open()
    groups.set('ben', ['team'])
    await share(outer.id, 'mia', 'manager')
    drive.clock.advance(1000)
    const grantee = { kind: 'person', sub: 'ben' } as const
    await shares.create(as('mia'), { nodeId: file.id, grantee, role: 'editor' })
    drive.clock.advance(1000)
    const team = { kind: 'group', id: 'team' } as const
    await shares.create(ana, { nodeId: shared.id, grantee: team, role: 'viewer' })
    const seen = await lists.withMe({ sub: 'ben' }, page)
    expect(seen.shares).toMatchObject([
      {
        file: { id: shared.id, name: 'shared', kind: 'folder' },
        owner: { sub: 'ana' },
        grant: { role: 'viewer', created_by: { sub: 'ana' }, grantee: { kind: 'group' } },
      },
      {
        file: { id: file.id, name: 'a.txt', kind: 'file', size: 1 },
        owner: { sub: 'ana' },
        grant: { role: 'editor', created_by: { sub: 'mia' } },
      },
    ])
    const first = await lists.withMe({ sub: 'ben' }, { size: 1, token: undefined })
    const second = await lists.withMe({ sub: 'ben' }, { size: 1, token: first.next_page_token })
    expect([...first.shares, ...second.shares]).toEqual(seen.shares)
    const namesBy = async (sub: string) =>
      (await lists.byMe({ sub }, page)).shares.map((one) => one.file.name)
    // The owner sees what a manager has shared, too.
    expect(await namesBy('ana')).toEqual(['shared', 'a.txt', 'outer'])
    expect(await namesBy('mia')).toEqual(['a.txt'])
    expect(await namesBy('ben')).toEqual([])
    const token = first.next_page_token
    expect(await refusal(lists.byMe({ sub: 'ben' }, { size: 1, token }))).toBe('invalid_argument')
  })

  test('a person leaves what was shared with them, but neither what was shared with a group nor with others', async () => {
    const { lists, shares, share, groups, ana, as, shared, file, drive, page } = await open()
    groups.set('ben', ['team'])
    const own = await share(shared.id, 'ben', 'editor')
    const other = await share(shared.id, 'eva')
    const team = { kind: 'group', id: 'team' } as const
    const ofTeam = await shares.create(ana, { nodeId: file.id, grantee: team, role: 'viewer' })
    const leave = (grantId: string) =>
      lists.leave({ sub: 'ben' }, { driveId: ana.driveId, grantId })
    expect(await refusal(leave(other.id))).toBe('not_found')
    expect(await refusal(leave(ofTeam.id))).toBe('failed_precondition')
    await leave(own.id)
    expect(await refusal(drive.nodes.get(as('ben'), shared.id))).toBe('not_found')
    const left = (await lists.withMe({ sub: 'ben' }, page)).shares.map(({ grant }) => grant.id)
    expect(left).toEqual([ofTeam.id])
    expect(await refusal(leave(own.id))).toBe('not_found')
  })

  test('people and groups are suggested among those one shares with, and among all only where the directory is open', async () => {
    const { db, drive, groups, shares, share, ana, outer } = await open()
    await share(outer.id, 'mia', 'manager')
    await share(outer.id, 'Ben')
    const email = { kind: 'email', email: 'guest@example.org' } as const
    await shares.create(ana, { nodeId: outer.id, grantee: email, role: 'viewer' })
    groups.set('ana', ['team'])
    const people = {
      ...drive.people,
      searchDirectory: async () => ({ subs: ['ana', 'zoe', 'mia'], groupIds: ['staff', 'team'] }),
    }
    const suggest = (sub: string, query: string, hasDirectory = false) =>
      createSuggestGrantees({ db, people, hasDirectory })({ sub }, { query, limit: 10 })
    const named = async (found: ReturnType<typeof suggest>) =>
      (await found).map((one) => ('name' in one ? one.name : one.kind === 'email' && one.email))
    expect((await named(suggest('ana', ''))).sort()).toEqual(
      ['guest@example.org', 'Ben', 'mia', 'team'].sort(),
    )
    expect(await named(suggest('ana', 'bé'))).toEqual(['Ben'])
    expect(await named(suggest('mia', ''))).toEqual(['ana'])
    expect(await named(suggest('zoe', 'a'))).toEqual([])
    expect(await named(suggest('ana', 'z'))).toEqual([])
    expect(await named(suggest('ana', 'z', true))).toEqual(['zoe', 'staff'])
    expect(await refusal(suggest('AMS=x', ''))).toBe('permission_denied')
  })

  test('removing an account ends what it was given and gave, and a transferred account keeps both', async () => {
    const { drive, db, lists, shares, share, as, ana, outer, shared, file, page } = await open()
    await share(outer.id, 'mia', 'manager')
    const grantee = { kind: 'person', sub: 'ben' } as const
    await shares.create(as('mia'), { nodeId: file.id, grantee, role: 'viewer' })
    await db.write((writer) =>
      handOverDrive(drive, writer, { from: 'mia', to: 'kai', folderName: 'Mia' }),
    )
    expect((await lists.byMe({ sub: 'kai' }, page)).shares).toMatchObject([
      { file: { id: file.id } },
    ])
    expect((await lists.withMe({ sub: 'kai' }, page)).shares).toMatchObject([
      { file: { id: outer.id }, grant: { role: 'manager' } },
    ])
    expect(await listAllShares({ lists, reached: createReached(drive) }, 'kai')).toMatchObject([
      { shared: 'by me', file: 'a.txt', grantee: { sub: 'ben' } },
      { shared: 'with me', file: 'outer', role: 'manager' },
    ])
    await share(shared.id, 'eva')
    await removeDrive(drive, 'kai')
    const left = (await shares.list(ana, file.id)).grants.map((grant) => grant.grantee)
    expect(left).toMatchObject([{ sub: 'eva' }])
    // Whoever gets the drive needs no share of it.
    await db.write((writer) =>
      handOverDrive(drive, writer, { from: 'ana', to: 'eva', folderName: 'Ana' }),
    )
    expect((await lists.byMe({ sub: 'eva' }, page)).shares).toEqual([])
  })

  test('the event stream of a person announces new and ended shares, and that of a shared drive ends with the last one', async () => {
    const { shares, share, ana, as, shared, drive } = await open()
    const own = await readEvents(drive.following.events.open('ben', async () => {}))
    expect(await own.next('shares')).toBe(true)
    const { id } = await share(shared.id, 'ben')
    expect(await own.next('shares')).toBe(true)
    const there = await readEvents(drive.following.events.open(as('ben'), async () => {}))
    expect(await there.next('seq')).toBe(true)
    await share(shared.id, 'eva')
    expect(await there.next('seq')).toBe(true)
    await shares.revoke(ana, id)
    expect(await own.next('shares')).toBe(true)
    // It may still say that something has changed before it ends.
    while (await there.next('seq'));
    own.close()
  })

  test('the event streams of whoever made a share, and of the owner of the drive, announce that it has ended', async () => {
    const { shares, share, ana, as, outer, file, drive } = await open()
    await share(outer.id, 'mia', 'manager')
    const grantee = { kind: 'person', sub: 'ben' } as const
    const { id } = await shares.create(as('mia'), { nodeId: file.id, grantee, role: 'viewer' })
    const streams = [
      await readEvents(drive.following.events.open('mia', async () => {})),
      await readEvents(drive.following.events.open('ana', async () => {})),
    ]
    for (const stream of streams) expect(await stream.next('shares')).toBe(true)
    await shares.revoke(ana, id)
    for (const stream of streams) {
      expect(await stream.next('shares')).toBe(true)
      stream.close()
    }
  })

  test('a member who follows a drive is told of a folder that is no longer shared with them', async () => {
    const { shares, share, ana, as, outer, file, drive } = await open()
    const other = await drive.nodes.createFolder('ana', {
      parentId: 'root',
      name: 'other',
      conflict: 'fail',
    })
    await share(other.id, 'ben')
    const { id } = await share(outer.id, 'ben')
    const { cursor } = await drive.following.follow(as('ben'), {
      cursor: undefined,
      size: 50,
      waitMs: 0,
    })
    await share(file.id, 'eva')
    await shares.revoke(ana, id)
    const { changes } = await drive.following.follow(as('ben'), { cursor, size: 50, waitMs: 0 })
    expect(changes).toMatchObject([{ id: outer.id, node: undefined }])
  })
})

/** The next event of a name; false at the end. */
async function readEvents(opening: Promise<AsyncIterable<Buffer> & { destroy(): void }>) {
  const stream = await opening
  const chunks = stream[Symbol.asyncIterator]()
  let text = ''
  async function nextName(): Promise<string | undefined> {
    while (!text.includes('\n\n')) {
      const { value, done } = await chunks.next()
      if (done) return undefined
      text += value.toString()
    }
    const [block = '', ...rest] = text.split('\n\n')
    text = rest.join('\n\n')
    return /event: (\w+)/.exec(block)?.[1] ?? ''
  }
  return {
    async next(wanted: string): Promise<boolean> {
      for (;;) {
        const name = await nextName()
        if (name === undefined || name === wanted) return name !== undefined
      }
    },
    close: () => stream.destroy(),
  }
}
