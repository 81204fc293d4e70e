import {
  factsOfPreset,
  type ProviderPart,
  type ProviderPreset,
  presetFacts,
} from '@awan/protocol/account'
import { Secret } from '../kernel/secret.ts'
import { isSafeAddress, parseServiceAddress } from '../kernel/service-address.ts'
import { accept, type Parsed, type Parser, reject } from './parsers.ts'
import type { Optional, Setting, ValuesOf } from './setting.ts'

/** One third party with whose accounts people may sign in. */
export interface ProviderConfig {
  id: string
  preset: ProviderPreset
  /** What people read on the button. */
  name: string
  clientId: string
  /** Apple's is the private key with which we sign one. */
  clientSecret: Secret | undefined
  /** Where it runs, when that is not the place that everybody knows. */
  issuer: string | undefined
  /** Apple alone. */
  teamId: string | undefined
  keyId: string | undefined
  /** Client ids of native apps, whose ID tokens are taken beside our own. */
  appClientIds?: readonly string[]
}

const presets = Object.keys(presetFacts) as ProviderPreset[]

type Part = 'client_id' | 'name' | ProviderPart
type Key<P extends Part = Part> = `AWAN_PROVIDER_${Uppercase<ProviderPreset>}_${Uppercase<P>}`

type ProviderSettings = Record<Exclude<Key, Key<'client_secret'>>, Optional<string>> &
  Record<Key<'client_secret'>, Optional<Secret>>

/** The settings of all third parties. Their keys are their names: they are many and alike. */
export const providerSettings = Object.fromEntries(
  presets.flatMap(describeProvider).map((setting) => [setting.name, setting]),
) as unknown as ProviderSettings

type ProviderValues = Partial<ValuesOf<ProviderSettings>>

export function toProviders(values: ProviderValues): ProviderConfig[] {
  return presets.flatMap((preset) => {
    const clientId = values[keyOf(preset, 'client_id')]
    if (clientId === undefined) return []
    return [
      {
        id: preset,
        preset,
        name: values[keyOf(preset, 'name')] ?? presetFacts[preset].name,
        clientId,
        clientSecret: values[keyOf(preset, 'client_secret')],
        issuer: values[keyOf(preset, 'issuer')],
        teamId: values[keyOf(preset, 'team_id')],
        keyId: values[keyOf(preset, 'key_id')],
        appClientIds: toList(values[keyOf(preset, 'app_client_ids')]),
      },
    ]
  })
}

/** Problems of all third parties, in words. */
export function findProviderContradictions(
  values: ProviderValues & { env?: 'development' | 'production' },
): string[] {
  const env = values.env ?? 'development'
  return presets.flatMap((preset) => {
    const idName = keyOf(preset, 'client_id')
    if (values[idName] === undefined) {
      return partsOf(preset)
        .map((part) => keyOf(preset, part))
        .filter((name) => values[name] !== undefined)
        .map((name) => `${name} is set, but ${idName} is missing.`)
    }
    const issuer = values[keyOf(preset, 'issuer')]
    const isUnsafe = issuer !== undefined && !isSafeAddress(new URL(issuer), env)
    return [
      ...factsOfPreset(preset)
        .needs.map((part) => keyOf(preset, part))
        .filter((name) => values[name] === undefined)
        .map((name) => `${name} is missing. ${idName} needs it.`),
      ...(isUnsafe ? [`${keyOf(preset, 'issuer')} ${UNSAFE}`] : []),
    ]
  })
}

const UNSAFE = 'must begin with https://; http:// is allowed only for this machine in development.'

function keyOf<P extends Part>(preset: ProviderPreset, part: P): Key<P> {
  return `AWAN_PROVIDER_${preset}_${part}`.toUpperCase() as Key<P>
}

function partsOf(preset: ProviderPreset): Part[] {
  const { needs, takes } = factsOfPreset(preset)
  return ['client_id', ...needs, ...takes, ...(preset === 'oidc' ? (['name'] as const) : [])]
}

function describeProvider(preset: ProviderPreset): Setting[] {
  const { name } = presetFacts[preset]
  const described: Record<Part, { meaning: string; whenUnset: string; parse: Parser<unknown> }> = {
    client_id: {
      meaning: `Lets people sign in with ${name}: the client id that it issued for this server.`,
      whenUnset: 'off',
      parse: oneLine,
    },
    client_secret: {
      meaning:
        preset === 'apple'
          ? 'The complete private key (.p8) from Apple, with \\n for its line breaks.'
          : `The client secret from ${name}.`,
      whenUnset: 'none',
      parse: secretText,
    },
    issuer: {
      meaning:
        preset === 'oidc'
          ? 'The address of the provider; its /.well-known/openid-configuration is read from there.'
          : `The address of ${name}, if you run your own.`,
      whenUnset: preset === 'oidc' ? 'none' : 'the public one',
      parse: issuerUrl,
    },
    name: { meaning: 'The text on its button.', whenUnset: name, parse: oneLine },
    app_client_ids: {
      meaning: `Client ids of native apps at ${name}, separated by commas: an ID token issued to one of them is accepted too.`,
      whenUnset: 'none',
      parse: oneLine,
    },
    team_id: { meaning: 'The team id of your Apple account.', whenUnset: 'none', parse: oneLine },
    key_id: { meaning: 'The id of the private key at Apple.', whenUnset: 'none', parse: oneLine },
  }
  return partsOf(preset).map((part) => ({
    name: keyOf(preset, part),
    ...described[part],
    ...(part === 'client_secret' ? { isSecret: true as const } : {}),
  }))
}

function toList(text = ''): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
}

function oneLine(text: string): Parsed<string> {
  return /^[^\p{Cc}]{1,1024}$/u.test(text)
    ? accept(text)
    : reject('1 to 1024 characters on one line')
}

function secretText(text: string): Parsed<Secret> {
  if (text.length > 8192) return reject('at most 8192 characters')
  return accept(new Secret(text.replaceAll('\\n', '\n')))
}

function issuerUrl(text: string): Parsed<string> {
  if (parseServiceAddress(text)) return accept(text.replace(/\/$/, ''))
  return reject('the address of the provider, for example https://login.example.org/realms/home')
}
