import { enableTwoFactor, getMe, grantSudo, removeContact } from '@awan/protocol/account'
import { describe, expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { createTestAccount, failure } from '../testing.ts'

const email = 'rahma@example.org'

onEachDatabase((open) => {
  async function start() {
    const db = await open()
    const app = await createTestAccount(db)
    const { access_token: accessToken, sub } = await app.signUp(email, { password: undefined })
    app.clock.advance(60_000)
    const body = { verification_token: await app.verify(email, 'DEFAULT') }
    const { sudo_token: sudoToken } = await app.call(grantSudo, { body, accessToken })
    const addPhone = () =>
      db.write((w) =>
        w
          .updateTable('users')
          .set({ phone_number: '+628123456789' })
          .where('sub', '=', sub)
          .execute(),
      )
    const remove = (kind: 'email' | 'phone') =>
      app.call(removeContact, { params: { kind }, accessToken, sudoToken })
    return { app, accessToken, sudoToken, addPhone, remove }
  }

  describe('removing a contact', () => {
    test('removing a contact keeps the other one and sends a notice to the removed one', async () => {
      const { app, accessToken, addPhone, remove } = await start()
      await addPhone()
      expect(await remove('email')).toEqual({})
      expect(await app.call(getMe, { accessToken })).not.toHaveProperty('email')
      await app.account.settled()
      const told = app.outbox.messages().filter(({ purpose }) => purpose === 'contactChanged')
      expect(told.map(({ to }) => to)).toEqual([email])
      expect(await failure(remove('email'))).toMatchObject({ error: 'not_found' })
    })

    test('a contact that is the last way to sign in cannot be removed', async () => {
      const { app, accessToken, remove } = await start()
      expect(await failure(remove('email'))).toMatchObject({
        error: 'failed_precondition',
        details: [{ reason: 'last_way_in' }],
      })
      expect(await app.call(getMe, { accessToken })).toHaveProperty('email')
    })

    test('a contact that the second step needs cannot be removed', async () => {
      const { app, accessToken, sudoToken, addPhone, remove } = await start()
      await addPhone()
      await app.call(enableTwoFactor, { params: { method: 'EMAIL' }, accessToken, sudoToken })
      expect(await failure(remove('email'))).toMatchObject({
        error: 'failed_precondition',
        details: [{ reason: 'second_step' }],
      })
    })

    test('removing a contact needs a sudo token', async () => {
      const { app, accessToken } = await start()
      const without = app.call(removeContact, { params: { kind: 'email' }, accessToken })
      expect(await failure(without)).toMatchObject({ error: 'permission_denied' })
    })
  })
})
