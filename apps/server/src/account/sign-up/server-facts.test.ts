import { getServerFacts, signUpAnonymously } from '@awan/protocol/account'
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { joinNotifiers } from '../../notify/join-notifiers.ts'
import { createOutbox } from '../../notify/outbox.ts'
import { createTestAccount } from '../testing.ts'

onEachDatabase((open) => {
  test('the server facts say whether no account exists yet', async () => {
    const app = await createTestAccount(await open(), { allowsAnonymous: true })
    expect(await app.call(getServerFacts)).toEqual({
      is_first_run: true,
      sign_up: 'open',
      anonymous: true,
      codes: { email: 'printed', sms: 'printed' },
    })
    await app.call(signUpAnonymously, { body: {} })
    expect(await app.call(getServerFacts)).toMatchObject({ is_first_run: true })
    await app.signUp('rahma@example.org')
    expect(await app.call(getServerFacts)).toMatchObject({ is_first_run: false })
  })

  test.for(['open', 'approval', 'closed'] as const)(
    'the server facts say that sign-up is %s',
    async (signUp) => {
      const app = await createTestAccount(await open(), { signUp })
      expect(await app.call(getServerFacts)).toMatchObject({ sign_up: signUp, anonymous: false })
    },
  )

  test('the server facts say whether codes are sent, printed or not available', async () => {
    const outbox = createOutbox({ clock: { now: () => 0 }, print: () => undefined })
    const { printed: _, ...carrier } = outbox
    const notifier = joinNotifiers({ email: carrier })
    const app = await createTestAccount(await open(), { notifier })
    const { codes } = await app.call(getServerFacts)
    expect(codes).toEqual({ email: 'sent', sms: 'none' })
    const both = await createTestAccount(await open(), {
      notifier: joinNotifiers({ email: carrier, sms: outbox }),
    })
    expect((await both.call(getServerFacts)).codes).toEqual({ email: 'sent', sms: 'printed' })
  })
})
