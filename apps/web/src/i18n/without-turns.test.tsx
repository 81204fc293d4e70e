import { expect, test } from 'vitest'
import { openLanguage } from './language.ts'
import { withoutTurns } from './without-turns.ts'

test('a name cannot turn its own ending, and letters that are written from the right stay as they are', () => {
  expect(withoutTurns('photo\u202egpj.exe')).toBe('photogpj.exe')
  expect(withoutTurns('\u2067a\u2069')).toBe('a')
  expect(withoutTurns('تقرير.pdf')).toBe('تقرير.pdf')
})

test('a name cannot turn the sentence in which it stands', async () => {
  const language = await openLanguage()
  await language.need('drive-sharing')
  const { t } = language.current()
  const text = t('share.title', { name: 'a\u202e”txt.exe' })
  expect(text).toContain('a”txt.exe')
  expect(text).not.toContain('\u202e')
})
