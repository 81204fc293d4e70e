import { signIn, startCaptcha } from '@awan/protocol/account'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/sha'
import { describe, expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import type { Caller } from '../../http/route.ts'
import { createTestAccount, failure, PASSWORD, type TestAccount } from '../testing.ts'
import { addFailedSignIns } from './testing.ts'

const email = 'rahma@example.org'
const action = 'POST:/v1/auth/signin'

/** On a device where nobody was signed in before: the failures of strangers count for it. */
const visitor = { deviceId: 'v'.repeat(32) }

interface Init {
  action?: string
  meta?: Record<string, string>
  solution?: string
  caller?: Partial<Caller>
}

function init(app: TestAccount, { caller = {}, ...body }: Init = {}) {
  return app.call(startCaptcha, {
    body: { action, meta: { email }, ...body },
    caller: { ...visitor, ...caller },
  })
}

async function solve(challenge: unknown): Promise<string> {
  const { parameters, signature } = challenge as Challenge
  const solution = await solveChallenge({
    challenge: { parameters, ...(signature && { signature }) },
    deriveKey,
  })
  return Buffer.from(JSON.stringify({ challenge: { parameters, signature }, solution })).toString(
    'base64',
  )
}

async function earn(app: TestAccount, options: Init = {}): Promise<string> {
  const { challenge } = await init(app, options)
  const { captcha_token } = await init(app, { ...options, solution: await solve(challenge) })
  return captcha_token ?? ''
}

/** Somebody tries passwords until the next try must bring a captcha. */
async function provoke(app: TestAccount): Promise<void> {
  for (let i = 0; i < 3; i++)
    await failure(app.signIn(email, 'wrong password', { deviceId: 'other' }))
}

function signInWith(
  app: TestAccount,
  captchaToken: string,
  password = PASSWORD,
  caller: Partial<Caller> = {},
) {
  return app.call(signIn, {
    body: { email, password },
    captchaToken,
    caller: { ...visitor, ...caller },
  })
}

const invalid = { error: 'captcha_invalid', code: 4002 }
const required = { error: 'captcha_required', code: 4001 }

onEachDatabase((open) => {
  test('[ACC-30] after failed sign-ins, a person who solves the challenge can sign in', async () => {
    const app = await createTestAccount(await open())
    await app.signUp(email)
    await provoke(app)
    expect(await failure(app.signIn(email, PASSWORD, visitor))).toMatchObject(required)
    const { challenge, ...rest } = await init(app)
    expect(rest).toEqual({ expires_in: 300 })
    const answer = await init(app, { solution: await solve(challenge) })
    expect(answer).toEqual({ captcha_token: expect.any(String), expires_in: 300 })
    await signInWith(app, answer.captcha_token ?? '')
  })

  test('sign-ins refused for a missing captcha do not lock the right password out on a new device', async () => {
    const app = await createTestAccount(await open())
    await app.signUp(email)
    await provoke(app)
    for (let i = 0; i < 110; i++) {
      const stranger = { address: `198.51.100.${i}`, deviceId: `stranger-${i}` }
      expect(await failure(app.signIn(email, 'x', stranger))).toMatchObject(required)
    }
    await signInWith(app, await earn(app))
  })

  test('a captcha token given without a challenge at low risk is refused once the risk is high', async () => {
    const app = await createTestAccount(await open())
    await app.signUp(email)
    const { captcha_token: cheap = '' } = await init(app)
    expect(cheap).not.toBe('')
    await provoke(app)
    expect(await failure(signInWith(app, cheap))).toMatchObject(invalid)
  })

  test.each([{ state: 'POST:/v1/auth/signin' }, { state: 'POST:/v1/signin' }])(
    'a client can name the guarded call as %j',
    async (named) => {
      const app = await createTestAccount(await open())
      await app.signUp(email)
      await provoke(app)
      const ask = (body: { solution?: string }) =>
        app.call(startCaptcha, { body: { ...named, meta: { email }, ...body }, caller: visitor })
      const solution = await solve((await ask({})).challenge)
      const { captcha_token = '' } = await ask({ solution })
      await signInWith(app, captcha_token)
    },
  )

  test('a captcha is not given for a call that is not named', async () => {
    const app = await createTestAccount(await open())
    for (const body of [{}, { state: 'xyz' }, { action: 'signin' }]) {
      expect(await failure(app.call(startCaptcha, { body }))).toMatchObject({ name: 'ZodError' })
    }
  })

  test('a captcha token works once', async () => {
    const app = await createTestAccount(await open())
    await app.signUp(email)
    await provoke(app)
    const token = await earn(app)
    await failure(signInWith(app, token, 'wrong password'))
    expect(await failure(signInWith(app, token))).toMatchObject(invalid)
  })

  test('one solution gives one captcha token, even when it is sent several times at once', async () => {
    const app = await createTestAccount(await open())
    await provoke(app)
    const solution = await solve((await init(app)).challenge)
    const asked = await Promise.allSettled(Array.from({ length: 5 }, () => init(app, { solution })))
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of asked) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(invalid)
    }
  })

  describe('[ACC-38] a captcha token is bound to', () => {
    test('its contact, in whichever field and letter case it is sent', async () => {
      const app = await createTestAccount(await open())
      await app.signUp(email)
      await provoke(app)
      const token = await earn(app, { meta: { username: 'Rahma@example.org' } })
      await signInWith(app, token)

      await provoke(app)
      const caller = { deviceId: 'w'.repeat(32) }
      const others = await earn(app, { caller })
      for (let i = 0; i < 3; i++) await failure(app.signIn('siti@example.org', 'x', caller))
      const body = { email: 'siti@example.org', password: PASSWORD }
      expect(await failure(app.call(signIn, { body, captchaToken: others, caller }))).toMatchObject(
        invalid,
      )
    })

    test.each([
      ['device', { deviceId: 'another' }],
      ['client', { clientId: 'awan-cli' }],
    ])('its %s', async (_what, caller) => {
      const app = await createTestAccount(await open())
      await app.signUp(email)
      await provoke(app)
      expect(await failure(signInWith(app, await earn(app), PASSWORD, caller))).toMatchObject(
        invalid,
      )
    })

    test('its action', async () => {
      const app = await createTestAccount(await open())
      await app.signUp(email)
      const { captcha_token = '' } = await init(app, { action: 'POST:/v1/auth/verification' })
      await provoke(app)
      expect(await failure(signInWith(app, captcha_token))).toMatchObject(invalid)
    })
  })

  test('a captcha challenge and a captcha token expire after 300 s', async () => {
    const app = await createTestAccount(await open())
    await app.signUp(email)
    await provoke(app)
    const solution = await solve((await init(app)).challenge)
    const token = await earn(app)
    app.clock.advance(300_000)
    expect(await failure(init(app, { solution }))).toMatchObject(invalid)
    expect(await failure(signInWith(app, token))).toMatchObject(invalid)
  })

  test('solutions that are wrong, altered, forged or from another device are refused', async () => {
    const app = await createTestAccount(await open())
    await provoke(app)
    const { challenge } = await init(app)
    const solution = await solve(challenge)
    const payload = JSON.parse(Buffer.from(solution, 'base64').toString())
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
    const easier = structuredClone(payload)
    easier.challenge.parameters.keyPrefix = easier.solution.derivedKey.slice(0, 2)
    const bad = [
      encode({
        ...payload,
        solution: { ...payload.solution, counter: payload.solution.counter + 1 },
      }),
      encode({ ...payload, solution: { counter: 0, derivedKey: payload.solution.derivedKey } }),
      encode(easier),
      encode({ ...payload, challenge: { ...payload.challenge, signature: '00'.repeat(32) } }),
      encode({}),
      encode(null),
      '%%%',
    ]
    for (const wrong of bad)
      expect(await failure(init(app, { solution: wrong }))).toMatchObject(invalid)
    const thief = { solution, caller: { deviceId: 'another' } }
    expect(await failure(init(app, thief))).toMatchObject(invalid)
    await init(app, { solution })
  })

  test('the challenge needs more work with each failed try, up to a maximum', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    await provoke(app)
    const works: number[] = []
    for (let i = 0; i < 8; i++) {
      const { challenge } = await init(app)
      works.push((challenge as unknown as Challenge).parameters.data?.work as number)
      await addFailedSignIns(db, 1)
    }
    expect(works).toEqual([1, 2, 4, 8, 16, 16, 16, 16])
  })

  test('no captcha is needed at low risk, and an invalid captcha token is ignored then', async () => {
    const app = await createTestAccount(await open())
    await app.signUp(email)
    await signInWith(app, 'left over')
  })
})
