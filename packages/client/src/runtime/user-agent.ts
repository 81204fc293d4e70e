import { MAX_USER_AGENT_LENGTH } from '../constants.ts'

export interface UserAgent {
  /** `Chrome`; empty when unknown. */
  browser: string
  /** `147.0.0.0`; empty when unknown. */
  version: string
  /** A phone or a tablet. */
  isMobile: boolean
}

/**
 * Reads what matters of a user agent. Of several names the first of our list counts: every browser
 * claims to be those behind it too.
 *
 * @example parseUserAgent(navigator.userAgent).browser // 'Chrome'
 */
export function parseUserAgent(userAgent: string): UserAgent {
  // DEV-6, CON-18: what is behind the cut is never looked at.
  const text = typeof userAgent === 'string' ? userAgent.slice(0, MAX_USER_AGENT_LENGTH) : ''
  const [browser = '', marks] = browsers.find(([, names]) => versionOf(names, text)) ?? []
  return {
    browser,
    version: (marks && versionOf(marks, text)) ?? '',
    isMobile: /\b(iPhone|iPad|iPod|Android|Mobi)/.test(text),
  }
}

function versionOf(names: string, text: string): string | undefined {
  return new RegExp(`\\b(?:${names})/(\\d[\\d.]{0,31})`).exec(text)?.[1]
}

const browsers = [
  ['Edge', 'Edg|EdgA|EdgiOS|Edge'],
  ['Opera', 'OPR|OPT|Opera'],
  ['Samsung', 'SamsungBrowser'],
  ['WeChat', 'MicroMessenger'],
  ['Firefox', 'Firefox|FxiOS'],
  ['Chrome', 'Chrome|HeadlessChrome|CriOS|Chromium'],
  ['Safari', 'Version'],
] as const
