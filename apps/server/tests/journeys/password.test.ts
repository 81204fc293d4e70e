import { expect, test } from 'vitest'
import { onEachBackend } from '../testing/backends.ts'
import { createPerson, createSignedUpPerson, PASSWORD, readCode } from '../testing/person.ts'
import { startServer } from '../testing/server.ts'
import { proveEmail } from './testing/prove-email.ts'

const BETTER = 'a better battery staple'

onEachBackend((prepare) => {
  test('[CAL-10] [CAL-11] a forgotten password is reset by mail, which ends every session', async () => {
    await using server = await startServer(await prepare())
    const { client: here, email } = await createSignedUpPerson(server.url)
    const { client } = createPerson(server.url)
    server.clock.advance(60_000)
    const verification_token = await proveEmail(server.url, client, email, 'PASSWORD_RESET')
    const reset = { email, verification_token, new_password: BETTER }
    await client.password.reset(reset)
    expect(client.session.state().status).toBe('signed-out')
    await expect(here.user.me()).rejects.toMatchObject({ error: 'unauthenticated' })
    await expect(client.password.reset(reset)).rejects.toMatchObject({
      error: 'expired_verification_code',
    })

    const old = client.signIn.withPassword({ username: email, password: PASSWORD })
    await expect(old).rejects.toMatchObject({ error: 'invalid_account_or_password' })
    await client.signIn.withPassword({ username: email, password: BETTER })
    expect(server.log()).not.toContain(verification_token)
    expect(server.log()).not.toContain(BETTER)
  })

  test('[CAL-9] [CAL-27] [CAL-29] a signed-in person who forgot their password sets a new one with a mailed code', async () => {
    await using server = await startServer(await prepare())
    const { client, email } = await createSignedUpPerson(server.url)
    const wrong = client.user.sudo({ password: 'not this one' })
    await expect(wrong).rejects.toMatchObject({ error: 'invalid_password' })
    server.clock.advance(60_000)
    const sent = await client.verification.send({ target: 'CUR_USER', usage: 'DEFAULT' })
    expect(sent.is_user).toBe(true)
    const { verification_token } = await client.verification.verify({
      verification_id: sent.verification_id,
      verification_code: await readCode(server.url, email),
    })
    const { sudo_token } = await client.user.sudo({ verification_token })
    await client.password.set({ new_password: BETTER, sudo_token })
    const elsewhere = createPerson(server.url).client
    await elsewhere.signIn.withPassword({ username: email, password: BETTER })
    expect((await client.user.me()).sub).toBe((await elsewhere.user.me()).sub)
  })
})
