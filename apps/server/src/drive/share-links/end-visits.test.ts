import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import type { Access } from '../access/access.ts'
import { joinDrive, refusal } from '../testing.ts'
import { openLinks, PASSWORD } from './testing.ts'

onEachDatabase((openDatabase) => {
  /** A visit, and all that can be made from it, in this process and in another one. */
  async function visited() {
    const parts = await openLinks(await openDatabase())
    const { drive, share, shareLinks, ana, shared, visit } = parts
    const other = joinDrive(drive.db, drive.blobs, { clock: drive.clock, lookEveryMs: 20 })
    onTestFinished(async () => {
      await drive.signals[Symbol.asyncDispose]()
      await other.signals[Symbol.asyncDispose]()
    })
    const picture = await drive.upload('ana', 'b.png', Buffer.from('b'), { parentId: shared.id })
    const { id, token } = await share({}, 'editor')
    const access = await visit(token)
    const content = await drive.downloads.createLink(access, picture.id)
    const archive = await drive.archives.createLink(access, [shared.id])
    const { node } = await drive.nodes.get(access, picture.id)
    const thumbnail = drive.thumbnails.linkOf(access, node)?.split('/').at(-1) ?? ''
    const streams = await Promise.all(
      [drive, other].map((each) => each.following.events.open(access, async () => {})),
    )
    const ended = Promise.all(streams.map((stream) => once(stream.resume(), 'end')))
    const outcomes = async () => [
      await outcome(drive.nodes.get(access, shared.id)),
      await outcome(drive.downloads.openLink(content.link)),
      await outcome(drive.archives.openLink(archive.link)),
      await outcome(drive.thumbnails.openLink(thumbnail, 256)),
    ]
    return { shareLinks, ana, id, token, access, drive, visit, outcomes, ended, streams }
  }

  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => 'open',
      (error) => error.error,
    )
  const OPEN = ['open', 'open', 'open', 'aborted']
  const ENDED = ['not_found', 'not_found', 'not_found', 'not_found']

  test.each([
    ['revoking a link', undefined],
    ['setting its password', { options: { password: PASSWORD } }],
    ['lowering its role', { role: 'viewer', options: {} }],
    ['giving it a custom name', { options: { password: PASSWORD, customName: 'summer' } }],
  ] as const)(
    '%s ends its visits, signed links, thumbnails, archives and event streams in every process',
    async (_, set) => {
      const { shareLinks, ana, id, outcomes, ended } = await visited()
      expect(await outcomes()).toEqual(OPEN)
      await (set ? shareLinks.change(ana, id, set) : shareLinks.revoke(ana, id))
      expect(await outcomes()).toEqual(ENDED)
      await ended
    },
  )

  test('a change of label, note, limits or expiry leaves visits as they are', async () => {
    const { shareLinks, ana, id, outcomes, streams, drive } = await visited()
    const expiresAt = drive.clock.now() + 1000
    await shareLinks.change(ana, id, {
      options: { label: 'a', note: 'b', downloadLimit: 5, asksName: true, expiresAt },
    })
    expect(await outcomes()).toEqual(OPEN)
    for (const stream of streams) stream.destroy()
    drive.clock.advance(1000)
    expect(await outcomes()).toEqual(ENDED)
  })

  test('what a visitor added is not theirs after the link got another password', async () => {
    const { shareLinks, ana, id, token, access, drive, visit, ended } = await visited()
    const folder = { parentId: 'root', name: 'mine', conflict: 'fail' } as const
    const made = await drive.nodes.createFolder({ ...access, right: 'add' }, folder)
    await shareLinks.change(ana, id, { role: 'contributor', options: { password: PASSWORD } })
    await ended
    const again = await visit(token, { password: PASSWORD })
    const renamed = drive.nodes.update({ ...again, right: 'edit' }, made.id, {
      name: 'yours',
      conflict: 'fail',
    })
    expect(await refusal(renamed)).toBe('permission_denied')
  })

  test('the visitors of a link together follow changes with a limited number of calls at a time', async () => {
    const parts = await openLinks(await openDatabase(), { maxOpenPerPerson: 1 })
    const { drive, share, visit, ana } = parts
    const { token } = await share()
    const visitors = await Promise.all(Array.from({ length: 33 }, () => visit(token)))
    const follow = (access: Access) => drive.following.events.open(access, async () => {})
    const outcomes = await Promise.allSettled(visitors.map(follow))
    const streams = outcomes.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    onTestFinished(async () => {
      for (const stream of streams) stream.destroy()
      await drive.signals[Symbol.asyncDispose]()
    })
    expect(streams).toHaveLength(32)
    const late = visitors[outcomes.findIndex(({ status }) => status === 'rejected')]
    if (!late) throw new Error('all of them follow')
    expect(await refusal(follow(late))).toBe('resource_exhausted')
    // Neither another link nor the owner is kept out.
    streams.push(await follow(await visit((await share()).token)), await follow(ana))
    const [first] = streams
    if (first) await once(first.destroy(), 'close')
    streams.push(await follow(late))
  })
})
