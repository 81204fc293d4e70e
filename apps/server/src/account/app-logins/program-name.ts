import { readUserAgent } from '@awan/protocol/user-agent'
import { tidyName } from '../users/display-name.ts'

const MAX_NAME = 100
const NAMELESS = 'App'

/** What programs call themselves, in fewer words: the first that is no browser's, and the system that it names. */
export function programName(userAgent: string | undefined): string {
  const text = userAgent ?? ''
  const products = [...text.matchAll(/([\p{L}\p{N}][\p{L}\p{N} ._-]*?)\/[\w.]/gu)].map(
    ([, name = '']) => name.trim(),
  )
  const own = products.find((name) => !NO_NAMES.has(name.toLowerCase()))
  const { os } = readUserAgent(text)
  const name = tidyName([own ?? NAMELESS, os].filter((part) => part !== undefined).join(', '))
  return name.slice(0, MAX_NAME).toWellFormed() || NAMELESS
}

/** What nearly every program says that it is too. */
const NO_NAMES = new Set([
  'mozilla',
  'applewebkit',
  'gecko',
  'khtml',
  'version',
  'safari',
  'chrome',
  'mobile',
])
