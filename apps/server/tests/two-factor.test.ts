import { type AwanClient, readTwoFactor, type TwoFactorStep } from '@awan/client'
import type {
  beginSecondStep,
  confirmTotp,
  enableTwoFactor,
  listTrustedDevices,
  signIn,
  startTotp,
} from '@awan/protocol/account'
import { expect, test } from 'vitest'
import { totpCode, totpStep } from '../src/account/two-factor/totp.ts'
import { onEachBackend } from './testing/backends.ts'
import { createPerson, PASSWORD, readCode, signUp } from './testing/person.ts'
import { startServer } from './testing/server.ts'

onEachBackend((prepare) => {
  test('[ACC-31] [ACC-32] a person turns the second step on and signs in by app, mail, recovery code and trusted device', async () => {
    await using server = await startServer(await prepare())
    const person = createPerson(server.url)
    const { client, email } = person
    await signUp(server.url, person)
    const typed = { username: email, password: PASSWORD }
    const headers = async (second = {}) => {
      const { sudo_token } = await client.user.sudo({ password: PASSWORD, ...second })
      return { auth: true, headers: { 'x-sudo-token': sudo_token } } as const
    }

    const { uri, setup_token } = await client.request<typeof startTotp>(
      'POST',
      '/v1/user/two_factor/totp/start',
      await headers(),
    )
    const secret = fromBase32(new URL(uri).searchParams.get('secret') ?? '')
    const code = () => {
      server.clock.advance(30_000)
      return totpCode(secret, totpStep(server.clock.now()))
    }
    const { recovery_codes = [] } = await client.request<typeof confirmTotp>(
      'POST',
      '/v1/user/two_factor/totp/confirm',
      { ...(await headers()), body: { setup_token, code: code() } },
    )
    expect(recovery_codes).toHaveLength(10)
    // From here on the sudo token takes both proofs, too.
    const { token: two_factor_token } = await askedBy(client.user.sudo({ password: PASSWORD }))
    await client.request<typeof enableTwoFactor>('PUT', '/v1/user/two_factor/{method}', {
      ...(await headers({ two_factor_token, two_factor_code: code() })),
      params: { method: 'EMAIL' },
    })

    const ask = () => askedBy(client.signIn.withPassword(typed))

    // By the app; the device is trusted from here on.
    await client.signOut()
    const first = await ask()
    expect(first.methods).toEqual(['TOTP', 'EMAIL', 'RECOVERY'])
    const { device_trust_token } = await signInTrusting(client, email, {
      two_factor_token: first.token,
      two_factor_code: code(),
    })
    expect(device_trust_token).toEqual(expect.any(String))

    // By mail.
    server.clock.advance(60_000)
    const second = await ask()
    const begun = await client.request<typeof beginSecondStep>(
      'POST',
      '/v1/auth/two_factor/begin',
      { body: { two_factor_token: second.token, method: 'EMAIL' } },
    )
    await client.signIn.withPassword({
      ...typed,
      two_factor_token: begun.two_factor_token,
      two_factor_code: await readCode(server.url, email),
    })

    // By a recovery code, after a code in place of the password.
    server.clock.advance(60_000)
    const { verification_id } = await client.verification.send({ email, usage: 'SIGN_IN' })
    const { verification_token } = await client.verification.verify({
      verification_id,
      verification_code: await readCode(server.url, email),
    })
    const byCode = { username: email, verification_token }
    const third = await askedBy(client.signIn.withCode(byCode))
    expect(third.methods).toEqual(['TOTP', 'RECOVERY'])
    await client.signIn.withCode({
      ...byCode,
      two_factor_token: third.token,
      two_factor_recovery_code: recovery_codes[0] ?? '',
    })

    // By the trust that was given.
    await client.request<typeof signIn>('POST', '/v1/auth/signin', {
      body: { email, password: PASSWORD, device_trust_token },
    })
    const { data } = await client.request<typeof listTrustedDevices>(
      'GET',
      '/v1/user/trusted_devices',
      { auth: true },
    )
    expect(data).toMatchObject([{ is_current: true }])

    const log = server.log()
    for (const secretText of [setup_token, first.token, device_trust_token, ...recovery_codes]) {
      expect(log).not.toContain(secretText)
    }
  })
})

async function askedBy(call: Promise<unknown>): Promise<TwoFactorStep> {
  const step = readTwoFactor(await call.catch((error: unknown) => error))
  if (!step) throw new Error('no second step was asked for')
  return step
}

function signInTrusting(
  client: AwanClient,
  email: string,
  proof: { two_factor_token: string; two_factor_code: string },
) {
  return client.request<typeof signIn>('POST', '/v1/auth/signin', {
    body: { email, password: PASSWORD, trust_device: true, ...proof },
  })
}

function fromBase32(text: string): Buffer {
  const bits = [...text]
    .map((char) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(char).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
