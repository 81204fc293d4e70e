import type { LinkChange } from '@awan/client/links'
import type { Link, LinkRole } from '@awan/protocol/drive'
import type { PlainTextKey } from '../../../i18n/keys.ts'
import { isOver, toDay, toEndOfDay } from '../end-of-day.ts'

/** A link as its form holds it: what can be typed is text. */
export interface LinkSettings {
  role: LinkRole
  label: string
  note: string
  hasPassword: boolean
  /** A new one. */
  password: string
  end: string
  allowDownload: boolean
  limit: string
  name: string
  askName: boolean
  askEmail: boolean
  arrivalMail: ArrivalMail
  /** In MB. */
  fileSize: string
  totalSize: string
  types: string
  deadline: string
}

/** `setting`: as those who get them have chosen for all drop folders. */
export const arrivalMails = ['setting', 'at_once', 'daily', 'never'] as const
type ArrivalMail = (typeof arrivalMails)[number]

export type SettingProblems = Partial<Record<keyof LinkSettings, PlainTextKey>>

export function toSettings(link: Link): LinkSettings {
  const { drop } = link
  return {
    role: link.role,
    label: link.label ?? '',
    note: link.note ?? '',
    hasPassword: link.has_password,
    password: '',
    end: toDay(link.expires_at),
    allowDownload: link.allow_download,
    limit: String(link.download_limit ?? ''),
    name: link.custom_name ?? '',
    askName: link.ask_name,
    askEmail: link.ask_email,
    arrivalMail: link.arrival_mail ?? 'setting',
    fileSize: toMegabytes(drop?.max_file_size),
    totalSize: toMegabytes(drop?.max_total_size),
    types: drop?.types?.join(', ') ?? '',
    deadline: toDay(drop?.deadline),
  }
}

/** What the settings change about the link, or what is wrong with them. */
export function readSettings(
  settings: LinkSettings,
  link: Link,
  now: Date,
): { change: LinkChange } | { problems: SettingProblems } {
  const before = toSettings(link)
  const isDrop = settings.role === 'drop'
  const problems = findProblems(settings, before, now)
  if (Object.keys(problems).length > 0) return { problems }

  /** Undefined where the field is as it was: a day stands for any time in it, a size is rounded. */
  function changed<T>(field: keyof LinkSettings, read: (text: string) => T): T | null | undefined {
    const text = String(settings[field]).trim()
    if (text === String(before[field])) return undefined
    return text === '' ? null : read(text)
  }

  const drop = withoutUndefined({
    max_file_size: changed('fileSize', toBytes),
    max_total_size: changed('totalSize', toBytes),
    types: changed('types', toTypes),
    deadline: changed('deadline', toEndOfDay),
  })
  const change = withoutUndefined({
    role: settings.role === link.role ? undefined : settings.role,
    label: changed('label', String),
    note: changed('note', String),
    password: toPassword(settings, link),
    expires_at: changed('end', toEndOfDay),
    custom_name: changed('name', String),
    ask_name: settings.askName === link.ask_name ? undefined : settings.askName,
    ...(isDrop
      ? {
          drop: Object.keys(drop).length > 0 ? drop : undefined,
          ask_email: settings.askEmail === link.ask_email ? undefined : settings.askEmail,
          arrival_mail: settings.arrivalMail === before.arrivalMail ? undefined : toMail(settings),
        }
      : {
          allow_download:
            settings.allowDownload === link.allow_download ? undefined : settings.allowDownload,
          download_limit: settings.allowDownload ? changed('limit', Number) : undefined,
        }),
  })
  return { change }
}

function findProblems(settings: LinkSettings, before: LinkSettings, now: Date): SettingProblems {
  const { role, hasPassword, password, end, limit, name, fileSize, totalSize, types } = settings
  const problems: SettingProblems = {}
  const isNew = (field: keyof LinkSettings) => settings[field] !== before[field]
  if (isNew('end') && isOver(end, now)) problems.end = 'share.end.past'
  if (hasPassword && !before.hasPassword && password === '') {
    problems.password = 'share.link.wrong.passwordMissing'
  } else if (hasPassword && password !== '' && [...password].length < MIN_PASSWORD_LENGTH) {
    problems.password = 'share.link.wrong.passwordShort'
  }
  if (name.trim() !== '') {
    if (!NAME.test(name.trim())) problems.name = 'share.link.wrong.name'
    else if (!hasPassword) problems.name = 'share.link.wrong.nameNeedsPassword'
  }
  if (role === 'drop') {
    if (!isSize(fileSize)) problems.fileSize = 'share.link.wrong.size'
    if (!isSize(totalSize)) problems.totalSize = 'share.link.wrong.size'
    if (!toTypes(types).every((type) => TYPE.test(type))) {
      problems.types = 'share.link.wrong.types'
    }
  } else if (
    settings.allowDownload &&
    limit.trim() !== '' &&
    !/^[1-9]\d{0,8}$/.test(limit.trim())
  ) {
    problems.limit = 'share.link.wrong.number'
  }
  return problems
}

function toMail({ arrivalMail }: LinkSettings) {
  return arrivalMail === 'setting' ? null : arrivalMail
}

function toPassword({ hasPassword, password }: LinkSettings, link: Link) {
  if (!hasPassword) return link.has_password ? null : undefined
  return password === '' ? undefined : password
}

/** As the server counts them; it knows the others too. */
const MIN_PASSWORD_LENGTH = 8
const NAME = /^[a-z0-9][a-z0-9-]{1,62}[a-z0-9]$/
const TYPE = /^(\.[^./\\\s]{1,32}|[a-z]+\/(\*|[a-z0-9.+-]{1,100}))$/
const MEGABYTE = 1_000_000
/** Far below where numbers become inexact. */
const MOST_MEGABYTES = 1_000_000_000

function isSize(text: string): boolean {
  if (text.trim() === '') return true
  const bytes = toBytes(text)
  return bytes >= 1 && bytes <= MOST_MEGABYTES * MEGABYTE
}

/** Half of the world writes a comma before the fraction. */
function toBytes(text: string): number {
  return Math.round(Number(text.trim().replace(',', '.')) * MEGABYTE)
}

function toMegabytes(bytes: number | undefined): string {
  return bytes === undefined ? '' : String(bytes / MEGABYTE)
}

function toTypes(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[,;，、\s]+/)
    .filter((type) => type !== '')
}

type Given<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

function withoutUndefined<T extends object>(fields: T): Given<T> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Given<T>
}
