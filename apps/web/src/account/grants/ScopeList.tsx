import type { ScopeInfo } from '@awan/protocol/account'
import {
  AtSign,
  FileSearch,
  Files,
  Fingerprint,
  KeyRound,
  type LucideIcon,
  Phone,
  ShieldCheck,
  UserRound,
} from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

const icons: Readonly<Record<string, LucideIcon>> = {
  openid: Fingerprint,
  profile: UserRound,
  email: AtSign,
  phone: Phone,
  'drive.read': FileSearch,
  drive: Files,
  user: KeyRound,
}

/** What an app may do, in the server's words, and for how long. */
export function ScopeList({ scopes }: { scopes: readonly ScopeInfo[] }) {
  const t = useTexts()
  // That it stays connected is said by how long it does.
  const isLasting = scopes.some(({ id }) => id === 'offline')
  const shown = scopes.filter(({ id }) => id !== 'offline')
  return (
    <section className="border-t border-line pt-4">
      <h2 className="text-xs font-medium text-muted">{t('grant.can')}</h2>
      <ul className="mt-1.5">
        {shown.map(({ id, name, description }) => {
          const Icon = icons[id] ?? ShieldCheck
          return (
            <li key={id} className="flex gap-3 py-2">
              <Icon
                aria-hidden="true"
                className="mt-0.5 size-4.5 shrink-0 text-accent"
                strokeWidth={1.75}
              />
              <div className="min-w-0">
                <p className="font-medium">{name}</p>
                {description === undefined ? null : (
                  <p className="text-sm text-muted">{description}</p>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      <h2 className="mt-3 border-t border-line pt-4 text-xs font-medium text-muted">
        {t('grant.for')}
      </h2>
      <p className="mt-1">{t(isLasting ? 'grant.forLong' : 'grant.forOnce')}</p>
    </section>
  )
}

export function ScopeListSkeleton() {
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-4">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex gap-3">
          <Skeleton className="size-5" />
          <div className="flex-1">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="mt-1.5 h-3 w-56" />
          </div>
        </div>
      ))}
    </div>
  )
}
