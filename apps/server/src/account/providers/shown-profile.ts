import type { ProviderProfile } from './third-parties/third-party.ts'

type Told = Omit<ProviderProfile, 'userId'>

/** What a third party tells is shown to people: short, on one line, pictures by TLS alone. */
export function toShownProfile({ name, picture, email, phoneNumber }: Told): Told {
  const shown = {
    name: tidy(name, 128),
    picture: isPicture(picture) ? picture : undefined,
    email: tidy(email, 254)?.toLowerCase(),
    phoneNumber: tidy(phoneNumber, 32),
  }
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined))
}

/** Apple tells the page a name, the first time and never us; it proves nothing and is only shown. */
export function readPageProfile(params: Readonly<Record<string, string>>): Told {
  return { name: params.name ?? readAppleName(params.user), picture: params.picture }
}

function readAppleName(user: string | undefined): string | undefined {
  try {
    const { name } = JSON.parse(user ?? '{}') as { name?: Record<string, unknown> }
    return [name?.firstName, name?.lastName].filter((part) => typeof part === 'string').join(' ')
  } catch {
    return undefined
  }
}

function tidy(text: string | undefined, maxLength: number): string | undefined {
  const line = text
    ?.normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  return line ? [...line].slice(0, maxLength).join('') : undefined
}

function isPicture(picture: string | undefined): boolean {
  if (picture === undefined || picture.length > 2048 || !URL.canParse(picture)) return false
  return new URL(picture).protocol === 'https:'
}
