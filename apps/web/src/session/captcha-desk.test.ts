import { expect, test } from 'vitest'
import { createCaptchaDesk } from './captcha-desk.ts'

const question = { action: 'POST:/v1/auth/signin', meta: { email: 'ana@example.org' } }

test('captchas are asked one at a time, and each call gets its own token', async () => {
  const desk = createCaptchaDesk()
  let told = 0
  desk.subscribe(() => {
    told += 1
  })
  const first = desk.ask(question)
  const second = desk.ask({ ...question, action: 'POST:/v1/auth/verification' })
  expect(desk.current()).toMatchObject(question)
  desk.current()?.answer('one')
  expect(await first).toBe('one')
  expect(desk.current()?.action).toBe('POST:/v1/auth/verification')
  desk.current()?.answer('two')
  expect(await second).toBe('two')
  expect(desk.current()).toBeUndefined()
  expect(told).toBe(4)
})

test('leaving a captcha cancels its call, and the next one is asked', async () => {
  const desk = createCaptchaDesk()
  const left = desk.ask(question)
  const next = desk.ask(question)
  desk.current()?.leave()
  await expect(left).rejects.toMatchObject({ error: 'cancelled' })
  desk.current()?.answer('token')
  expect(await next).toBe('token')
})
