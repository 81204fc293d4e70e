import { MAX_USER_AGENT_LENGTH } from './limits.ts'

/** What a user agent says it is, in the words of people. Enough to tell one's own devices apart. */
export interface UserAgentFamily {
  browser?: string
  os?: string
}

export function readUserAgent(userAgent: string | null | undefined): UserAgentFamily {
  if (userAgent == null) return {}
  // DEV-6: what is behind the cut is never looked at.
  const text = userAgent.slice(0, MAX_USER_AGENT_LENGTH)
  const browser = firstMatch(browsers, text)
  const os = firstMatch(systems, text)
  return { ...(browser && { browser }), ...(os && { os }) }
}

type Families = readonly (readonly [name: string, pattern: RegExp])[]

/** The first that matches: most browsers also claim to be those below them. */
const browsers: Families = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['UC Browser', /\bUCBrowser\//],
  ['WeChat', /\bMicroMessenger\//],
  ['Whale', /\bWhale\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Awan Desktop', /\bElectron\//],
  ['Chrome', /\b(Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Safari', /\bVersion\/\S+ .*\bSafari\//],
  ['Node.js', /^node\b|\bundici\b/i],
  ['curl', /^curl\//],
]

const systems: Families = [
  ['Windows', /\bWindows\b/],
  ['iPadOS', /\biPad\b/],
  ['iOS', /\b(iPhone|iPod)\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\b(Macintosh|Mac OS X)\b/],
  ['Linux', /\bLinux\b/],
]

function firstMatch(families: Families, userAgent: string): string | undefined {
  return families.find(([, pattern]) => pattern.test(userAgent))?.[0]
}
