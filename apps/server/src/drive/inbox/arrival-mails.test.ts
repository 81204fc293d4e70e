import type { MailChoice } from '@awan/protocol/drive'
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { GATHER_MS, nextDaily } from './mail-times.ts'
import { openInbox } from './testing.ts'

onEachDatabase((openDatabase) => {
  /** Ana's drop folder, whose link decides about her mails. */
  async function open() {
    const world = await openInbox(await openDatabase())
    await world.addUser('ana')
    const { visitDrop, drives, links, ana, shared, clock } = world
    let made = 0
    const send = async () => {
      const access = await visitDrop('Zoe')
      await drives.transact({ ...access, right: 'add' }, async ({ drive, now }) => {
        drive.reach.arriving?.add({ id: `file${made++}`, kind: 'file', name: 'a', size: 1 }, now)
      })
    }
    await visitDrop('Zoe')
    const choose = async (arrivalMail: MailChoice | null) => {
      const [link] = await links.shareLinks.list(ana, shared.id)
      await links.shareLinks.change(ana, link?.grant_id ?? '', { options: { arrivalMail } })
    }
    const advanceTo = (time: number) => clock.advance(time - clock.now())
    return Object.assign(world, { send, choose, advanceTo })
  }

  test('a link that wants mails at once sends one for all that arrives within a while, whatever its reader chose for other folders', async () => {
    await using world = await open()
    const { choose, send, mail, clock } = world
    await choose('at_once')
    await send()
    expect(await mail()).toEqual([])
    clock.advance(GATHER_MS / 2)
    await send()
    await send()
    clock.advance(GATHER_MS / 2)
    const [first, ...more] = await mail()
    expect(more).toEqual([])
    expect(first).toMatchObject({ to: 'ana@example.org', purpose: 'dropArrived' })
    expect(first?.text).toContain('Files: 3')
    expect(await mail()).toEqual([])
  })

  test('a link that wants daily mails, or none, is obeyed by a reader who chose to get them at once', async () => {
    await using world = await open()
    const { choose, send, mail, clock, inbox, advanceTo } = world
    await inbox.changeSettings('ana', { drop_arrived: 'at_once' })
    await choose('daily')
    await send()
    clock.advance(GATHER_MS)
    expect(await mail()).toEqual([])
    advanceTo(nextDaily(clock.now()))
    expect(await mail()).toHaveLength(1)
    await inbox.markRead('ana', undefined)
    await choose('never')
    await send()
    advanceTo(nextDaily(clock.now()))
    expect(await mail()).toEqual([])
    await choose(null)
    await inbox.markRead('ana', undefined)
    await send()
    clock.advance(GATHER_MS)
    expect(await mail()).toHaveLength(1)
  })

  test('no link sends mails to somebody who has stopped them by the way out of one', async () => {
    await using world = await open()
    const { choose, send, mail, clock, unsubscribe, advanceTo } = world
    await choose('at_once')
    await send()
    clock.advance(GATHER_MS)
    const [first] = await mail()
    const token = new URL(first?.unsubscribeUrl ?? '').searchParams.get('token') ?? ''
    await unsubscribe.stop(token)
    await send()
    advanceTo(nextDaily(clock.now()))
    expect(await mail()).toEqual([])
  })

  test('of what waits for a daily mail, a link that wants mails at once makes one mail that comes sooner', async () => {
    await using world = await open()
    const { choose, send, mail, clock, advanceTo } = world
    await choose('daily')
    await send()
    await choose('at_once')
    await send()
    clock.advance(GATHER_MS)
    expect((await mail())[0]?.text).toContain('Files: 2')
    advanceTo(nextDaily(clock.now()))
    expect(await mail()).toEqual([])
  })
})
