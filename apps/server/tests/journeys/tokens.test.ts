import type { createSignInToken } from '@awan/protocol/account'
import { expect, test } from 'vitest'
import { onEachBackend } from '../testing/backends.ts'
import { createPerson, createSignedUpPerson } from '../testing/person.ts'
import { startServer } from '../testing/server.ts'
import { openClient } from './testing/open-client.ts'

onEachBackend((prepare) => {
  test('[CAL-3] a sign-in token hands a session to a page, once and to no other app', async () => {
    await using server = await startServer(await prepare())
    const shell = await createSignedUpPerson(server.url)
    const { signin_token } = await shell.client.request<typeof createSignInToken>(
      'POST',
      '/v1/user/signin_token',
      { auth: true, body: { for_client_id: 'awan-web' } },
    )
    const other = createPerson(server.url)
    const refused = { error: 'unauthenticated' }
    await expect(other.client.signIn.withToken({ signin_token })).rejects.toMatchObject(refused)

    const page = openClient(server.url, { clientId: 'awan-web' })
    const { sub } = await page.signIn.withToken({ signin_token })
    expect((await page.user.me()).sub).toBe(sub)
    expect((await shell.client.user.me()).sub).toBe(sub)
    await expect(page.signIn.withToken({ signin_token })).rejects.toMatchObject(refused)
    expect(server.log()).not.toContain(signin_token)
  })

  test('[CAL-6] [CAL-7] [CAL-8] revoking only the access token keeps the session, and signing out ends it', async () => {
    await using server = await startServer(await prepare())
    const { client } = await createSignedUpPerson(server.url)
    const { sub } = await client.user.me()
    expect(await client.session.introspect()).toEqual({
      token_type: 'Bearer',
      client_id: 'awan-cli',
      sub,
      scope: 'user profile offline drive',
    })

    const first = await client.session.accessToken()
    await client.signOut({ tokenTypeHint: 'access_token' })
    expect(await client.session.introspect({ token: first })).toEqual({})
    expect(client.session.state().status).toBe('signed-in')
    expect((await client.user.me()).sub).toBe(sub)
    const second = await client.session.accessToken()
    expect(second).not.toBe(first)

    await client.signOut()
    expect(client.session.state().status).toBe('signed-out')
    expect(await client.session.introspect({ token: second })).toEqual({})
    await expect(client.user.me()).rejects.toMatchObject({ error: 'unauthenticated' })
  })
})
