import { locales } from '@awan/protocol'
import { checkPictureCaptcha, signIn, startPictureCaptcha } from '@awan/protocol/account'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import type { Caller } from '../../http/route.ts'
import { type Random, systemRandom } from '../../kernel/id.ts'
import { createTestAccount, failure, PASSWORD, type TestAccount } from '../testing.ts'
import { drawCode } from './draw-code.ts'
import { PICTURE_ALPHABET } from './glyphs.ts'
import { speakCode } from './spoken-code.ts'
import { addFailedSignIns } from './testing.ts'

const email = 'rahma@example.org'
const action = 'POST:/v1/auth/signin'
const invalid = { error: 'captcha_invalid', code: 4002 }
const required = { error: 'captcha_required', code: 4001 }

/** On a device where nobody was signed in before: the failures of strangers count for it. */
const visitor = { deviceId: 'v'.repeat(32) }

/** Remembers what was drawn, as the person would read it. */
function createReader() {
  const drawn: Record<number, number[]> = {}
  const random: Random = {
    bytes: systemRandom.bytes,
    integer(limit) {
      const value = systemRandom.integer(limit)
      drawn[limit] ??= []
      drawn[limit].push(value)
      return value
    },
  }
  const take = (limit: number, alphabet: string) =>
    (drawn[limit] ?? [])
      .splice(0)
      .map((i) => alphabet[i])
      .join('')
  return {
    random,
    read: () => take(PICTURE_ALPHABET.length, PICTURE_ALPHABET),
    hear: () => take(10, '0123456789'),
  }
}

async function setUp(db: Parameters<typeof createTestAccount>[0], failures = 3) {
  const { random, read, hear } = createReader()
  const app = await createTestAccount(db, { random })
  await app.signUp(email)
  for (let i = 0; i < failures; i++)
    await failure(app.signIn(email, 'wrong password', { deviceId: 'other' }))
  const ask = async (body: object = {}, caller: Partial<Caller> = {}) => {
    const answer = await app.call(startPictureCaptcha, {
      body: { action, meta: { email }, ...body },
      caller: { ...visitor, ...caller },
    })
    return { ...answer, code: read(), spoken: hear() }
  }
  const check = (token: string, key: string) =>
    app.call(checkPictureCaptcha, { body: { token, key } })
  return { app, ask, check }
}

function signInWith(app: TestAccount, captchaToken: string, caller: Partial<Caller> = {}) {
  return app.call(signIn, {
    body: { email, password: PASSWORD },
    captchaToken,
    caller: { ...visitor, ...caller },
  })
}

