import type { Locale } from '../locales.ts'
import type { ErrorCode, SUCCESS_CODE } from './catalogue.ts'

/**
 * The texts of one language. `error` is keyed by every number of the catalogue, so that a language
 * with a text missing does not compile.
 */
export interface LocalePackage {
  readonly locale: Locale
  /** LOC-5: the text per error code. */
  readonly error: Readonly<Record<ErrorCode | typeof SUCCESS_CODE, string>>
  /** ERR-3: shown for `unreachable`. */
  readonly network: string
  /** ERR-3: shown for `captcha_invalid`. */
  readonly tooFrequent: string
  /** Shown for a file or folder that a program has locked: `{owner}` is who, `{time}` until when. */
  readonly locked: string
  /** An owner who is not told. */
  readonly otherProgram: string
  /** ERR-5: what stands before an error that has no text of its own, with its separator. */
  readonly defaultPrefix: string
}
