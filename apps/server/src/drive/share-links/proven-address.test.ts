import { expect, test } from 'vitest'
import { VISITOR_CODES } from '../../account/index.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { HOUR_MS, refusal } from '../testing.ts'
import { openLinks, PASSWORD } from './testing.ts'

const BEN = 'ben@example.org'
const ASKS = { asksEmail: true }
const MINUTE_MS = 60_000

onEachDatabase((openDatabase) => {
  test('a link that asks for a mail address lets visitors in by the code that was sent there, once', async () => {
    const { share, open, sendCode, visitor, outbox } = await openLinks(await openDatabase())
    const { token } = await share(ASKS, 'drop')
    const refused = await open({ token }).catch((error) => error)
    expect(refused).toMatchObject({
      error: 'invalid_argument',
      details: [{ reason: 'LINK_VISITOR_EMAIL' }],
    })
    const emailCode = await sendCode({ token, email: ' Ben@Example.org ' })
    expect(outbox.messages()[0]).toMatchObject({ to: BEN, purpose: 'visitorCode' })
    const { visitToken } = await open({ token, emailCode })
    const again = await open({ token, visitToken })
    expect(visitor(again.visitToken).actor).toEqual(visitor(visitToken).actor)
    expect(await refusal(open({ token, emailCode }))).toBe('expired_verification_code')
  })

  test('of visitors who give the same code at once, one comes in', async () => {
    const { share, open, sendCode } = await openLinks(await openDatabase())
    const { token } = await share(ASKS, 'drop')
    const emailCode = await sendCode({ token, email: BEN })
    const all = await Promise.allSettled(
      Array.from({ length: 5 }, () => open({ token, emailCode })),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('five wrong codes use a code up, and ten minutes end it', async () => {
    const { share, open, sendCode, drive } = await openLinks(await openDatabase())
    const { token } = await share(ASKS, 'drop')
    const right = await sendCode({ token, email: BEN })
    const wrong = { id: right.id, code: right.code === '000000' ? '000001' : '000000' }
    for (let i = 0; i < 5; i++) {
      expect(await refusal(open({ token, emailCode: wrong }))).toBe('invalid_verification_code')
    }
    expect(await refusal(open({ token, emailCode: right }))).toBe('expired_verification_code')
    drive.clock.advance(MINUTE_MS)
    const late = await sendCode({ token, email: BEN })
    drive.clock.advance(10 * MINUTE_MS)
    expect(await refusal(open({ token, emailCode: late }))).toBe('expired_verification_code')
  })

  test('a code for one link opens no other, and needs the password of its own', async () => {
    const { share, open, sendCode } = await openLinks(await openDatabase())
    const { token } = await share({ ...ASKS, password: PASSWORD }, 'drop')
    const other = await share(ASKS, 'drop')
    expect(await refusal(sendCode({ token, email: BEN }))).toBe('permission_denied')
    const emailCode = await sendCode({ token, email: BEN, password: PASSWORD })
    expect(await refusal(open({ token: other.token, emailCode }))).toBe('invalid_verification_code')
    expect(await refusal(open({ token, emailCode }))).toBe('permission_denied')
    await open({ token, emailCode, password: PASSWORD })
  })

  test('an unknown link, a revoked one and one in the trash send nothing, in the same words', async () => {
    const parts = await openLinks(await openDatabase())
    const { share, shareLinks, ana, sendCode, drive, shared, outbox } = parts
    const revoked = await share(ASKS, 'drop')
    const inTrash = await share(ASKS, 'drop')
    await shareLinks.revoke(ana, revoked.id)
    await drive.tasks.begin('ana', 'trash', { ids: [shared.id] })
    const answers: unknown[][] = []
    for (const token of ['unknown', revoked.token, inTrash.token]) {
      const error = await sendCode({ token, email: BEN }).catch((refused) => refused)
      answers.push([error.error, error.description, error.details])
    }
    expect(answers).toEqual(answers.map(() => answers[0]))
    expect(answers[0]?.[0]).toBe('not_found')
    expect(outbox.messages()).toEqual([])
  })

  test('a link that asks for no mail address sends no code', async () => {
    const { share, sendCode, outbox } = await openLinks(await openDatabase())
    const { token } = await share({}, 'drop')
    expect(await refusal(sendCode({ token, email: BEN }))).toBe('failed_precondition')
    expect(outbox.messages()).toEqual([])
  })

  test('the owner sees who sent what with the proven address, and another address is another visitor', async () => {
    const { share, open, visit, visitor, sendCode, drive, shareLinks, ana, shared } =
      await openLinks(await openDatabase())
    const { token, id } = await share({ ...ASKS, asksName: true }, 'drop')
    const ben = await sendCode({ token, email: BEN })
    expect(await refusal(open({ token, emailCode: ben }))).toBe('invalid_argument')
    const { visitToken } = await open({ token, name: 'Ben', emailCode: ben })
    await drive.upload(visitor(visitToken), 'ben.txt', Buffer.from('b'), { parentId: shared.id })
    const eva = await sendCode({ token, email: 'eva@example.org' })
    const asEva = await visit(token, { visitToken, name: 'Eva', emailCode: eva })
    await drive.upload(asEva, 'eva.txt', Buffer.from('e'), { parentId: shared.id })
    const { received } = await shareLinks.received(ana, id, { size: 10, after: undefined })
    const said = received.map(({ node, arrival: { name, email } }) => [node.name, name, email])
    expect(said.toSorted()).toEqual([
      ['ben.txt', 'Ben', BEN],
      ['eva.txt', 'Eva', 'eva@example.org'],
    ])
  })

  test('without a name the proven address is the name, also of somebody who only renews their visit', async () => {
    const { share, open, visitor, sendCode, drive, shareLinks, ana, shared } = await openLinks(
      await openDatabase(),
    )
    const { token, id } = await share(ASKS, 'drop')
    const emailCode = await sendCode({ token, email: BEN })
    const first = await open({ token, emailCode })
    const { visitToken } = await open({ token, visitToken: first.visitToken })
    await drive.upload(visitor(visitToken), 'b.txt', Buffer.from('b'), { parentId: shared.id })
    const { received } = await shareLinks.received(ana, id, { size: 10, after: undefined })
    expect(received[0]?.arrival).toMatchObject({ name: BEN, email: BEN })
  })

  test('a visitor who is signed in proves an address too, and then wherever they come from', async () => {
    const { share, open, sendCode } = await openLinks(await openDatabase())
    const { token } = await share(ASKS, 'drop')
    expect(await refusal(open({ token }, { sub: 'eva' }))).toBe('invalid_argument')
    const emailCode = await sendCode({ token, email: BEN })
    await open({ token, emailCode }, { sub: 'eva' })
    await open({ token }, { sub: 'eva', address: '198.51.100.1' })
    expect(await refusal(open({ token }, { sub: 'ida' }))).toBe('invalid_argument')
  })

  test('asking for mail addresses ends the visits of those who have proven none', async () => {
    const { share, open, visitor, shareLinks, ana, drive, shared } = await openLinks(
      await openDatabase(),
    )
    const { token, id } = await share({}, 'drop')
    const { visitToken } = await open({ token })
    await shareLinks.change(ana, id, { options: { asksEmail: true } })
    expect(await refusal(drive.nodes.get(visitor(visitToken), shared.id))).toBe('not_found')
    expect(await refusal(open({ token, visitToken }))).toBe('invalid_argument')
  })

  test('nobody is flooded with codes: neither one address, nor many by one visitor or one link', async () => {
    const { share, sendCode, drive, outbox } = await openLinks(await openDatabase())
    const { token } = await share(ASKS, 'drop')
    const other = await share(ASKS, 'drop')
    await sendCode({ token, email: BEN })
    expect(await refusal(sendCode({ token, email: 'BEN@example.org' }))).toBe('resource_exhausted')
    // By whomever, and for whatever link.
    for (let i = 1; i < VISITOR_CODES.email.points; i++) {
      const link = i < VISITOR_CODES.emailAbout.points ? token : other.token
      await sendCode({ token: link, email: BEN }, { address: `198.51.100.${i}` })
    }
    const stranger = { address: '198.51.100.99' }
    expect(await refusal(sendCode({ token, email: BEN }, stranger))).toBe('resource_exhausted')
    expect(outbox.messages()).toHaveLength(VISITOR_CODES.email.points)
    drive.clock.advance(HOUR_MS)
    for (let i = 0; i < VISITOR_CODES.visitor.points; i++) {
      await sendCode({ token, email: `b${i}@example.org` })
    }
    const onceMore = () => sendCode({ token, email: 'c@example.org' })
    expect(await refusal(onceMore())).toBe('resource_exhausted')
    for (let i = VISITOR_CODES.visitor.points; i < VISITOR_CODES.about.points; i++) {
      await sendCode({ token, email: `d${i}@example.org` }, { address: `203.0.113.${i}` })
    }
    const last = { token, email: 'e@example.org' }
    expect(await refusal(sendCode(last, stranger))).toBe('resource_exhausted')
    await sendCode({ ...last, token: other.token }, stranger)
  })

  test('the codes of a day to one address are few, by however many strangers', async () => {
    const { share, sendCode, drive, outbox } = await openLinks(await openDatabase())
    const links = [await share(ASKS, 'drop'), await share(ASKS, 'drop'), await share(ASKS, 'drop')]
    let asked = 0
    for (let hour = 0; hour < 4; hour++) {
      for (const { token } of links) {
        for (let n = 0; n < 5; n++) {
          const address = `198.51.${Math.floor(asked / 200)}.${asked++ % 200}`
          await sendCode({ token, email: BEN }, { address }).catch(() => undefined)
        }
      }
      drive.clock.advance(HOUR_MS)
    }
    expect(outbox.messages()).toHaveLength(VISITOR_CODES.emailPerDay.stranger.points)
    drive.clock.advance(24 * HOUR_MS)
    await sendCode({ token: links[0]?.token ?? '', email: BEN })
  })

  test('strangers who use up the codes of one link leave those of another for the same address', async () => {
    const { share, sendCode } = await openLinks(await openDatabase())
    const [theirs, mine] = [await share(ASKS, 'drop'), await share(ASKS, 'drop')]
    for (let n = 0; n < VISITOR_CODES.emailAbout.points; n++) {
      await sendCode({ token: theirs.token, email: BEN }, { address: `198.51.100.${n}` })
    }
    const further = { address: '198.51.100.99' }
    const refused = await refusal(sendCode({ token: theirs.token, email: BEN }, further))
    expect(refused).toBe('resource_exhausted')
    await sendCode({ token: mine.token, email: BEN })
  })

  test('strangers never use up the codes of a device that has proven the address, or signed in with it', async () => {
    const { share, sendCode, open, devices, drive } = await openLinks(await openDatabase())
    const links = [await share(ASKS, 'drop'), await share(ASKS, 'drop')]
    const { token } = links[0] ?? { token: '' }
    const emailCode = await sendCode({ token, email: BEN }, { deviceId: 'phone' })
    await open({ token, emailCode }, { deviceId: 'phone' })
    devices.set('laptop', `email:${BEN}`)
    let asked = 0
    for (let hour = 0; hour < 2; hour++) {
      drive.clock.advance(HOUR_MS)
      for (const link of links) {
        for (let n = 0; n < 6; n++) {
          const caller = { address: `198.51.100.${asked++}`, deviceId: `d${asked}` }
          await sendCode({ token: link.token, email: BEN }, caller).catch(() => undefined)
        }
      }
    }
    const stranger = sendCode({ token, email: BEN }, { deviceId: 'other' })
    expect(await refusal(stranger)).toBe('resource_exhausted')
    await sendCode({ token, email: BEN }, { deviceId: 'phone' })
    drive.clock.advance(MINUTE_MS)
    await sendCode({ token, email: BEN }, { deviceId: 'laptop' })
    const elsewhere = sendCode({ token, email: 'eva@example.org' }, { deviceId: 'phone' })
    await elsewhere
  })

  test('a visitor who asks for several codes brings work for each further one', async () => {
    const { share, sendCode, risks } = await openLinks(await openDatabase())
    const { token } = await share(ASKS, 'drop')
    const risk = risks.get('POST:/drive/v1/links:sendCode')
    const work = (address: string) =>
      risk?.attempt({ contact: risk.subjectOf?.({ token }) ?? '', caller: { address } as never })
    for (let i = 0; i < 5; i++) {
      expect(await work('192.0.2.1')).toBe(0)
      await sendCode({ token, email: `b${i}@example.org` })
    }
    expect(await work('192.0.2.1')).toBe(1)
    await sendCode({ token, email: 'c@example.org' })
    expect(await work('192.0.2.1')).toBe(2)
    expect(await work('198.51.100.1')).toBe(0)
  })

  test('neither a code nor what it proves can be read in the database as a way in', async () => {
    const { share, sendCode, drive } = await openLinks(await openDatabase())
    const { token } = await share(ASKS, 'drop')
    const { code } = await sendCode({ token, email: BEN })
    const rows = await drive.db.read((reader) =>
      reader.selectFrom('verifications').selectAll().execute(),
    )
    expect(rows).toHaveLength(1)
    expect(Object.values(rows[0] ?? {})).not.toContain(code)
  })

  test('a server that sends no mail takes no link that asks for a mail address', async () => {
    const parts = await openLinks(await openDatabase(), { sendsMail: false })
    expect(parts.shareLinks.canMail).toBe(false)
    expect(await refusal(parts.share(ASKS, 'drop'))).toBe('failed_precondition')
    const { id } = await parts.share({}, 'drop')
    const asked = parts.shareLinks.change(parts.ana, id, { options: ASKS })
    expect(await refusal(asked)).toBe('failed_precondition')
  })

  test('only a drop folder asks for mail addresses, and stops with another role', async () => {
    const { share, shareLinks, ana } = await openLinks(await openDatabase())
    expect(await refusal(share(ASKS, 'viewer'))).toBe('invalid_argument')
    const { id } = await share(ASKS, 'drop')
    const changed = await shareLinks.change(ana, id, { role: 'viewer', options: {} })
    expect(changed.asks_email).toBe(0)
  })
})
