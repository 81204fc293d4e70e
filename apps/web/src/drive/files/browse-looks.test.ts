import { expect, test } from 'vitest'
import { parseLooks } from './browse-looks.ts'

const usual = { layout: 'list', order: 'name', direction: 'asc' }

test('the stored layout and order are restored, and invalid values are ignored', () => {
  expect(parseLooks(null)).toEqual(usual)
  expect(parseLooks('{')).toEqual(usual)
  expect(parseLooks('[1]')).toEqual(usual)
  expect(parseLooks('{"layout":"grid","order":"size","direction":"desc"}')).toEqual({
    layout: 'grid',
    order: 'size',
    direction: 'desc',
  })
  expect(parseLooks('{"layout":"heap","order":"luck"}')).toEqual(usual)
})
