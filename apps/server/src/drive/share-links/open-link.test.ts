import { isServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { VISIT_TTL_MS } from '../access/visits.ts'
import { HOUR_MS, refusal } from '../testing.ts'
import { cheapHashing, openLinks, PASSWORD } from './testing.ts'
import { toVisit } from './to-link.ts'

onEachDatabase((openDatabase) => {
  test('an opened link tells its visitor its label, role, owner and node, and lets them in', async () => {
    const { share, open, drive, visitor, shared, secret, file } = await openLinks(
      await openDatabase(),
    )
    const { token } = await share({ label: 'Summer', note: 'for the choir' })
    const opened = await open({ token })
    const { visit_token, ...told } = toVisit(opened, drive.clock.now())
    expect(told).toEqual({
      expires_in: VISIT_TTL_MS / 1000,
      drive_id: shared.drive_id,
      node: { id: shared.id, name: 'shared', kind: 'folder' },
      role: 'viewer',
      label: 'Summer',
      owner_name: 'ana',
      allow_download: true,
    })
    const access = visitor(visit_token)
    expect((await drive.nodes.get(access, file.id)).node.name).toBe('a.txt')
    expect(await refusal(drive.nodes.get(access, secret.id))).toBe('not_found')
  })

  test('a link with a password opens with it alone, and tells nothing before', async () => {
    const { share, open } = await openLinks(await openDatabase())
    const { token } = await share({ password: PASSWORD, label: 'Summer' })
    for (const password of [undefined, '', 'wrong']) {
      const refused = await open({ token, password }).catch((error) => error)
      expect(isServiceError(refused, 'permission_denied')).toBe(true)
      expect(refused.details).toMatchObject([{ reason: 'LINK_PASSWORD' }])
      expect(JSON.stringify(refused)).not.toMatch(/Summer|shared|ana/)
    }
    await open({ token, password: PASSWORD })
  })

  test('a visit continues without the password, until the link gets another one', async () => {
    const { share, open, visitor, shareLinks, ana } = await openLinks(await openDatabase())
    const { id, token } = await share({ password: PASSWORD })
    const { visitToken } = await open({ token, password: PASSWORD })
    const again = await open({ token, visitToken })
    expect(visitor(again.visitToken).actor).toEqual(visitor(visitToken).actor)
    expect(await refusal(open({ token, visitToken, password: 'wrong' }))).toBe('permission_denied')
    const other = await share({ password: PASSWORD })
    expect(await refusal(open({ token: other.token, visitToken }))).toBe('permission_denied')
    await shareLinks.change(ana, id, { options: { password: `${PASSWORD} 2` } })
    expect(await refusal(open({ token, visitToken }))).toBe('permission_denied')
  })

  test('a visitor is told how many downloads are left, where they are limited', async () => {
    const { share, open, drive } = await openLinks(await openDatabase())
    const { token, drive_id, grant_id } = await share({ downloadLimit: 3 })
    const done = { visitor_id: 'v', item: 'i', held_until: 1, completed_at: 1 }
    await drive.db.write((writer) =>
      writer
        .insertInto('link_downloads')
        .values({ drive_id, grant_id, ...done })
        .execute(),
    )
    expect(toVisit(await open({ token }), drive.clock.now()).downloads_left).toBe(2)
  })

  test('unknown, revoked, expired, used-up and ownerless links give one answer, and so do links to what is in the trash', async () => {
    const parts = await openLinks(await openDatabase())
    const { share, open, shareLinks, drive, ana, frozen, shared } = parts
    const answers: unknown[] = []
    const note = async (token: string, password?: string) => {
      const refused = await open({ token, password }).catch((error) => error)
      answers.push({ error: refused.error, description: refused.description, ...refused.details })
    }
    await note('unknown')
    await note('unknown', PASSWORD)
    const revoked = await share()
    await shareLinks.revoke(ana, revoked.id)
    await note(revoked.token)
    const expired = await share({ expiresAt: drive.clock.now() + HOUR_MS })
    drive.clock.advance(HOUR_MS)
    await note(expired.token)
    const usedUp = await share({ downloadLimit: 1 })
    const { drive_id, grant_id } = usedUp
    const done = { visitor_id: 'v', item: 'i', held_until: 1, completed_at: 1 }
    await drive.db.write((writer) =>
      writer
        .insertInto('link_downloads')
        .values({ drive_id, grant_id, ...done })
        .execute(),
    )
    await note(usedUp.token)
    const kept = await share({ password: PASSWORD })
    frozen.add('ana')
    await note(kept.token)
    await note(kept.token, PASSWORD)
    frozen.delete('ana')
    await drive.tasks.begin('ana', 'trash', { ids: [shared.id] })
    await note(kept.token, PASSWORD)
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ error: 'not_found' })
  })

  test('every refusal takes one check of a password', async () => {
    const checked: string[] = []
    const hashing = {
      ...cheapHashing,
      verify(stored: string, password: string) {
        checked.push(password)
        return cheapHashing.verify(stored, password)
      },
    }
    const { share, shareLinks, ana, open } = await openLinks(await openDatabase(), { hashing })
    const revoked = await share({ password: PASSWORD })
    await shareLinks.revoke(ana, revoked.id)
    const kept = await share({ password: PASSWORD })
    for (const [token, password] of [
      ['unknown', undefined],
      ['unknown', 'guess'],
      [revoked.token, undefined],
      [revoked.token, 'guess'],
      [kept.token, 'guess'],
    ] as const) {
      await refusal(open({ token, password }))
      expect(checked.splice(0)).toEqual([password ?? ''])
    }
  })

  test('wrong passwords cost work after a few tries, by link and by address, and an address is refused in the end', async () => {
    const { share, open, risks, drive } = await openLinks(await openDatabase())
    const risk = risks.get('POST:/drive/v1/links:open')
    const { token } = await share({ password: PASSWORD })
    const assess = (of: string, address: string) =>
      risk?.assess({
        contact: risk.subjectOf?.({ token: of }) ?? '',
        caller: { address } as never,
      })
    for (let i = 0; i < 5; i++) {
      expect(await assess(token, '192.0.2.1')).toBe(0)
      await refusal(open({ token, password: `wrong ${i}` }))
    }
    expect(await assess(token, '192.0.2.1')).toBe(1)
    expect(await assess('another', '192.0.2.1')).toBe(1)
    expect(await assess(token, '192.0.2.2')).toBe(0)
    for (let i = 0; i < 5; i++) {
      await refusal(open({ token, password: 'wrong' }, { address: `198.51.100.${i}` }))
    }
    expect(await assess(token, '192.0.2.2')).toBe(1)
    expect(await assess('another', '192.0.2.2')).toBe(0)
    // Whoever knows the password is not counted.
    await open({ token, password: PASSWORD }, { address: '192.0.2.3' })
    expect(await assess('another', '192.0.2.3')).toBe(0)
    const outcomes: string[] = []
    for (let i = 0; i < 60; i++) outcomes.push(await refusal(open({ token, password: 'wrong' })))
    expect(outcomes[0]).toBe('permission_denied')
    expect(outcomes.at(-1)).toBe('resource_exhausted')
    drive.clock.advance(HOUR_MS)
    await open({ token, password: PASSWORD })
  })

  test('a link that asks for a name takes it of the visitor, of an earlier visit or of the account', async () => {
    const { share, open, drive } = await openLinks(await openDatabase())
    const { token } = await share({ asksName: true })
    const refused = await open({ token }).catch((error) => error)
    expect(refused).toMatchObject({
      error: 'invalid_argument',
      details: [{ reason: 'LINK_VISITOR_NAME' }],
    })
    const { visitToken } = await open({ token, name: 'Ben of the choir' })
    await open({ token, visitToken })
    await open({ token }, { sub: 'kai' })
    const rows = await drive.db.read((reader) =>
      reader.selectFrom('link_visitors').select(['name', 'sub']).orderBy('name').execute(),
    )
    expect(rows).toEqual([
      { name: 'Ben of the choir', sub: null },
      { name: 'kai', sub: 'kai' },
    ])
  })

  test('a visitor stays the same with the token of an earlier visit, and a person wherever they come from', async () => {
    const { share, open, visitor } = await openLinks(await openDatabase())
    const [one, two] = [await share(), await share()]
    const idOf = (visitToken: string) => {
      const { actor } = visitor(visitToken)
      return actor.kind === 'visitor' && actor.visitorId
    }
    const first = await open({ token: one.token })
    const again = await open({ token: one.token, visitToken: first.visitToken })
    expect(idOf(again.visitToken)).toBe(idOf(first.visitToken))
    const elsewhere = await open({ token: two.token, visitToken: first.visitToken })
    expect(idOf(elsewhere.visitToken)).not.toBe(idOf(first.visitToken))
    const forged = await open({ token: one.token, visitToken: `${first.visitToken}x` })
    expect(idOf(forged.visitToken)).not.toBe(idOf(first.visitToken))
    const [here, there] = [
      await open({ token: one.token }, { sub: 'kai' }),
      await open({ token: one.token }, { sub: 'kai', address: '192.0.2.9' }),
    ]
    expect(idOf(here.visitToken)).toBe(idOf(there.visitToken))
    const other = await open({ token: one.token }, { sub: 'eva' })
    expect(idOf(other.visitToken)).not.toBe(idOf(here.visitToken))
  })
})
