/** The browser and the system of a user agent, as far as their names are plain to see. */
export function describeAgent(
  userAgent: string | undefined,
): { browser: string; system: string } | undefined {
  const agent = (userAgent ?? '').slice(0, 500)
  const browser = browsers.find(([, sign]) => sign.test(agent))?.[0]
  const system = systems.find(([, sign]) => sign.test(agent))?.[0]
  return browser !== undefined && system !== undefined ? { browser, system } : undefined
}

// In this order: most browsers also call themselves by the names of others.
const browsers: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|HeadlessChrome|CriOS)\//],
  ['Safari', /\bSafari\//],
]
const systems: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]
