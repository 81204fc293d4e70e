import { type Locale, locales, matchLocale } from '@awan/protocol'
import type { Profile } from '@awan/protocol/account'
import { isServiceError } from '@awan/protocol/errors'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { languageTags, localeNames } from '../../i18n/locale.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { Edit, FieldProps } from './EditDialog.tsx'

export const genders = ['FEMALE', 'MALE', 'OTHER'] as const

export interface ProfileRow {
  id: string
  /** What the profile says now, as people read it. */
  shown: string | undefined
  edit: Edit
}

/** Everything that a person can say about themselves, and how it is asked for. */
export function useEdits(me: Profile): ProfileRow[] {
  const { t, tag } = useLanguage()
  const mailLocale = locales.find((locale) => locale === matchLocale(me.locale ?? ''))
  const gender = genders.find((known) => known === me.gender)

  const textField =
    (label: string, input: Partial<Parameters<typeof TextField>[0]>) =>
    ({ value, onValue, error }: FieldProps) => (
      <TextField
        label={label}
        autoFocus
        {...input}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        error={error}
      />
    )
  const selectField =
    (label: string, choices: Parameters<typeof SelectField>[0]['choices']) =>
    ({ value, onValue, error }: FieldProps) => (
      <SelectField
        label={label}
        autoFocus
        choices={choices}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        error={error}
      />
    )

  return [
    {
      id: 'name',
      shown: me.name,
      edit: {
        label: t('profile.name'),
        initial: me.name,
        field: textField(t('profile.name'), { autoComplete: 'name', maxLength: 128 }),
        toFields: (value) =>
          value.trim() === '' ? 'profile.name.missing' : { name: value.trim() },
        explain: (error) =>
          isServiceError(error, 'invalid_argument') ? 'profile.name.missing' : undefined,
      },
    },
    {
      id: 'username',
      shown: me.username,
      edit: {
        label: t('profile.username'),
        initial: me.username ?? '',
        field: textField(t('profile.username'), {
          autoComplete: 'username',
          autoCapitalize: 'none',
          spellCheck: false,
          maxLength: 48,
          hint: t('profile.username.hint'),
        }),
        toFields: (value) =>
          [...value.trim()].length < 2 ? 'profile.username.short' : { username: value.trim() },
        explain: (error) => {
          if (isServiceError(error, 'already_exists')) return 'profile.username.taken'
          return isServiceError(error, 'invalid_argument') ? 'profile.username.wrong' : undefined
        },
      },
    },
    {
      id: 'birthdate',
      shown: me.birthdate && showBirthdate(me.birthdate, tag),
      edit: {
        label: t('profile.birthdate'),
        initial: me.birthdate ?? '',
        field: textField(t('profile.birthdate'), {
          type: 'date',
          autoComplete: 'bday',
          max: new Date().toISOString().slice(0, 10),
          hint: t('profile.birthdate.hint'),
        }),
        toFields: (value) => ({ birthdate: value }),
        explain: (error) =>
          isServiceError(error, 'invalid_argument') ? 'profile.birthdate.wrong' : undefined,
      },
    },
    {
      id: 'gender',
      // What another app has written there is shown as it is.
      shown: gender ? t(`profile.gender.${gender}`) : me.gender,
      edit: {
        label: t('profile.gender'),
        initial: me.gender ?? '',
        field: selectField(t('profile.gender'), [
          { value: '', label: t('profile.gender.none') },
          ...genders.map((value) => ({ value, label: t(`profile.gender.${value}`) })),
          ...(me.gender && !gender ? [{ value: me.gender, label: me.gender }] : []),
        ]),
        toFields: (value) => ({ gender: value }),
      },
    },
    {
      id: 'zone',
      shown: me.zoneinfo && zoneName(me.zoneinfo),
      edit: {
        label: t('profile.zone'),
        initial: me.zoneinfo ?? '',
        field: selectField(t('profile.zone'), [
          { value: '', label: t('profile.zone.none') },
          ...zonesWith(me.zoneinfo).map((value) => ({ value, label: zoneName(value) })),
        ]),
        toFields: (value) => ({ zoneinfo: value }),
      },
    },
    {
      id: 'locale',
      shown: mailLocale ? localeNames[mailLocale] : me.locale,
      edit: {
        label: t('profile.locale'),
        initial: mailLocale ?? '',
        field: selectField(t('profile.locale'), [
          { value: '', label: t('profile.locale.none') },
          ...locales.map((value) => ({
            value,
            label: localeNames[value],
            lang: languageTags[value],
          })),
        ]),
        toFields: (value) => ({ locale: value === '' ? '' : languageTags[value as Locale] }),
      },
    },
  ]
}

/** OpenID Connect: a year alone, or year 0000 when a person keeps it to themselves. */
function showBirthdate(date: string, tag: string): string {
  if (!date.includes('-')) return date
  const isWithoutYear = date.startsWith('0000')
  const day = new Date(`${isWithoutYear ? date.replace('0000', '2000') : date}T00:00:00Z`)
  return new Intl.DateTimeFormat(tag, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    ...(isWithoutYear ? {} : { year: 'numeric' }),
  }).format(day)
}

function zoneName(zone: string): string {
  return zone.replaceAll('_', ' ').replaceAll('/', ' / ')
}

function zonesWith(own: string | undefined): string[] {
  const known = Intl.supportedValuesOf('timeZone')
  return own === undefined || known.includes(own) ? known : [own, ...known]
}
