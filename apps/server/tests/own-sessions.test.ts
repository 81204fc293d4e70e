import type {
  addPasskey,
  endOtherSessions,
  endSession,
  getPasskeyCreationOptions,
  getPasskeySignInOptions,
  getSecurityHistory,
  listSessions,
  signIn,
  signInWithPasskey,
  signOut,
} from '@awan/protocol/account'
import { expect, test } from 'vitest'
import { createTestAuthenticator } from '../src/account/passkeys/testing.ts'
import { onEachBackend } from './testing/backends.ts'
import { createPerson, createSignedUpPerson, PASSWORD, type Person } from './testing/person.ts'
import { startServer } from './testing/server.ts'

const auth = true

async function signInElsewhere(url: string, { email }: Person): Promise<Person> {
  const elsewhere = createPerson(url, email)
  await elsewhere.client.signIn.withPassword({ username: email, password: PASSWORD })
  return elsewhere
}

const signedOut = { error: 'unauthenticated' }

onEachBackend((prepare) => {
  test('[ENT-20] the name of a device is listed as people write it', async () => {
    await using server = await startServer(await prepare())
    const { client, email: username } = await createSignedUpPerson(server.url)
    const names: [sent: string, listed: string][] = [
      [encodeURIComponent('Telepon Rahma 手机'), 'Telepon Rahma 手机'],
      [encodeURIComponent('手'.repeat(256)), '手'.repeat(128)],
      ['100% mine', '100% mine'],
      ['two%0Alines%E2%80%AE', 'two lines'],
    ]
    for (const [sent, listed] of names) {
      await client.request<typeof signIn>('POST', '/v1/auth/signin', {
        headers: { 'x-device-name': sent },
        body: { username, password: PASSWORD },
      })
      server.clock.advance(1000)
      const { data } = await client.request<typeof listSessions>('GET', '/v1/user/sessions', {
        auth,
      })
      expect(data.map(({ device_name }) => device_name)).toContain(listed)
    }
  })

  test('a person signs out a forgotten device, then all others, then this one', async () => {
    await using server = await startServer(await prepare())
    const { url } = server
    const here = await createSignedUpPerson(url)
    const forgotten = await signInElsewhere(url, here)
    const { client } = here
    const listed = await client.request<typeof listSessions>('GET', '/v1/user/sessions', { auth })
    expect(listed).toMatchObject({
      total: 2,
      data: [
        { is_current: true, client_id: 'awan-cli', address: '127.0.0.1' },
        { is_current: false },
      ],
    })
    const params = { id: listed.data[1]?.id ?? '' }
    const end = () =>
      client.request<typeof endSession>('DELETE', '/v1/user/sessions/{id}', { auth, params })
    expect(await end()).toEqual({})
    await expect(end()).rejects.toMatchObject({ error: 'not_found' })
    await expect(forgotten.client.user.me()).rejects.toMatchObject(signedOut)

    const others = [await signInElsewhere(url, here), await signInElsewhere(url, here)]
    server.clock.advance(1)
    const path = '/v1/user/sessions/end_others'
    expect(await client.request<typeof endOtherSessions>('POST', path, { auth })).toEqual({
      ended: 2,
    })
    for (const other of others)
      await expect(other.client.user.me()).rejects.toMatchObject(signedOut)

    const { data } = await client.request<typeof getSecurityHistory>(
      'GET',
      '/v1/user/security/history',
      { auth, query: { page_size: 1 } },
    )
    expect(data).toMatchObject([{ type: 'account.sessions_ended', data: { sessions_ended: 2 } }])

    const body = { redirect_uri: 'http://localhost/bye', state: 's1' }
    expect(
      await client.request<typeof signOut>('POST', '/v1/user/signout', { auth, body }),
    ).toEqual({ redirect_uri: 'http://localhost/bye?state=s1' })
    await expect(client.user.me()).rejects.toMatchObject(signedOut)
  })

  test('a person adds a passkey and signs in with it elsewhere', async () => {
    await using server = await startServer(await prepare(), { publicUrl: 'https://drive.example' })
    const here = await createSignedUpPerson(server.url)
    const { sudo_token } = await here.client.user.sudo({ password: PASSWORD })
    const headers = { 'x-sudo-token': sudo_token }
    const creation = await here.client.request<typeof getPasskeyCreationOptions>(
      'POST',
      '/v1/user/passkeys/options',
      { auth, headers },
    )
    const authenticator = createTestAuthenticator()
    const credential = authenticator.create(creation)
    const added = await here.client.request<typeof addPasskey>('POST', '/v1/user/passkeys', {
      auth,
      headers,
      body: { credential, name: 'Kunci' },
    })
    expect(added).toMatchObject({ name: 'Kunci' })

    const { client } = createPerson(server.url)
    const options = await client.request<typeof getPasskeySignInOptions>(
      'POST',
      '/v1/auth/passkey/options',
    )
    const used = authenticator.use(options)
    const signIn = () =>
      client.request<typeof signInWithPasskey>('POST', '/v1/auth/passkey/signin', {
        body: { credential: used },
      })
    expect(await signIn()).toMatchObject({
      token_type: 'Bearer',
      sub: (await here.client.user.me()).sub,
    })
    await expect(signIn()).rejects.toMatchObject({ error: 'expired_token' })
    // Neither the challenge nor the signature is anybody's business.
    expect(server.log()).not.toContain(options.challenge)
    expect(server.log()).not.toContain(used.response.signature)
    expect(server.log()).not.toContain(sudo_token)
  })
})
