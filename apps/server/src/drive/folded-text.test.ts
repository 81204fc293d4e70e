import { expect, test } from 'vitest'
import { fold, foldWithPlaces } from './folded-text.ts'

test.each([
  ['Annual_Report (final)', 'annual report final'],
  ['IMG20240131-7', 'img 20240131 7'],
  ['Crème Brûlée', 'creme brulee'],
  ['Straße', 'strasse'],
  ['İstanbul ISPARTA ılık', 'istanbul isparta ilik'],
  ['Ærø Łódź', 'aero lodz'],
  ['Ελλάδα', 'ελλαδα'],
  ['Ёлка', 'елка'],
  ['ＦＵＬＬ　ｗｉｄｔｈ', 'full width'],
  ['ﬁle', 'file'],
  ['会议记录 第2章', '会议记录 第 2 章'],
  ['ガイド', 'ガイド'],
  ['회의록2024', '회의록 2024'],
  ['हिन्दी', 'हिन्दी'],
  ['🎉 party', '🎉 party'],
  ['100% "a" * b_c\\', '100 a b c'],
  ['%', ''],
])('"%s" is folded to "%s" for search', (given, folded) => {
  expect(fold(given)).toBe(folded)
  expect(fold(folded)).toBe(folded)
  expect(fold(given.normalize('NFD'))).toBe(folded)
})

test('each folded piece is mapped to its place in the original text', () => {
  const given = '🎉Straße – Nº7'
  const { text, from, to } = foldWithPlaces(given)
  const original = (piece: string) => {
    const at = text.indexOf(piece)
    return given.slice(from[at], to[at + piece.length - 1])
  }
  expect(original('strasse')).toBe('Straße')
  expect(original('ss')).toBe('ß')
  expect(original('no')).toBe('Nº')
  expect(original('7')).toBe('7')
  expect(from).toHaveLength(text.length)
})
