export const locales = {
  en: 'en',
  id: 'id',
  ko: 'ko',
  ms: 'ms',
  'zh-hans': 'zh-Hans',
  'zh-hant': 'zh-Hant',
} as const
export type Locale = keyof typeof locales

const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
export const looks = {
  light: { size: desktop, colorScheme: 'light' },
  dark: { size: desktop, colorScheme: 'dark' },
  phone: { size: phone, colorScheme: 'light' },
  'phone-dark': { size: phone, colorScheme: 'dark' },
} as const
export type Look = keyof typeof looks

/** Screens that stand for others are pictured in every look; a step of a flow once. */
export const whole: readonly Look[] = ['light', 'dark', 'phone', 'phone-dark']
export const two: readonly Look[] = ['light', 'phone-dark']
export const one: readonly Look[] = ['light']
export const small: readonly Look[] = ['phone']
export const smallDark: readonly Look[] = ['phone-dark']

export interface Stop {
  /** As the router of the web app names it. */
  route: string
  /** What the picture shows, for those who cannot see it. */
  caption: string
  pictures: readonly Look[]
  /** Languages beside English that it is pictured in, on a phone. */
  alsoIn: readonly Locale[]
  /** Where there is more room, the address leads to another screen. */
  isForPhones: boolean
}
export type Flow = Record<string, Stop>

export function stop(
  route: string,
  caption: string,
  pictures: readonly Look[],
  alsoIn: readonly Locale[] = [],
): Stop {
  return { route, caption, pictures, alsoIn, isForPhones: false }
}

export function phoneStop(route: string, caption: string): Stop {
  const pictures = ['phone', 'phone-dark'] as const
  return { route, caption, pictures, alsoIn: [], isForPhones: true }
}
