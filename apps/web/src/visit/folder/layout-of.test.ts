import { expect, test } from 'vitest'
import { toFile } from '../../drive/listing/testing.ts'
import { layoutOf } from './layout-of.ts'

const photo = { ...toFile('a.jpg'), thumbnail_link: '/t' }
const text = toFile('a.txt')
const of = (...files: (typeof photo | typeof text)[]) => ({ rowsBetween: () => files })

test('a folder of pictures is shown as photos, others as a list', () => {
  expect(layoutOf(of(photo, photo), undefined)).toBe('photos')
  expect(layoutOf(of(photo, text), undefined)).toBe('list')
  expect(layoutOf(of(), undefined)).toBe('list')
})

test('what somebody has chosen is shown', () => {
  expect(layoutOf(of(photo), 'list')).toBe('list')
  expect(layoutOf(of(photo), 'tiles')).toBe('photos')
  expect(layoutOf(of(text), 'tiles')).toBe('tiles')
})
