import { expect, test } from 'vitest'
import type { Translate } from '../../i18n/keys.ts'
import { kindWords } from './kind-words.ts'

const t = ((key: string) => key.replace('details.kind.', '')) as Translate

test.each([
  [{ name: 'matterhorn.jpg', kind: 'file' }, 'image · JPEG'],
  [{ name: 'notes.v2.MD', kind: 'file' }, 'document · Markdown'],
  [{ name: 'scan', kind: 'file', mime_type: 'image/png' }, 'image · PNG'],
  [{ name: 'README', kind: 'file', mime_type: 'text/plain' }, 'document'],
  [{ name: 'data', kind: 'file', mime_type: 'application/octet-stream' }, 'other'],
  [{ name: '.zip', kind: 'file' }, 'archive'],
  [{ name: 'Trips.2026', kind: 'folder' }, 'folder'],
] as const)('the kind of %o is shown as %s', (file, words) => {
  expect(kindWords(file, t)).toBe(words)
})
