import { matchLocale } from '../locales.ts'
import type { LocalePackage } from './locale-package.ts'
import { LOCALIZED_MESSAGE, type ServiceError } from './service-error.ts'

/**
 * The message for users about an error, in the language of the package.
 *
 * @param ownWords what a screen knows to say about an error that is too vague to have a text of its own:
 * they take the place of the fallback, and of nothing before it.
 * @example chooseMessage(error, await loadMessages(resolveLocale(navigator.language)))
 */
export function chooseMessage(
  error: ServiceError,
  messages: LocalePackage,
  ownWords?: string,
): string {
  return (
    localizedMessage(error, messages) ??
    fixedText(error, messages) ??
    textOfCode(error, messages) ??
    ownWords ??
    fallback(error, messages)
  )
}

/** ERR-2: whether the server says it in words of its own, which go before any text of ours. */
export function carriesMessage(error: ServiceError): boolean {
  return textsOf(error).length > 0
}

/** ERR-2: in the reader's language, if the server says it in several. */
function localizedMessage(error: ServiceError, messages: LocalePackage): string | undefined {
  const texts = textsOf(error)
  return (texts.find(({ locale }) => locale === messages.locale) ?? texts[0])?.message
}

function textsOf(error: ServiceError) {
  return error.details.flatMap(({ '@type': type, message, locale }) =>
    type === LOCALIZED_MESSAGE && typeof message === 'string' && message.trim() !== ''
      ? [{ message, locale: typeof locale === 'string' ? matchLocale(locale) : undefined }]
      : [],
  )
}

/** ERR-3: the name decides here, whatever the number. */
function fixedText(error: ServiceError, messages: LocalePackage): string | undefined {
  if (error.error === 'unreachable') return messages.network
  if (error.error === 'captcha_invalid') return messages.tooFrequent
  return lockedText(error, messages)
}

/** The reason of a file or folder that a program has locked, among the details of the error. */
export const LOCKED_REASON = 'LOCKED'

function lockedText({ details }: ServiceError, messages: LocalePackage): string | undefined {
  const lock = details.find((detail) => detail.reason === LOCKED_REASON)
  if (!lock) return undefined
  const { owner, until } = (lock.metadata ?? {}) as Record<string, unknown>
  const at = typeof until === 'string' ? Date.parse(until) : Number.NaN
  if (Number.isNaN(at)) return undefined
  const time = new Intl.DateTimeFormat(messages.locale, { timeStyle: 'short' }).format(at)
  const who = typeof owner === 'string' && owner !== '' ? owner : messages.otherProgram
  return messages.locked.replace('{time}', () => time).replace('{owner}', () => who)
}

/** ERR-4: the general codes below 17 are too vague to stand alone. */
function textOfCode(error: ServiceError, messages: LocalePackage): string | undefined {
  return error.code >= FIRST_SPECIFIC_CODE ? lookUp(error.code, messages) : undefined
}

/**
 * ERR-5, ERR-6: "translated only in the fallback path" is read like this: a code below 17 never
 * stands alone as the message. Its text follows the prefix and precedes the bracketed error and the
 * description, which make the vague text useful: "Operation failed: Internal error [internal] ...".
 * A code that has no text leaves that place empty.
 */
function fallback(error: ServiceError, messages: LocalePackage): string {
  const text = lookUp(error.code, messages)
  const description = error.description === error.wireName ? undefined : error.description
  const parts = [text, `[${error.wireName}]`, description]
  return messages.defaultPrefix + parts.filter((part) => part !== undefined).join(' ')
}

function lookUp(code: number, messages: LocalePackage): string | undefined {
  const texts: Readonly<Record<number, string>> = messages.error
  return Object.hasOwn(texts, code) ? texts[code] : undefined
}

const FIRST_SPECIFIC_CODE = 17