onEachDatabase((open) => {
  test("[ACC-30] a person who types the picture's code, in any letter case and with spaces, can sign in", async () => {
    const { app, ask, check } = await setUp(await open())
    expect(await failure(app.signIn(email, PASSWORD, visitor))).toMatchObject(required)
    const { code, spoken: _none, ...answer } = await ask()
    expect(answer).toEqual({
      data: expect.stringMatching(/^data:image\/png;base64,iVBORw0KGgo[\w+/=]+$/),
      type: 'image',
      token: expect.any(String),
      expires_in: 300,
    })
    expect(code).toMatch(/^[A-Z3-9]{4}$/)
    const typed = ` ${code.slice(0, 2)} ${code.slice(2)} `.toLowerCase()
    const granted = await check(answer.token, typed)
    expect(granted).toEqual({ captcha_token: expect.any(String), expires_in: 300 })
    await signInWith(app, granted.captcha_token)
  })

  test('a person who types the spoken code can sign in', async () => {
    const { app, ask, check } = await setUp(await open())
    const { audio, spoken, token } = await ask({ audio: true, locale: 'ko' })
    expect(audio).toMatch(/^data:audio\/wav;base64,UklGR/)
    expect(spoken).toMatch(/^\d{6}$/)
    await signInWith(app, (await check(token, spoken)).captcha_token)
  })

  test('the picture token contains neither the code nor the contact', async () => {
    const { ask } = await setUp(await open())
    const { token, code } = await ask()
    const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
    expect(claims).not.toContain(code)
    expect(claims).not.toContain(email)
  })

  test('after three wrong tries the right picture code is refused too', async () => {
    const { ask, check } = await setUp(await open())
    const { token, code } = await ask()
    for (let i = 0; i < 3; i++) expect(await failure(check(token, 'wrong'))).toMatchObject(invalid)
    expect(await failure(check(token, code))).toMatchObject(invalid)
  })

  test('a picture code works once, even when it is sent several times at once', async () => {
    const { ask, check } = await setUp(await open())
    const { token, code } = await ask()
    const asked = await Promise.allSettled([1, 2, 3].map(() => check(token, code)))
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('a picture code expires after five minutes', async () => {
    const { app, ask, check } = await setUp(await open())
    const { token, code } = await ask()
    app.clock.advance(300_000)
    expect(await failure(check(token, code))).toMatchObject(invalid)
  })

  test('a picture token of another kind or a forged one is refused', async () => {
    const { ask, check } = await setUp(await open())
    const { token, code } = await ask()
    const { captcha_token } = await check(token, code)
    for (const wrong of [captcha_token, 'made-up', `${token}x`]) {
      expect(await failure(check(wrong, code))).toMatchObject(invalid)
    }
  })

  describe('[ACC-38] a picture captcha is bound to', () => {
    test.each([
      ['device', {}, { deviceId: 'another' }],
      ['client', {}, { clientId: 'awan-cli' }],
      ['contact', { meta: { email: 'siti@example.org' } }, {}],
      ['action', { action: 'POST:/v1/auth/verification' }, {}],
    ])('its %s', async (_what, body, caller) => {
      const { app, ask, check } = await setUp(await open())
      const { token, code } = await ask(body)
      const { captcha_token } = await check(token, code)
      expect(await failure(signInWith(app, captcha_token, caller))).toMatchObject(invalid)
    })
  })

  test('a higher risk makes the picture code longer, and a token earned at a lower risk is refused', async () => {
    const db = await open()
    const { app, ask, check } = await setUp(db, 3)
    const cheap = await ask()
    const { captcha_token } = await check(cheap.token, cheap.code)
    await addFailedSignIns(db, 5)
    expect(await failure(signInWith(app, captcha_token))).toMatchObject(invalid)
    expect(cheap.code).toHaveLength(4)
    expect((await ask()).code).toHaveLength(6)
  })
})

describe('the picture', () => {
  test('the picture is a small grey PNG that differs each time', async () => {
    const [one, other] = await Promise.all([
      drawCode('AXE3', systemRandom),
      drawCode('AXE3', systemRandom),
    ])
    expect(one.equals(other)).toBe(false)
    const shape = { format: 'png', width: 280, height: 80, channels: 1 }
    expect(await sharp(one).metadata()).toMatchObject(shape)
    expect(new Set(await sharp(one).raw().toBuffer()).size).toBeGreaterThan(8)
    expect(one.length).toBeLessThan(12_000)
  })

  test('the picture alphabet has no two characters that look alike', () => {
    for (const pair of ['0O', '1IL', '2Z', '5S', '8B', 'UV', 'EF', '6G', 'CG']) {
      expect([...pair].filter((sign) => PICTURE_ALPHABET.includes(sign)).length).toBeLessThan(2)
    }
  })
})

describe('the spoken code', () => {
  test.each(locales)(
    'the spoken code is a WAV of 4 to 10 seconds in %s, different each time',
    (locale) => {
      const [one, other] = [
        speakCode('042137', locale, systemRandom),
        speakCode('042137', locale, systemRandom),
      ]
      expect(one.equals(other)).toBe(false)
      expect(one.subarray(0, 16).toString('latin1')).toMatch(/^RIFF....WAVEfmt $/s)
      const bytes = one.readUInt32LE(40)
      expect(bytes).toBe(one.length - 44)
      expect(bytes / 8000).toBeGreaterThan(4)
      expect(bytes / 8000).toBeLessThan(10)
    },
  )
})
