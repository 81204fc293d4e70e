import { createAwanClient } from '@awan/client'
import { createNodeRuntime } from '@awan/client/node'
import { expect, test } from 'vitest'
import { Secret } from '../src/kernel/secret.ts'
import { startGateway } from '../src/notify/sms/testing-gateway.ts'
import { onEachBackend } from './testing/backends.ts'
import { codeIn, startMailServer } from './testing/mail-server.ts'
import { PASSWORD } from './testing/person.ts'
import { startServer } from './testing/server.ts'

function openClient(url: string, locale: 'en' | 'ko' = 'en') {
  return createAwanClient({
    clientId: 'awan-cli',
    origins: [url],
    runtime: createNodeRuntime(),
    locale,
  })
}

onEachBackend((prepare) => {
  test('a notice is mailed once after the mail server was down and our server restarted', async () => {
    const backend = await prepare()
    await using mails = await startMailServer()
    const { arrived, state, mail } = mails
    const email = 'rahma@example.org'
    let clockMs = 0
    {
      await using server = await startServer(backend, { mail })
      const client = openClient(server.url)
      const { verification_id } = await client.verification.send({ email, usage: 'REGISTER' })
      const { verification_token } = await client.verification.verify({
        verification_id,
        verification_code: codeIn(arrived[0]?.text),
      })
      await client.signUp.withContact({ email, verification_token, password: PASSWORD })

      state.isDown = true
      const elsewhere = openClient(server.url)
      await elsewhere.signIn.withPassword({ username: email, password: PASSWORD })
      expect(arrived).toHaveLength(1)
      clockMs = server.clock.now()
    }
    state.isDown = false
    await using server = await startServer(backend, { mail })
    server.clock.advance(clockMs + 60_000 - server.clock.now())
    await server.runChores()
    await server.runChores()
    expect(arrived.slice(1)).toEqual([
      { to: email, subject: 'New sign-in to your Awan account', text: expect.any(String) },
    ])
  })

  test('[ENT-10] a person signs up with a phone number by a code from the SMS gateway', async () => {
    const taken = { status: 201, json: { sid: 'SM1' } }
    await using gateway = await startGateway(() => taken)
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
    const phone_number = '+62 81234567890'
    const client = openClient(server.url, 'ko')
    const { verification_id } = await client.verification.send({ phone_number, usage: 'REGISTER' })
    const form = new URLSearchParams(gateway.received[0]?.body)
    expect(form.get('To')).toBe('+6281234567890')
    expect(form.get('Body')).toContain('[Awan] 인증 코드')
    const { verification_token } = await client.verification.verify({
      verification_id,
      verification_code: codeIn(form.get('Body') ?? ''),
    })
    const { sub } = await client.signUp.withContact({
      phone_number,
      verification_token,
      password: PASSWORD,
    })
    expect(sub).toMatch(/\S/)
    expect(server.log()).not.toMatch(/token@|QUMxOnRva2Vu/)
  })
})
