import { createPkce } from '@awan/client'
import { createDriveClient } from '@awan/client/drive'
import { expect, test } from 'vitest'
import { onEachBackend } from '../testing/backends.ts'
import { createPerson, createSignedUpPerson } from '../testing/person.ts'
import { startServer } from '../testing/server.ts'
import { openClient } from './testing/open-client.ts'
import { REDIRECT_URI, registerApp } from './testing/register-app.ts'

onEachBackend((prepare) => {
  test.each([
    ['a public app', false],
    ['an app with a secret', true],
  ])(
    '[CAL-6] [CAL-8] [CAL-30] [CAL-31] [CAL-32] %s requests access, the person consents, and the app gets the granted scope',
    async (_name, isConfidential) => {
      await using server = await startServer(await prepare())
      const { url } = server
      const registered = await registerApp(await createSignedUpPerson(url), { isConfidential })
      const app = openClient(url, registered)
      const drive = createDriveClient(app)
      const asked = {
        client_id: registered.clientId,
        redirect_uri: REDIRECT_URI,
        scope: 'openid offline drive',
      }

      const stranger = createPerson(url).client.authorization
      await expect(stranger.detect(asked)).rejects.toMatchObject({ error: 'login_required' })
      const { client } = await createSignedUpPerson(url)
      const { authorization } = client
      await expect(authorization.detect(asked)).rejects.toMatchObject({ error: 'consent_required' })
      const shown = await authorization.info({ ...asked, response_type: 'code', locale: 'ko' })
      expect(shown.client).toMatchObject({ id: registered.clientId, name: 'Notes' })
      expect(shown.scopes.map(({ id }) => id)).toEqual(['openid', 'offline', 'drive'])
      for (const { name } of shown.scopes) expect(name).toMatch(/[가-힣]/)

      const agree = async () => {
        const { code_verifier, ...challenge } = await createPkce(app.runtime)
        const { code = '', state } = await authorization.grant({
          ...asked,
          ...challenge,
          state: 'st4te',
        })
        expect(state).toBe('st4te')
        return { code, code_verifier, redirect_uri: REDIRECT_URI }
      }
      const proof = await agree()
      const { sub } = await client.user.me()
      expect(await client.session.introspect({ code: proof.code })).toEqual({
        token_type: 'authorization_code',
        client_id: registered.clientId,
        sub,
        scope: asked.scope,
      })
      const granted = await app.signIn.withAuthorizationCode(proof)
      expect(granted).toMatchObject({ sub, scope: asked.scope, id_token: expect.any(String) })
      await drive.files.createFolder({ name: 'Notes' })
      await expect(app.user.me()).rejects.toMatchObject({ error: 'permission_denied' })
      expect(await authorization.detect(asked)).toEqual({})

      // The same code again: one of the two who have it stole it.
      const again = app.signIn.withAuthorizationCode(proof)
      await expect(again).rejects.toMatchObject({ error: 'invalid_grant' })
      await expect(drive.files.list({})).rejects.toMatchObject({ error: 'unauthenticated' })

      await app.signIn.withAuthorizationCode(await agree())
      await app.signOut({ tokenTypeHint: 'access_token' })
      expect((await drive.files.list({})).files).toMatchObject([{ name: 'Notes' }])
      await app.signOut()
      expect((await client.user.me()).sub).toBe(sub)
      for (const secret of [proof.code, proof.code_verifier, granted.access_token]) {
        expect(server.log()).not.toContain(secret)
      }
    },
  )
})
