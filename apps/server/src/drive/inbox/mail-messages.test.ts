import { expect, test } from 'vitest'
import { INBOX_MAILS_PER_DAY } from '../../account/index.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { refusal } from '../testing.ts'
import { mailChore } from './mail-messages.ts'
import { nextDaily } from './mail-times.ts'
import { MORNING, openInbox } from './testing.ts'

const HOUR_MS = 3_600_000

onEachDatabase((openDatabase) => {
  async function open() {
    const world = await openInbox(await openDatabase())
    await world.addUser('ben')
    return world
  }

  test('a mail tells at once what was shared, several things in one mail, with one-click unsubscribing', async () => {
    await using world = await open()
    const { share, shared, outer, mail } = world
    await share(shared.id, 'ben')
    await share(outer.id, 'ben', 'editor')
    const [first, ...more] = await mail()
    expect(more).toEqual([])
    expect(first).toMatchObject({
      to: 'ben@example.org',
      purpose: 'sharedWithYou',
      subject: 'Somebody shared something with you on Awan',
      unsubscribeUrl: expect.stringMatching(
        /^https:\/\/drive\.test\/drive\/v1\/inbox\/unsubscribe\?token=[\w-]+$/,
      ),
    })
    expect(first?.text).toContain('From: ana\nFile or folder: shared\nRole: Viewer')
    expect(first?.text).toContain('File or folder: outer\nRole: Editor')
    expect(first?.text).toContain('Open the inbox: https://drive.test/inbox')
    expect(first?.text).toContain(`Stop these mails: ${first?.unsubscribeUrl}`)
    expect(first?.html).toContain(first?.unsubscribeUrl)
    expect(await mail()).toEqual([])
  })

  test('a mail is in the language of its reader', async () => {
    await using world = await open()
    await world.addUser('eva', { locale: 'ko' })
    await world.share(world.shared.id, 'eva')
    const [mail] = await world.mail()
    expect(mail?.subject).toBe('Awan에서 새 항목을 공유받았습니다')
    expect(mail?.text).toContain('역할: 뷰어')
  })

  test('daily mails wait for their hour, and a person who chose never gets none', async () => {
    await using world = await open()
    const { share, shares, ana, shared, outer, mail, clock, inbox } = world
    const grant = await share(shared.id, 'ben')
    await mail()
    await shares.change(ana, grant.id, { role: 'editor' })
    expect(await mail()).toEqual([])
    clock.advance(nextDaily(MORNING) - MORNING - 1)
    expect(await mail()).toEqual([])
    clock.advance(1)
    expect(await mail()).toMatchObject([{ purpose: 'roleChanged' }])
    await shares.change(ana, grant.id, { role: 'viewer' })
    await inbox.changeSettings('ben', { role_changed: 'never', shared_with_you: 'never' })
    await share(outer.id, 'ben')
    clock.advance(48 * HOUR_MS)
    expect(await mail()).toEqual([])
    expect(await inbox.settings('ben')).toMatchObject({
      role_changed: 'never',
      shared_with_you: 'never',
      access_asked: 'at_once',
      transfer_offered: 'at_once',
      transfer_answered: 'daily',
    })
  })

  test('no mail is sent for what was read, and none names what its reader no longer sees', async () => {
    await using world = await open()
    const { share, shared, outer, inbox, mail, drive } = world
    await share(shared.id, 'ben')
    await inbox.markRead('ben', undefined)
    expect(await mail()).toEqual([])
    await share(outer.id, 'ben')
    await drive.tasks.begin('ana', 'trash', { ids: [outer.id] })
    expect(await mail()).toEqual([])
  })

  test('an address that was not proven gets no mail', async () => {
    await using world = await open()
    const { db, share, shared, mail } = world
    await db.write((writer) => writer.updateTable('users').set({ email_verified: 0 }).execute())
    await share(shared.id, 'ben')
    expect(await mail()).toEqual([])
  })

  test('nobody gets more mails in a day than the limit, and the rest on the next day', async () => {
    await using world = await open()
    const { folder, outer, share, shares, as, mail, clock } = world
    const sharers = ['cleo', 'dora', 'eva', 'finn', 'gita']
    for (const sub of sharers) await share(outer.id, sub, 'manager')
    let sent = 0
    for (let at = 0; at < INBOX_MAILS_PER_DAY + 3; at++) {
      const { id: nodeId } = await folder(`folder ${at}`, outer.id)
      const grantee = { kind: 'person', sub: 'ben' } as const
      await shares.create(as(sharers[at % 5] ?? ''), { nodeId, grantee, role: 'viewer' })
      sent += (await mail()).length
    }
    expect(sent).toBe(INBOX_MAILS_PER_DAY)
    clock.advance(24 * HOUR_MS)
    const [rest, ...more] = await mail()
    expect(more).toEqual([])
    for (const at of [20, 21, 22]) expect(rest?.text).toContain(`File or folder: folder ${at}`)
  })

  test('one person causes five mails a day to another, and what others do is still mailed at once', async () => {
    await using world = await open()
    const { folder, outer, share, shares, as, mail, clock } = world
    await share(outer.id, 'mia', 'manager')
    const asMia = as('mia')
    const shareBy = async (access: typeof asMia, name: string) => {
      const { id: nodeId } = await folder(name, outer.id)
      const grantee = { kind: 'person', sub: 'ben' } as const
      await shares.create(access, { nodeId, grantee, role: 'viewer' })
      return (await mail()).length
    }
    const counts: number[] = []
    for (let at = 0; at < 7; at++) counts.push(await shareBy(asMia, `folder ${at}`))
    expect(counts).toEqual([1, 1, 1, 1, 1, 0, 0])
    expect(await shareBy(as('ana'), 'of Ana')).toBe(1)
    clock.advance(24 * HOUR_MS)
    const [rest, ...more] = await mail()
    expect(more).toEqual([])
    for (const at of [5, 6]) expect(rest?.text).toContain(`File or folder: folder ${at}`)
  })

  test('the token of a mail stops its own kind of mails, reveals nothing, and cannot be forged', async () => {
    await using world = await open()
    const { share, shared, outer, mail, inbox, unsubscribe } = world
    await share(shared.id, 'ben')
    const [first] = await mail()
    const token = new URL(first?.unsubscribeUrl ?? '').searchParams.get('token') ?? ''
    const readable = Buffer.from(token, 'base64url').toString('latin1')
    expect(readable).not.toContain('ben')
    expect(readable).not.toContain('shared')
    await unsubscribe.stop(token)
    await unsubscribe.stop(token)
    expect(await inbox.settings('ben')).toEqual({
      shared_with_you: 'never',
      role_changed: 'daily',
      access_ended: 'daily',
      drop_arrived: 'daily',
      access_asked: 'at_once',
      transfer_offered: 'at_once',
      transfer_answered: 'daily',
      manager_appointed: 'at_once',
    })
    await share(outer.id, 'ben')
    expect(await mail()).toEqual([])
    const forged = token.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))
    for (const wrong of [forged, '', 'x'])
      expect(await refusal(unsubscribe.stop(wrong))).toBe('invalid_argument')
  })
  test('the token of a mail to an account that is gone is answered as one that is not ours', async () => {
    await using world = await open()
    const { db, share, shared, mail, unsubscribe, gone } = world
    await share(shared.id, 'ben')
    const [first] = await mail()
    const token = new URL(first?.unsubscribeUrl ?? '').searchParams.get('token') ?? ''
    gone.add('ben')
    const answers = []
    for (const work of [unsubscribe.check, unsubscribe.stop]) {
      for (const given of [token, 'x']) {
        const error = await work(given).then(
          () => undefined,
          (refused) => refused,
        )
        answers.push({ error: error?.error, description: error?.description })
      }
    }
    for (const answer of answers) expect(answer).toEqual(answers[3])
    expect(answers[3]).toMatchObject({ error: 'invalid_argument' })
    const rows = await db.read((reader) =>
      reader.selectFrom('inbox_settings').selectAll().execute(),
    )
    expect(rows).toEqual([])
  })

  test('of two processes that send mails at the same time, each goes on where the other was faster', async () => {
    await using world = await open()
    await world.addUser('eva')
    for (const sub of ['ben', 'eva']) await world.share(world.shared.id, sub)
    const other = mailChore(world.mailing)
    let isFirst = true
    const chore = mailChore({
      ...world.mailing,
      async describe(...args) {
        // All is sent by the other one while this one looks at its first mail.
        if (isFirst) await other.run()
        isFirst = false
        return world.mailing.describe(...args)
      },
    })
    await chore.run()
    await world.mail()
    expect(world.sent.map(({ to }) => to).toSorted()).toEqual([
      'ben@example.org',
      'eva@example.org',
    ])
  })
})
