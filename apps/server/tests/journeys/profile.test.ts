import { expect, test } from 'vitest'
import { onEachBackend } from '../testing/backends.ts'
import { createPerson, createSignedUpPerson } from '../testing/person.ts'
import { startServer } from '../testing/server.ts'

onEachBackend((prepare) => {
  test('[CAL-22] [CAL-25] [CAL-26] a person edits their profile and is found by user name, e-mail or id', async () => {
    await using server = await startServer(await prepare())
    const [ana, ben] = [
      await createSignedUpPerson(server.url),
      await createSignedUpPerson(server.url),
    ]
    const said = {
      name: '김민지',
      username: 'minji',
      gender: 'FEMALE',
      birthdate: '1999-02-28',
      zoneinfo: 'Asia/Seoul',
      locale: 'ko',
      address: { locality: '서울', country: 'KR' },
    }
    expect(await ana.client.user.update(said)).toMatchObject(said)
    const me = await ana.client.user.me()
    expect(me).toMatchObject(said)
    await ana.client.user.update({ gender: 'OTHER' })
    expect(await ana.client.user.me()).toMatchObject({ ...said, gender: 'OTHER' })
    const taken = ben.client.user.update({ username: 'Minji' })
    await expect(taken).rejects.toMatchObject({ error: 'already_exists' })

    const found = { total: 1, data: [{ sub: me.sub, name: '김민지' }] }
    expect(await ben.client.user.query({ username: 'minji' })).toEqual(found)
    expect(await ben.client.user.query({ email: ana.email })).toEqual(found)
    const { sub } = await ben.client.user.me()
    const both = await ben.client.user.query({ id: [me.sub, sub, 'nobody'] })
    expect(both.data.map((person) => person.sub).sort()).toEqual([me.sub, sub].sort())
    expect(await ben.client.user.query({ email: 'nobody@example.org' })).toEqual({
      total: 0,
      data: [],
    })
    expect(JSON.stringify(both)).not.toContain('@')

    const { client: guest } = createPerson(server.url)
    await guest.signUp.anonymously()
    const byGuest = guest.user.query({ username: 'minji' })
    await expect(byGuest).rejects.toMatchObject({ error: 'permission_denied' })
  })
})
