import { expect, test } from 'vitest'
import { DEFAULT_PLATFORM_CODE, platformCodes } from './platforms.ts'

test('[ENT-19] each platform has its number on the wire', () => {
  expect(platformCodes).toEqual({ PC: 0, WEB: 1, WAP: 3, MAC: 4, ANDROID: 10, LINUX: 12 })
})

test('[ENT-19] [CON-21] the default platform is the web, 1', () => {
  expect(DEFAULT_PLATFORM_CODE).toBe(1)
})

test('desktop client, web, mobile web and Mac client have different numbers', () => {
  const { PC, WEB, WAP, MAC } = platformCodes
  expect(new Set([PC, WEB, WAP, MAC]).size).toBe(4)
})
