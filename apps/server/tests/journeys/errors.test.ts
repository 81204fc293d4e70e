import { locales } from '@awan/protocol'
import {
  catalogue,
  chooseMessage,
  type ErrorName,
  type LocalePackage,
  loadMessages,
  toServiceError,
} from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { onEachBackend } from '../testing/backends.ts'
import type { Cause } from './errors/cause.ts'
import { causes, otherStatuses, uncaused } from './errors/causes.ts'
import { type Answer, openStage } from './errors/stage.ts'

test('each error of the catalogue is caused below, or has a reason why it is not', () => {
  const listed = [...Object.keys(causes), ...Object.keys(uncaused)]
  expect(listed.sort()).toEqual(Object.keys(catalogue).sort())
})

onEachBackend((prepare) => {
  test('[ENT-4] [ERR-1] each error that a server can cause is answered over HTTP and has a message in six languages', async () => {
    await using stage = await openStage(prepare)
    const languages = await Promise.all(locales.map(loadMessages))
    const problems: string[] = []
    for (const [name, cause] of Object.entries(causes) as [ErrorName, Cause][]) {
      const answer = await cause(stage)
      const found = [...findProblems(name, answer), ...findUnsaid(name, answer, languages)]
      problems.push(...found.map((problem) => `${name}: ${problem}: ${JSON.stringify(answer)}`))
    }
    expect(problems).toEqual([])
  })
})

function findProblems(name: ErrorName, { status, path, body }: Answer): string[] {
  const expected = otherStatuses[name] ?? catalogue[name].status
  const isStandard = path.startsWith('/oauth2/')
  const claims: Record<string, boolean> = {
    'another error': body.error === name,
    'another status': status === expected,
    'another number': status === 303 || body.error_code === catalogue[name].code,
    'no description': Boolean(body.error_description),
    'another path': isStandard || body.error_uri === path,
    'no details': isStandard || Array.isArray(body.details),
  }
  return Object.keys(claims).filter((problem) => !claims[problem])
}

/** The message for a person: in their language, and without a name in brackets if it is specific. */
function findUnsaid(name: ErrorName, { body }: Answer, languages: LocalePackage[]): string[] {
  const error = toServiceError(body)
  const isSpecific = catalogue[name].code >= 17
  const said = languages.map((messages) => chooseMessage(error, messages))
  return languages
    .filter((_, index) => {
      const text = said[index] ?? ''
      const isTranslated = index === 0 || text !== said[0]
      return !(isTranslated && /\p{L}/u.test(text) && text.includes(`[${name}]`) !== isSpecific)
    })
    .map(({ locale }) => `no words in ${locale}`)
}
