import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { refusal } from '../testing.ts'
import { DECLINED_MS } from './access-requests.ts'
import { openInbox } from './testing.ts'

onEachDatabase((openDatabase) => {
  async function open() {
    const world = await openInbox(await openDatabase())
    const { ana, requests } = world
    const person = (sub: string) => ({ sub, sessionId: sub })
    const ask = (sub: string, fileId: string, message?: string) =>
      requests.ask(sub, { driveId: ana.driveId, fileId, message })
    return { ...world, person, ask }
  }

  test('the owner and all managers get a request, and one of them grants it with a role', async () => {
    await using world = await open()
    const { ask, share, outer, shared, read, requests, person, shares, ana, as, drive, clock } =
      world
    await share(outer.id, 'mia', 'manager')
    await share(outer.id, 'eva', 'editor')
    clock.advance(1000)
    await ask('ben', shared.id, 'I need the pictures')
    const expected = {
      kind: 'access_asked',
      actor: { sub: 'ben', name: 'ben' },
      file: { id: shared.id, name: 'shared' },
      text: 'I need the pictures',
      state: 'open',
    }
    const [atAna] = await read('ana')
    expect(atAna).toMatchObject(expected)
    const [atMia] = await read('mia')
    expect(atMia).toMatchObject(expected)
    expect((await read('eva')).map(({ kind }) => kind)).toEqual(['shared_with_you'])
    await requests.grant(person('mia'), atMia?.id ?? '', 'editor')
    expect(await read('ben')).toMatchObject([
      { kind: 'shared_with_you', role: 'editor', actor: { sub: 'mia' } },
    ])
    const { grants } = await shares.list(ana, shared.id)
    expect(grants[0]).toMatchObject({ grantee: { sub: 'ben' }, role: 'editor' })
    expect((await drive.nodes.get(as('ben'), shared.id)).node.name).toBe('shared')
    expect((await read('ana'))[0]).toMatchObject({ state: 'granted', read: true })
    const again = requests.grant(person('ana'), atAna?.id ?? '', 'viewer')
    expect(await refusal(again)).toBe('failed_precondition')
  })

  test('a request is answered alike for what does not exist, is in the trash or is visible already, and tells nobody', async () => {
    await using world = await open()
    const { ask, requests, share, outer, shared, read, drive } = world
    await share(shared.id, 'eva')
    expect(await ask('ben', 'nothing')).toBeUndefined()
    const nowhere = { driveId: 'nowhere', fileId: shared.id, message: undefined }
    expect(await requests.ask('ben', nowhere)).toBeUndefined()
    expect(await ask('eva', shared.id)).toBeUndefined()
    expect(await ask('ana', shared.id)).toBeUndefined()
    expect(await ask('AMS=1', shared.id)).toBeUndefined()
    await drive.tasks.begin('ana', 'trash', { ids: [outer.id] })
    expect(await ask('ben', shared.id)).toBeUndefined()
    expect(await read('ana')).toEqual([])
  })

  test('asking again adds nothing while a request is open, and for a week after it was declined', async () => {
    await using world = await open()
    const { ask, shared, read, requests, person, clock } = world
    await ask('ben', shared.id)
    await ask('ben', shared.id)
    const [asked, ...more] = await read('ana')
    expect(more).toEqual([])
    await requests.decline(person('ana'), asked?.id ?? '')
    expect(await read('ana')).toMatchObject([{ state: 'declined', read: true }])
    expect(await read('ben')).toEqual([])
    await ask('ben', shared.id)
    expect(await read('ana')).toHaveLength(1)
    clock.advance(DECLINED_MS)
    await ask('ben', shared.id)
    expect(await read('ana')).toMatchObject([{ state: 'open' }, { state: 'declined' }])
  })

  test('a declined request cannot be repeated for a week, also where its message was deleted', async () => {
    await using world = await open()
    const { ask, shared, read, requests, inbox, person, clock } = world
    await ask('ben', shared.id, 'please')
    const [asked] = await read('ana')
    await requests.decline(person('ana'), asked?.id ?? '')
    await inbox.delete('ana', asked?.id ?? '')
    expect(await read('ana')).toEqual([])
    expect(await refusal(inbox.delete('ana', asked?.id ?? ''))).toBe('not_found')
    await ask('ben', shared.id)
    expect(await read('ana')).toEqual([])
    clock.advance(DECLINED_MS)
    await ask('ben', shared.id)
    expect(await read('ana')).toMatchObject([{ state: 'open' }])
  })

  test('a request that its reader deletes unanswered cannot be repeated for a week, and others still answer it', async () => {
    await using world = await open()
    const { ask, share, outer, shared, read, requests, inbox, person, clock } = world
    await share(outer.id, 'mia', 'manager')
    await ask('ben', shared.id, 'please')
    for (let times = 0; times < 3; times++) {
      const [asked] = await read('ana')
      if (asked) await inbox.delete('ana', asked.id)
      expect(await read('ana')).toEqual([])
      await ask('ben', shared.id, 'please, please')
    }
    const unanswered = (await read('mia')).filter(({ kind }) => kind === 'access_asked')
    expect(unanswered).toMatchObject([{ state: 'open' }])
    await inbox.delete('mia', unanswered[0]?.id ?? '')
    await ask('ben', shared.id)
    expect(await read('ana')).toEqual([])
    clock.advance(DECLINED_MS)
    await ask('ben', shared.id)
    const [again] = await read('ana')
    expect(again).toMatchObject({ state: 'open' })
    await inbox.delete('mia', (await read('mia'))[0]?.id ?? '')
    await requests.grant(person('ana'), again?.id ?? '', 'viewer')
    expect(await read('ben')).toMatchObject([{ kind: 'shared_with_you' }])
  })

  test('only somebody who was asked and may still share can answer', async () => {
    await using world = await open()
    const { ask, share, shares, shared, outer, ana, read, requests, person } = world
    const grant = await share(outer.id, 'mia', 'manager')
    await ask('ben', shared.id, 'please')
    const [atMia] = (await read('mia')).filter(({ kind }) => kind === 'access_asked')
    const id = atMia?.id ?? ''
    expect(await refusal(requests.grant(person('ben'), id, 'viewer'))).toBe('not_found')
    await shares.change(ana, grant.id, { role: 'viewer' })
    expect(await refusal(requests.grant(person('mia'), id, 'viewer'))).toBe('permission_denied')
    const [hidden] = (await read('mia')).filter(({ kind }) => kind === 'access_asked')
    expect(hidden).not.toHaveProperty('file')
    expect(hidden).not.toHaveProperty('text')
    await shares.revoke(ana, grant.id)
    expect(await refusal(requests.decline(person('mia'), id))).toBe('not_found')
    const [told] = await read('mia')
    expect(await refusal(requests.grant(person('mia'), told?.id ?? '', 'viewer'))).toBe('not_found')
  })
})
