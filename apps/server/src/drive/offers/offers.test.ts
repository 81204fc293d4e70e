import { MAX_OPEN_OFFERS, MAX_OPEN_OFFERS_TO_ONE, OFFER_DAYS } from '@awan/protocol/drive'
import { expect, test, vi } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { takeLock } from '../access/hold-lock.ts'
import { openNode } from '../access/open-node.ts'
import { LARGE, SMALL } from '../across/testing.ts'
import { createTell } from '../inbox/tell.ts'
import { setQuota } from '../quota/quotas.ts'
import { createTeamDrives } from '../team-drives/team-drives.ts'
import { refusal } from '../testing.ts'
import { deleteOffersOf, handOverOffers } from './offers.ts'
import { openOffers } from './testing.ts'

const DAY_MS = 86_400_000

onEachDatabase((openDatabase) => {
  const open = async () => openOffers(await openDatabase())

  test('whoever is offered a folder is told, sees it until the offer ends, and no longer', async () => {
    const { offer, offers, person, nodes, trip, album, as, read, clock } = await open()
    const made = await offer({ note: 'Yours now' })
    expect(made).toMatchObject({
      file: { id: trip.id, name: 'trip', kind: 'folder' },
      from: { sub: 'ana' },
      to: { sub: 'ben' },
      note: 'Yours now',
      keep_editing: true,
    })
    expect(await read('ben')).toMatchObject([
      {
        id: made.id,
        kind: 'transfer_offered',
        actor: { sub: 'ana' },
        file: { name: 'trip' },
        text: 'Yours now',
        state: 'open',
      },
    ])
    expect((await nodes.get(as('ben'), trip.id)).node.name).toBe('trip')
    expect(await refusal(nodes.get(as('ben'), album.id))).toBe('not_found')
    expect(await offers.list(person('ana'))).toMatchObject({ given: [{ id: made.id }] })
    expect(await offers.list(person('ben'))).toMatchObject({ received: [{ id: made.id }] })
    clock.advance(OFFER_DAYS * DAY_MS)
    expect(await refusal(nodes.get(as('ben'), trip.id))).toBe('not_found')
    expect(await read('ben')).toMatchObject([{ state: 'expired' }])
    expect(await offers.list(person('ana'))).toEqual({ given: [], received: [] })
  })

  test('accepting moves the folder into the drive of the receiver, and the giver edits it there', async () => {
    const world = await open()
    const { offer, accept, end, names, child, bytesOf, trashed, nodes, as, ben, read } = world
    const { id } = await offer()
    const task = await end(await accept(id))
    expect(task).toMatchObject({ phase: 'complete', failures: '{"count":0,"first":[]}' })
    const trip = await child('ben', 'trip')
    expect(await names('ben', trip)).toEqual(['days', 'small.txt'])
    expect(await bytesOf('ben', await child('ben', 'small.txt', trip))).toEqual(SMALL)
    expect(
      await bytesOf('ben', await child('ben', 'large.bin', await child('ben', 'days', trip))),
    ).toEqual(LARGE)
    expect(await trashed('ana')).toEqual(['trip'])
    const theirs = { ...as('ana', ben.driveId), right: 'edit' } as const
    await nodes.createFolder(theirs, { parentId: trip, name: 'more', conflict: 'fail' })
    expect(await names('ben', trip)).toEqual(['days', 'more', 'small.txt'])
    expect(await read('ana')).toMatchObject([
      {
        kind: 'transfer_answered',
        state: 'accepted',
        actor: { sub: 'ben' },
        file: { name: 'trip' },
      },
    ])
    expect(await read('ben')).toMatchObject([{ state: 'accepted', read: true }])
    // The answer may have been lost on its way.
    expect((await accept(id)).id).toBe(task.id)
  })

  test('whoever does not want to edit any more has no access, and reads the name of what was accepted', async () => {
    const { offer, accept, end, child, nodes, as, ben, read } = await open()
    const { id } = await offer({ keepsEditing: false })
    await end(await accept(id))
    const trip = await child('ben', 'trip')
    expect(await refusal(nodes.get(as('ana', ben.driveId), trip))).toBe('not_found')
    const [told] = await read('ana')
    expect(told).toMatchObject({ kind: 'transfer_answered', state: 'accepted', text: 'trip' })
    expect(told).not.toHaveProperty('file')
  })

  test('the receiver reads who keeps access before they accept, whoever may do most first, and nobody else does', async () => {
    const world = await open()
    const { offer, offers, person, accept, end, child, ana, ben, days, trip, grants, as } = world
    const give = (nodeId: string, sub: string, role: 'viewer' | 'editor' | 'manager') =>
      grants.create(ana, { nodeId, role, grantee: { kind: 'person', sub } })
    const mia = await give(trip.id, 'mia', 'manager')
    const byMia = {
      nodeId: trip.id,
      role: 'editor',
      grantee: { kind: 'person', sub: 'zoe' },
    } as const
    await grants.create(as('mia'), byMia)
    await grants.change(ana, mia.id, { role: 'viewer' })
    await give(days.id, 'dan', 'editor')
    await give(world.album.id, 'eva', 'editor')
    await grants.create(ana, { nodeId: trip.id, role: 'viewer', grantee: { kind: 'link' } })
    const { id } = await offer()
    const told = await offers.inspect(person('ben'), id)
    expect(told.more_count).toBe(0)
    expect(
      told.access.map(({ grantee, role, file }) => [
        grantee.kind === 'person' && grantee.sub,
        role,
        file.name,
      ]),
    ).toEqual([
      ['dan', 'editor', 'days'],
      ['mia', 'viewer', 'trip'],
    ])
    for (const sub of ['ana', 'mia', 'eve']) {
      expect(await refusal(offers.inspect(person(sub), id))).toBe('not_found')
    }
    await end(await accept(id))
    expect(await refusal(offers.inspect(person('ben'), id))).toBe('not_found')
    const there = await child('ben', 'trip')
    const { grants: kept } = await grants.list(ben, await child('ben', 'days', there))
    expect(kept.map(({ grantee, role }) => `${grantee} ${role}`).sort()).toEqual([
      'person:ana editor',
      'person:dan editor',
      'person:mia viewer',
    ])
  })

  test('people, groups and addresses who had access keep it, links end, and grants without effect are not revived', async () => {
    const world = await open()
    const { offer, accept, end, child, ana, ben, days, trip, grants, as, nodes, read } = world
    const give = (nodeId: string, sub: string, role: 'viewer' | 'editor' | 'manager') =>
      grants.create(ana, { nodeId, role, grantee: { kind: 'person', sub } })
    await give(trip.id, 'eva', 'editor')
    await give(days.id, 'dan', 'viewer')
    const mia = await give(trip.id, 'mia', 'manager')
    await grants.create(as('mia'), {
      nodeId: trip.id,
      role: 'editor',
      grantee: { kind: 'person', sub: 'zoe' },
    })
    await grants.change(ana, mia.id, { role: 'viewer' })
    await grants.create(ana, {
      nodeId: trip.id,
      role: 'viewer',
      grantee: { kind: 'group', groupId: 'crew' },
      note: 'All',
    })
    await grants.create(ana, {
      nodeId: trip.id,
      role: 'viewer',
      grantee: { kind: 'email', email: 'x@example.org' },
    })
    await grants.create(ana, { nodeId: trip.id, role: 'viewer', grantee: { kind: 'link' } })
    world.clock.advance(DAY_MS)
    await end(await accept((await offer()).id))
    const there = await child('ben', 'trip')
    const { grants: kept } = await grants.list(ben, there)
    const texts = kept.map(
      ({ grantee, role, created_by, effect }) => `${grantee} ${role} by ${created_by}: ${effect}`,
    )
    expect(texts.toSorted()).toEqual([
      'email:x@example.org viewer by ben: full',
      'group:crew viewer by ben: full',
      'person:ana editor by ben: full',
      'person:eva editor by ben: full',
      'person:mia viewer by ben: full',
    ])
    const inside = await child('ben', 'days', there)
    expect((await nodes.get(as('dan', ben.driveId), inside)).node.name).toBe('days')
    expect(await refusal(nodes.get(as('dan', ben.driveId), there))).toBe('not_found')
    expect((await read('dan'))[0]).toMatchObject({ kind: 'shared_with_you', actor: { sub: 'ben' } })
  })

  test('grants on many files are made again a hundred at a time, so that others of the drive need not wait', async () => {
    const db = await openDatabase()
    const world = await openOffers(db)
    const { offer, accept, end, ana, ben, trip, grants, upload, drives } = world
    const people = Array.from({ length: 30 }, (_, at) => `p${at}`)
    for (let file = 0; file < 12; file++) {
      const { id } = await upload('ana', `${file}`, SMALL, { parentId: trip.id })
      await drives.transact({ ...ana, right: 'share' }, async (transaction) => {
        for (const sub of people) {
          const grantee = { kind: 'person', sub } as const
          await grants.createIn(transaction, { nodeId: id, grantee, role: 'viewer' })
        }
      })
    }
    const { id } = await offer()
    const counts = [0]
    const write = db.write.bind(db)
    vi.spyOn(db, 'write').mockImplementation(async (work, options) => {
      const result = await write(work, options)
      counts.push(await countGrants())
      return result
    })
    expect(await end(await accept(id))).toMatchObject({ phase: 'complete' })
    // And the giver, who edits what they gave.
    expect(counts.at(-1)).toBe(12 * 30 + 1)
    const steps = counts.slice(1).map((count, at) => count - (counts[at] ?? 0))
    expect(Math.max(...steps)).toBeLessThanOrEqual(100)

    async function countGrants(): Promise<number> {
      const rows = await db.read((reader) =>
        reader.selectFrom('grants').select('id').where('drive_id', '=', ben.driveId).execute(),
      )
      return rows.length
    }
  })

  test('taking back and declining end the offer and the look at it, and each tells the other', async () => {
    const { offer, offers, person, nodes, trip, as, read } = await open()
    const first = await offer()
    await offers.takeBack(person('ana'), first.id)
    expect(await read('ben')).toEqual([])
    expect(await refusal(nodes.get(as('ben'), trip.id))).toBe('not_found')
    const second = await offer()
    await offers.decline(person('ben'), second.id)
    expect(await read('ben')).toMatchObject([{ kind: 'transfer_offered', state: 'declined' }])
    expect(await read('ana')).toMatchObject([
      {
        kind: 'transfer_answered',
        state: 'declined',
        actor: { sub: 'ben' },
        file: { name: 'trip' },
      },
    ])
    expect(await refusal(nodes.get(as('ben'), trip.id))).toBe('not_found')
  })

  test('a share that the receiver had before, or got meanwhile, outlives the offer', async () => {
    const { offer, offers, person, nodes, trip, as, grants, ana, share } = await open()
    await share('editor', trip.id)
    const first = await offer()
    await offers.takeBack(person('ana'), first.id)
    const { grants: found } = await grants.list(ana, trip.id)
    expect(found).toMatchObject([{ grantee: 'person:ben', role: 'editor', expires_at: null }])
    await grants.revoke(ana, found[0]?.id ?? '')
    const second = await offer()
    await share('editor', trip.id)
    await offers.decline(person('ben'), second.id)
    expect((await nodes.get(as('ben'), trip.id)).node.name).toBe('trip')
  })

  test('a look that takes the place of a share that had expired ends with the offer too', async () => {
    const { offer, offers, person, nodes, trip, as, grants, ana, clock } = await open()
    await grants.create(ana, {
      nodeId: trip.id,
      role: 'editor',
      grantee: { kind: 'person', sub: 'ben' },
      expiresAt: clock.now() + DAY_MS,
    })
    clock.advance(2 * DAY_MS)
    const { id } = await offer()
    expect((await nodes.get(as('ben'), trip.id)).node.name).toBe('trip')
    await offers.decline(person('ben'), id)
    expect(await refusal(nodes.get(as('ben'), trip.id))).toBe('not_found')
  })

  test('an offer that was taken back, declined, expired, is void or somebody else’s has one answer', async () => {
    const world = await open()
    const { offer, offers, accept, person, home, inactive, clock, tasks, trip, names } = world
    const over = async (id: string) => {
      const answers = [
        await refusalOf(accept(id)),
        await refusalOf(offers.accept(person('eva'), id, home)),
        await refusalOf(accept('nothing')),
      ]
      expect(new Set(answers)).toEqual(
        new Set(['not_found: there is no such offer, or it is over']),
      )
    }
    const taken = await offer()
    await offers.takeBack(person('ana'), taken.id)
    await over(taken.id)
    expect(await refusal(offers.takeBack(person('ana'), taken.id))).toBe('not_found')
    const declined = await offer()
    await offers.decline(person('ben'), declined.id)
    await over(declined.id)
    expect(await refusal(offers.decline(person('ben'), declined.id))).toBe('not_found')
    const expired = await offer()
    expect(await refusal(offers.takeBack(person('ben'), expired.id))).toBe('not_found')
    expect(await refusal(offers.decline(person('ana'), expired.id))).toBe('not_found')
    clock.advance(OFFER_DAYS * DAY_MS)
    await over(expired.id)
    const [chore] = offers.chores
    await chore?.run()
    const frozen = await offer()
    inactive.add('ana')
    await over(frozen.id)
    inactive.delete('ana')
    const { id } = await tasks.begin('ana', 'trash', { ids: [trip.id] })
    await over(frozen.id)
    expect((await offers.list(person('ben'))).received).toEqual([])
    await tasks.undo('ana', id)
    await world.end(await accept(frozen.id))
    expect(await names('ben')).toEqual(['trip'])
  })

  test('a hand-over stops when its giver is frozen, and so does its undo', async () => {
    const world = await open()
    const { offer, accept, end, names, trashed, inactive, tasks } = world
    const begun = await accept((await offer()).id)
    inactive.add('ana')
    expect((await end(begun)).phase).toBe('failed')
    expect(await names('ben')).toEqual([])
    expect(await trashed('ana')).toEqual([])

    inactive.clear()
    const moved = await end(await accept((await offer()).id))
    expect(moved.phase).toBe('complete')
    inactive.add('ana')
    expect((await end(await tasks.undo('ben', moved.id))).phase).toBe('failed')
    expect(await trashed('ana')).toEqual(['trip'])
    expect(await names('ben')).toEqual(['trip'])
  })

  /** Eva, one of two managers of a team drive, offers its folder `plans`. */
  async function openTeam() {
    const world = await open()
    const { offer, grants, nodes, as } = world
    const team = await createTeamDrives({
      ...world,
      grants,
      tell: createTell(world),
      blobs: createMemoryBlobStore(),
    }).create({ name: 'Team', managerSub: 'mia', quotaBytes: undefined }, async () => undefined)
    const mia = as('mia', team.id)
    const grantee = { kind: 'person', sub: 'eva' } as const
    const eva = await grants.create(mia, { nodeId: team.root_id, role: 'manager', grantee })
    const folder = await nodes.createFolder(
      { ...mia, right: 'add' },
      { parentId: 'root', name: 'plans', conflict: 'fail' },
    )
    const { id } = await offer({ nodeId: folder.id }, as('eva', team.id))
    return { ...world, mia, eva, folder, id }
  }

  test('a giver who has left the team drive learns that an offer was declined, and not the name that it has by now', async () => {
    const { grants, nodes, offers, person, read, mia, eva, folder, id } = await openTeam()
    await grants.revoke(mia, eva.id)
    await nodes.update({ ...mia, right: 'edit' }, folder.id, { name: 'secret', conflict: 'fail' })
    await offers.decline(person('ben'), id)
    const told = (await read('eva')).filter(({ kind }) => kind === 'transfer_answered')
    expect(told).toMatchObject([{ state: 'declined', actor: { sub: 'ben' } }])
    expect(JSON.stringify(told)).not.toContain('secret')
  })

  test('an offer by a manager of a team drive who has lost the right is void', async () => {
    const { accept, grants, db, end, names, drive, mia, eva, id } = await openTeam()
    await grants.change(mia, eva.id, { role: 'editor' })
    expect(await refusal(accept(id))).toBe('not_found')
    await grants.change(mia, eva.id, { role: 'manager' })
    await end(await accept(id))
    expect(await names('ben')).toEqual(['plans'])
    expect(db).toBe(drive.db)
  })

  test('a receiver without room is told so, and the offer stays open', async () => {
    const { offer, offers, accept, person, ben, db, end, names } = await open()
    const { id } = await offer()
    const limit = (bytes: number) => db.write((writer) => setQuota(writer, ben.driveId, bytes))
    await limit(10)
    expect(await refusal(accept(id))).toBe('resource_exhausted')
    await limit(10_000_000)
    const task = await accept(id)
    // It is gone between the call and the first step.
    await limit(10)
    expect(await end(task)).toMatchObject({ phase: 'failed' })
    expect((await offers.list(person('ben'))).received).toMatchObject([{ id }])
    expect(await names('ben')).toEqual([])
    await limit(10_000_000)
    expect(await end(await accept(id))).toMatchObject({ phase: 'complete' })
    expect(await names('ben')).toEqual(['trip'])
  })

  test('what was accepted can be given back: the original leaves the trash of the giver', async () => {
    const { offer, accept, end, tasks, names, album, trashed, nodes, trip } = await open()
    const moved = await end(await accept((await offer()).id))
    const undo = await end(await tasks.undo('ben', moved.id))
    expect(undo).toMatchObject({ phase: 'complete', failures: '{"count":0,"first":[]}' })
    expect(await names('ben')).toEqual([])
    expect(await trashed('ben')).toEqual(['trip'])
    expect(await names('ana', album.id)).toEqual(['trip'])
    expect((await nodes.get('ana', trip.id)).node.trashed_at).toBeNull()
  })

  test('what an editor has locked stays where it is, nothing of it is copied, and the offer stays open', async () => {
    const world = await open()
    const { offer, accept, end, names, ana, days, grants, drives, as, clock, offers, person } =
      world
    const grantee = { kind: 'person', sub: 'eva' } as const
    await grants.create(ana, { nodeId: days.id, role: 'editor', grantee })
    const { id } = await offer()
    await drives.transact({ ...as('eva'), right: 'edit' }, async (transaction) => {
      const node = await openNode(transaction.writer, transaction.drive, days.id)
      await takeLock(transaction, node, {
        ...{ token: 'opaquelocktoken:1', is_shared: 0, is_deep: 1, owner: null },
        durationMs: 60_000,
      })
    })
    const task = await end(await accept(id))
    expect(JSON.parse(task.failures)).toMatchObject({
      count: 1,
      first: [{ id: world.trip.id, description: expect.stringContaining('locked') }],
    })
    expect(await names('ben')).toEqual([])
    expect(await names('ana', world.album.id)).toEqual(['trip'])
    expect(await offers.list(person('ben'))).toMatchObject({ received: [{ id }] })
    clock.advance(60_000)
    expect(await end(await accept(id))).toMatchObject({ phase: 'complete' })
    expect(await names('ben')).toEqual(['trip'])
    expect(await world.trashed('ana')).toEqual(['trip'])
  })

  test('a task that was cancelled before it began leaves the offer open', async () => {
    const { offer, accept, tasks, end, names } = await open()
    const { id } = await offer()
    const task = await accept(id)
    await tasks.cancel('ben', task.id)
    expect(await end(task)).toMatchObject({ phase: 'cancelled' })
    await end(await accept(id))
    expect(await names('ben')).toEqual(['trip'])
  })

  test('a move that is undone while it is at work, or given up because its receiver is frozen, leaves the offer open', async () => {
    const { offer, offers, accept, tasks, end, names, person, inactive, runner, read } =
      await open()
    const { id } = await offer()
    const task = await accept(id)
    await end(await tasks.undo('ben', task.id))
    expect((await offers.list(person('ana'))).given).toMatchObject([{ id }])
    expect(await read('ben')).toMatchObject([{ kind: 'transfer_offered', state: 'open' }])
    await accept(id)
    inactive.add('ben')
    await runner.run()
    inactive.delete('ben')
    expect((await offers.list(person('ben'))).received).toMatchObject([{ id }])
    await end(await accept(id))
    expect(await names('ben')).toEqual(['trip'])
  })

  test('of two who accept at the same time, the offer is moved once', async () => {
    const { offer, accept, runner, names } = await open()
    const { id } = await offer()
    const answers = await Promise.allSettled([accept(id), accept(id)])
    expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true)
    await runner.run()
    expect(await names('ben')).toEqual(['trip'])
  })

  test('it is accepted into a folder of the receiver or of a team drive, and into no other drive', async () => {
    const world = await open()
    const { offer, accept, folder, end, names, grants, as, nodes, upload, ana, eva } = {
      ...world,
      eva: await world.drive.as('eva'),
    }
    const home = await folder('home', 'root', 'ben')
    await end(await accept((await offer()).id, { parentId: home.id }))
    expect(await names('ben', home.id)).toEqual(['trip'])
    const file = await upload('ana', 'notes.txt', SMALL)
    const { id } = await offer({ nodeId: file.id })
    await grants.create(eva, {
      nodeId: 'root',
      role: 'editor',
      grantee: { kind: 'person', sub: 'ben' },
    })
    expect(await refusal(accept(id, { driveId: eva.driveId }))).toBe('invalid_argument')
    expect(await refusal(accept(id, { driveId: ana.driveId }))).toBe('invalid_argument')
    expect(await refusal(accept(id, { parentId: 'nothing' }))).toBe('not_found')
    const team = await createTeamDrives({ ...world, grants, tell: createTell(world) }).create(
      { name: 'Team', managerSub: 'mia', quotaBytes: undefined },
      async () => undefined,
    )
    expect(await refusal(accept(id, { driveId: team.id }))).toBe('not_found')
    const mia = as('mia', team.id)
    const member = { nodeId: team.root_id, grantee: { kind: 'person', sub: 'ben' } } as const
    await grants.create(mia, { ...member, role: 'viewer' })
    expect(await refusal(accept(id, { driveId: team.id }))).toBe('permission_denied')
    await grants.create(mia, { ...member, role: 'editor' })
    await accept(id, { driveId: team.id })
    await world.runner.run()
    const { nodes: there } = await nodes.list(mia, 'root', { size: 9, token: undefined })
    expect(there.map(({ name }) => name)).toEqual(['notes.txt'])
    // An editor of a team drive gives nobody access to it.
    const { grants: given } = await grants.list(mia, there[0]?.id ?? '')
    expect(given.map(({ grantee }) => grantee).toSorted()).toEqual(['person:ben', 'person:mia'])
  })

  test('only its owner offers something, and not to themselves, to nobody, as a whole drive or out of the trash', async () => {
    const world = await open()
    const { offer, as, share, trip, inactive, tasks, days } = world
    await share('manager')
    expect(await refusal(offer({ toSub: 'eva' }, as('ben')))).toBe('permission_denied')
    expect(await refusal(offer({ toSub: 'ben' }, as('eva')))).toBe('not_found')
    expect(await refusal(offer({ toSub: 'ana' }))).toBe('invalid_argument')
    expect(await refusal(offer({ toSub: 'AMS=1' }))).toBe('invalid_argument')
    inactive.add('eva')
    expect(await refusal(offer({ toSub: 'eva' }))).toBe('invalid_argument')
    expect(await refusal(offer({ nodeId: 'root' }))).toBe('invalid_argument')
    expect(await refusal(offer({ nodeId: 'nothing' }))).toBe('not_found')
    await tasks.begin('ana', 'trash', { ids: [trip.id] })
    expect(await refusal(offer())).toBe('failed_precondition')
    expect(await refusal(offer({ nodeId: days.id }))).toBe('failed_precondition')
  })

  test('offers do not overlap: neither the same thing, nor a folder above it, nor something in it', async () => {
    const { offer, offers, person, album, days } = await open()
    const { id } = await offer()
    for (const nodeId of [undefined, album.id, days.id]) {
      const again = offer({ toSub: 'eva', ...(nodeId && { nodeId }) })
      expect(await refusal(again)).toBe('failed_precondition')
    }
    await offers.takeBack(person('ana'), id)
    await offer({ toSub: 'eva', nodeId: album.id })
  })

  test('nobody makes or gets more than a hundred open offers', { timeout: 120_000 }, async () => {
    const { offer, offers, person, folder, drive } = await open()
    await offer({ nodeId: (await folder('f0')).id, toSub: 'to0' })
    await plant(1, (number) => ({ to_sub: `to${number % 5}` }))
    expect(await refusal(offer())).toBe('resource_exhausted')
    const { given } = await offers.list(person('ana'))
    expect(given).toHaveLength(MAX_OPEN_OFFERS)
    const [last] = given.filter(({ to }) => to.sub === 'to0')
    await offers.takeBack(person('ana'), last?.id ?? '')
    await offer({ toSub: 'to0' })
    // The others that wait for the same person are of other people.
    await plant(MAX_OPEN_OFFERS_TO_ONE, (number) => ({
      from_sub: `giver${number % 4}`,
      to_sub: 'to0',
    }))
    const eva = await drive.as('eva')
    const more = await folder('one more', 'root', 'eva')
    expect(await refusal(offer({ nodeId: more.id, toSub: 'to0' }, eva))).toBe('resource_exhausted')

    /** Offers of which only the number matters, from one number up to the limit. */
    async function plant(from: number, parties: (number: number) => object): Promise<void> {
      await drive.db.write(async (writer) => {
        const row = await writer.selectFrom('offers').selectAll().executeTakeFirstOrThrow()
        for (let number = from; number < MAX_OPEN_OFFERS; number++) {
          const planted = { ...row, id: `planted${from}-${number}`, ...parties(number) }
          await writer.insertInto('offers').values(planted).execute()
        }
      })
    }
  })

  test('the open offers of one person leave room for those of others to the same receiver', async () => {
    const { offer, offers, person, folder, drive } = await open()
    for (let number = 0; number < MAX_OPEN_OFFERS_TO_ONE; number++) {
      await offer({ nodeId: (await folder(`f${number}`)).id, toSub: 'ben' })
    }
    const next = await folder('next')
    expect(await refusal(offer({ nodeId: next.id, toSub: 'ben' }))).toBe('resource_exhausted')
    await offer({ nodeId: next.id, toSub: 'leo' })
    const { id: nodeId } = await folder('hers', 'root', 'eva')
    await offer({ nodeId, toSub: 'ben' }, await drive.as('eva'))
    const { received } = await offers.list(person('ben'))
    expect(received).toHaveLength(MAX_OPEN_OFFERS_TO_ONE + 1)
  })

  test('with an account its offers go, and with a merged account they change hands', async () => {
    const { offer, offers, person, db, upload } = await open()
    const file = await upload('ana', 'notes.txt', SMALL)
    await offer()
    await offer({ nodeId: file.id, toSub: 'eva' })
    await db.write((writer) => deleteOffersOf(writer, 'eva'))
    expect((await offers.list(person('ana'))).given).toHaveLength(1)
    await db.write((writer) => handOverOffers(writer, { from: 'ben', to: 'eva' }))
    expect((await offers.list(person('ana'))).given).toMatchObject([{ to: { sub: 'eva' } }])
    await db.write((writer) => handOverOffers(writer, { from: 'eva', to: 'ana' }))
    expect(await offers.list(person('ana'))).toEqual({ given: [], received: [] })
  })
})

async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    const { error: name, description } = error as { error: string; description: string }
    return `${name}: ${description}`
  }
  return 'nothing'
}
