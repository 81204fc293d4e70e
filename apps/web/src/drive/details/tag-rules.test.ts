import { MAX_TAGS } from '@awan/protocol'
import { expect, test } from 'vitest'
import { withoutTag, withTag } from './tag-rules.ts'

test('a tag is added once, without surrounding spaces', () => {
  expect(withTag(['trip'], '  to  sort ')).toEqual(['trip', 'to sort'])
  const tags = ['trip', 'café']
  expect(withTag(tags, 'trip')).toBe(tags)
  expect(withTag(tags, 'cafe\u0301')).toBe(tags)
  expect(withTag(tags, '   ')).toBe(tags)
})

test('a full list of tags takes no more', () => {
  const full = Array.from({ length: MAX_TAGS }, (_, at) => `tag ${at}`)
  expect(withTag(full, 'another')).toBe(full)
  expect(withTag(withoutTag(full, 'tag 3'), 'another')).toHaveLength(MAX_TAGS)
})
