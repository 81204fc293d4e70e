import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { texts as en } from './texts/en.ts'
import { texts as id } from './texts/id.ts'
import { texts as ko } from './texts/ko.ts'
import { texts as ms } from './texts/ms.ts'
import { texts as zhHans } from './texts/zh-hans.ts'
import { texts as zhHant } from './texts/zh-hant.ts'

const english: Record<string, string> = en

test.each(Object.entries({ en, id, ko, ms, 'zh-hans': zhHans, 'zh-hant': zhHant }))(
  'every text in %s is well formed and uses the values of the English one',
  (_locale, texts) => {
    for (const [key, text] of Object.entries(texts)) {
      expect([key, valueNames(text)]).toEqual([key, valueNames(english[key] ?? '')])
    }
  },
)

function valueNames(text: string): string[] {
  const names = new Set<string>()
  collect(compileMessage(text), names)
  return [...names].sort()
}

function collect(message: CompiledMessage, names: Set<string>): void {
  for (const token of message) {
    if (typeof token === 'string') continue
    names.add(token[0])
    if (typeof token[2] !== 'object' || token[2] === null) continue
    for (const branch of Object.values(token[2])) {
      if (Array.isArray(branch)) collect(branch as CompiledMessage, names)
    }
  }
}
