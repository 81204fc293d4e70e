import { expect, test } from 'vitest'
import { sendVerification, verificationPurposes } from './verification.ts'

test('[ENT-17] a code is sent for one of ten purposes, and for no other', () => {
  expect(verificationPurposes).toEqual([
    'REGISTER',
    'SIGN_IN',
    'PASSWORD_RESET',
    'EMAIL_ADDRESS_CHANGE',
    'PHONE_NUMBER_CHANGE',
    'DEFAULT',
    'EMAIL_ADDRESS_VERIFICATION',
    'REGISTER_SIGN_IN',
    'PHONE_NUMBER_VERIFICATION',
    'DELETION',
  ])
  const parse = (usage: string) =>
    sendVerification.body.safeParse({ email: 'ana@example.org', usage }).success
  expect(verificationPurposes.every(parse)).toBe(true)
  expect(parse('register')).toBe(false)
})
