import { type GrantRole, type LinkRole, type NewGrantee, newGrantee } from '@awan/protocol/drive'
import type { LinkOptions } from '../share-links/link-rules.ts'
import { HIDDEN_PASSWORD } from './describe-shares.ts'
import { type ShareForm, wrong } from './share-form.ts'
import { roleOfPermissions } from './share-roles.ts'
import type { SharedItem } from './shared-item.ts'

const DAY_MS = 24 * 3_600_000

export interface LinkTimes {
  now: number
  /** The longest life of a link, where administrators have set one. */
  maxDays: number | undefined
}

/** What a form does not name stays as it is. */
export function toLinkOptions(form: ShareForm, times: LinkTimes, before?: SharedItem): LinkOptions {
  const password = form.text('password')
  const isHidden = before?.link?.hasPassword === true && password === HIDDEN_PASSWORD
  const hidesDownload = form.flag('hideDownload')
  const day = form.day('expireDate')
  return {
    password: isHidden ? undefined : password === '' ? null : password,
    expiresAt: typeof day === 'number' ? withinLife(day, times) : day,
    label: form.text('label'),
    note: form.text('note'),
    allowsDownload: hidesDownload === undefined ? undefined : !hidesDownload,
  }
}

/** The last allowed day ends when the longest life of a link does. */
function withinLife(at: number, { now, maxDays }: LinkTimes): number {
  if (maxDays === undefined) return at
  const last = now + maxDays * DAY_MS
  return at > last && at - last < DAY_MS ? last : at
}

/** Undefined where the form says nothing of it. */
export function roleFrom(
  form: ShareForm,
  isFolder: boolean,
  before?: GrantRole,
): GrantRole | undefined {
  const permissions = form.number('permissions')
  if (permissions !== undefined) return roleOfPermissions(permissions, { isFolder, before })
  const isOpen = form.flag('publicUpload')
  if (isOpen === undefined || !isFolder) return undefined
  return isOpen ? 'editor' : 'viewer'
}

export function toLinkRole(role: GrantRole): LinkRole {
  return role === 'manager' ? 'editor' : role
}

export function toGrantee(type: number | undefined, given: string): NewGrantee {
  const wanted =
    type === 0
      ? { kind: 'person', sub: given }
      : type === 1
        ? { kind: 'group', id: given }
        : type === 4
          ? { kind: 'email', email: given }
          : undefined
  if (!wanted) {
    throw wrong('shareType must be 0 (a person), 1 (a group), 3 (a link) or 4 (a mail address)')
  }
  const parsed = newGrantee.safeParse(wanted)
  if (!parsed.success) throw wrong('shareWith does not name anybody of this shareType')
  return parsed.data
}

export function isFor(known: SharedItem['grantee'], wanted: NewGrantee): boolean {
  if (known.kind === 'person' && wanted.kind === 'person') return known.sub === wanted.sub
  if (known.kind === 'group' && wanted.kind === 'group') return known.id === wanted.id
  if (known.kind !== 'email' || wanted.kind !== 'email') return false
  return known.email === wanted.email.normalize('NFC').toLowerCase()
}
