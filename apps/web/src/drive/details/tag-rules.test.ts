import { expect, test } from 'vitest'
import { MAX_TAGS, withoutTag, withTag } from './tag-rules.ts'

test('a tag is added once, without the space around it', () => {
  expect(withTag(['trip'], '  to  sort ')).toEqual(['trip', 'to sort'])
  const tags = ['trip', 'café']
  expect(withTag(tags, 'trip')).toBe(tags)
  expect(withTag(tags, 'cafe\u0301')).toBe(tags)
  expect(withTag(tags, '   ')).toBe(tags)
})

test('what is full takes no more', () => {
  const full = Array.from({ length: MAX_TAGS }, (_, at) => `tag ${at}`)
  expect(withTag(full, 'another')).toBe(full)
  expect(withTag(withoutTag(full, 'tag 3'), 'another')).toHaveLength(MAX_TAGS)
})
