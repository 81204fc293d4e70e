import { Link } from '@tanstack/react-router'
import { Check, LogOut, UserRoundPlus } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useSignOut, useSwitchAccount } from '../../session/SignOut.tsx'
import { type KeptAccount, useKeptAccounts } from '../../session/use-kept-accounts.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { EntranceHeading, EntranceLayout, entranceLink } from '../EntranceLayout.tsx'
import { useGuestFarewell } from '../guest/use-guest-farewell.tsx'

/** The accounts of this browser: go on as one of them, add one, leave. */
export function ChooserScreen({ path }: { path: string }) {
  const t = useTexts()
  const accounts = useKeptAccounts()
  const hasPerson = accounts.some(({ isCurrent, isAnonymous }) => isCurrent && !isAnonymous)
  const { signOut, dialog } = useSignOutOfGuests(hasPerson)
  usePageTitle(t('accounts.page'), t('app.name'))
  return (
    <EntranceLayout>
      <EntranceHeading title={t('accounts.title')} takesFocus>
        {t('accounts.subtitle')}
      </EntranceHeading>
      <ul aria-label={t('accounts.list')} className="mb-5 border-y border-line">
        {accounts.map((account) => (
          <Row
            key={account.sub}
            account={account}
            path={path}
            canBring={hasPerson}
            onSignOut={() => signOut([account])}
          />
        ))}
      </ul>
      <div className="flex flex-col gap-3">
        <Link
          to="/signin"
          search={{ add: true, from: path }}
          className={buttonClass({ look: 'quiet', size: 'large' })}
        >
          <UserRoundPlus aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
          {t('account.add')}
        </Link>
        {accounts.length > 1 ? (
          <Button look="plain" onClick={() => signOut(accounts)}>
            {t('accounts.signOutAll')}
          </Button>
        ) : null}
      </div>
      {dialog}
    </EntranceLayout>
  )
}

/** A guest cannot come back, so that their sign-out is asked about. */
function useSignOutOfGuests(hasPerson: boolean) {
  const t = useTexts()
  const signOut = useSignOut()
  const { ask, dialog } = useGuestFarewell(
    hasPerson
      ? { label: t('merge.bring'), to: '/try/merge' }
      : { label: t('guest.create'), to: '/signup' },
  )
  return {
    dialog,
    async signOut(leaving: readonly KeptAccount[]) {
      if (leaving.some(({ isAnonymous }) => isAnonymous) && !(await ask())) return
      await signOut(leaving.map(({ sub }) => sub))
    },
  }
}

function Row({
  account,
  path,
  canBring,
  onSignOut,
}: {
  account: KeptAccount
  path: string
  canBring: boolean
  onSignOut: () => void
}) {
  const t = useTexts()
  const switchTo = useSwitchAccount()
  const { sub, isAnonymous, isCurrent } = account
  const name = isAnonymous ? t('account.guest') : (account.name ?? t('account.title'))
  const detail = isAnonymous ? t('accounts.guest.hint') : account.contact
  return (
    <li className="border-line not-last:border-b">
      <div className="flex items-center gap-1">
        <button
          type="button"
          aria-current={isCurrent || undefined}
          onClick={() => void switchTo(sub, { href: path })}
          className="-ms-2 flex min-h-15 min-w-0 flex-1 items-center gap-3 rounded-md px-2 py-2 text-start hover:bg-hover"
        >
          <Avatar name={name} picture={account.picture} />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-semibold">{name}</span>
            {detail === undefined ? null : (
              <span className="block truncate text-sm text-muted">{detail}</span>
            )}
          </span>
          {isCurrent ? (
            <Check aria-hidden="true" className="size-4.5 shrink-0 text-accent" strokeWidth={2} />
          ) : null}
        </button>
        <IconButton icon={LogOut} label={t('accounts.signOutOf', { name })} onClick={onSignOut} />
      </div>
      {isAnonymous && canBring ? (
        <p className="ps-12 pb-3 text-sm">
          <Link to="/try/merge" className={entranceLink}>
            {t('accounts.bring')}
          </Link>
        </p>
      ) : null}
    </li>
  )
}
