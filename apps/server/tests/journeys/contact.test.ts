import { expect, test } from 'vitest'
import { Secret } from '../../src/kernel/secret.ts'
import { startGateway } from '../../src/notify/sms/testing-gateway.ts'
import { onEachBackend } from '../testing/backends.ts'
import { createPerson, createSignedUpPerson, PASSWORD } from '../testing/person.ts'
import { startServer } from '../testing/server.ts'
import { proveEmail } from './testing/prove-email.ts'

onEachBackend((prepare) => {
  test('[CAL-9] [CAL-28] a person binds a phone number and signs in with it', async () => {
    await using gateway = await startGateway(() => ({ status: 201, json: { sid: 'SM1' } }))
    await using server = await startServer(await prepare(), {
      sms: {
        kind: 'twilio',
        origin: `http://${gateway.host}`,
        user: 'AC1',
        account: 'AC1',
        password: new Secret('token'),
        from: '+15550100',
      },
    })
    const readSms = () => /\b\d{6}\b/.exec(gateway.received.at(-1)?.body ?? '')?.[0] ?? ''
    const { client } = await createSignedUpPerson(server.url)
    const phone_number = '+62 81234567890'
    const sent = await client.verification.send({ phone_number, usage: 'PHONE_NUMBER_CHANGE' })
    const { verification_token } = await client.verification.verify({
      verification_id: sent.verification_id,
      verification_code: readSms(),
    })
    const { sudo_token } = await client.user.sudo({ password: PASSWORD })
    await client.user.bindContact({ phone_number, verification_token, sudo_token })
    const me = await client.user.me()
    expect(me.phone_number).toMatch(/^\+62.*\*.*\d\d$/)

    const elsewhere = createPerson(server.url).client
    const typed = { username: '+6281234567890', password: PASSWORD }
    expect((await elsewhere.signIn.withPassword(typed)).sub).toBe(me.sub)

    // The profile shows it masked; a code reaches it all the same.
    server.clock.advance(60_000)
    const own = await client.verification.send({
      target: 'CUR_USER',
      selected_channel: 'VERIFICATION_PHONE',
      usage: 'DEFAULT',
    })
    expect(own.is_user).toBe(true)
    await client.verification.verify({
      verification_id: own.verification_id,
      verification_code: readSms(),
    })
  })

  test('[CAL-28] binding the contact of another person is rejected, transfers it, or transfers it and deletes their account', async () => {
    await using server = await startServer(await prepare())
    const { url } = server
    // Nobody takes a contact from an administrator, which the first person is.
    const taker = await createSignedUpPerson(url)
    const signInAs = (username: string) =>
      createPerson(url).client.signIn.withPassword({ username, password: PASSWORD })
    const take = async (
      email: string,
      conflict_resolution?: 'TRANSFER' | 'DELETE_ACCOUNT_TRANSFER',
    ) => {
      server.clock.advance(60_000)
      const verification_token = await proveEmail(url, taker.client, email, 'EMAIL_ADDRESS_CHANGE')
      const { sudo_token } = await taker.client.user.sudo({ password: PASSWORD })
      const rule = conflict_resolution && { conflict_resolution }
      await taker.client.user.bindContact({ email, verification_token, sudo_token, ...rule })
    }

    const [named, nameless, removed] = [
      await createSignedUpPerson(url),
      await createSignedUpPerson(url),
      await createSignedUpPerson(url),
    ]
    await named.client.user.update({ username: 'sari' })
    await removed.client.user.update({ username: 'budi' })

    await expect(take(named.email)).rejects.toMatchObject({ error: 'already_exists' })
    const { sub } = await signInAs(named.email)

    const { sub: takerSub } = await taker.client.user.me()
    await take(named.email, 'TRANSFER')
    expect((await signInAs(named.email)).sub).toBe(takerSub)
    expect((await signInAs('sari')).sub).toBe(sub)
    expect((await named.client.user.me()).email).toBeUndefined()

    // Without the contact nothing is left to sign in with, so that the account goes too.
    await take(nameless.email, 'TRANSFER')
    await expect(nameless.client.user.me()).rejects.toMatchObject({ error: 'unauthenticated' })

    await take(removed.email, 'DELETE_ACCOUNT_TRANSFER')
    await expect(signInAs('budi')).rejects.toMatchObject({ error: 'account_freeze' })
    expect((await signInAs(removed.email)).sub).toBe(takerSub)
  })
})
